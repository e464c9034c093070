#include "indexer/corpus/write_avatar.hpp"

#include "indexer/animator/avatar_semantics.hpp"
#include "indexer/bytes/crc32.hpp"

namespace mecadex::corpus {

using animator::Avatar;
using animator::Human;
using animator::HumanDescription;

AvatarRows::AvatarRows(SQLite::Database& db, NameRows& names)
    : names_(names),
      avatars_(db, "avatars",
               join({{"avatar_id", "name", "is_human", "node_count", "avatar_size", "root_motion_bone_index", "scale",
                      "arm_twist", "fore_arm_twist", "upper_leg_twist", "leg_twist", "arm_stretch", "leg_stretch",
                      "feet_spacing", "has_translation_dof", "has_left_hand", "has_right_hand"},
                     xform_columns("human_root"),
                     xform_columns("root_motion_bone"),
                     {"description_arm_twist", "description_fore_arm_twist", "description_upper_leg_twist",
                      "description_leg_twist", "description_arm_stretch", "description_leg_stretch",
                      "description_feet_spacing", "description_global_scale", "description_root_motion_bone_name",
                      "description_has_translation_dof", "description_has_extra_root",
                      "description_skeleton_has_parents"}})),
      nodes_(db, "avatar_node_rows",
             join({{"avatar_id", "skeleton", "node_index", "parent_index", "axes_index", "path_hash", "path_name_id",
                    "name_hash"},
                   xform_columns("pose"),
                   xform_columns("default_pose")})),
      axes_(db, "avatar_axes",
            join({{"avatar_id", "skeleton", "axes_index"},
                  columns("pre_q", "xyzw"),
                  columns("post_q", "xyzw"),
                  columns("sign", "xyz"),
                  columns("limit_min", "xyz"),
                  columns("limit_max", "xyz"),
                  {"length", "type"}})),
      maps_(db, "avatar_index_maps", {"avatar_id", "map", "position", "value"}),
      human_bones_(db, "avatar_human_bones",
                   {"avatar_id", "part", "bone_index", "human_bone", "node_index", "mass"}),
      description_bones_(db, "human_description_bones",
                         join({{"avatar_id", "bone_index", "bone_name", "human_name"},
                               columns("min", "xyz"),
                               columns("max", "xyz"),
                               columns("value", "xyz"),
                               {"length", "modified"}})),
      description_skeleton_(db, "human_description_skeleton",
                            join({{"avatar_id", "bone_index", "name", "parent"},
                                  columns("position", "xyz"),
                                  columns("rotation", "xyzw"),
                                  columns("scale", "xyz")})) {}

void AvatarRows::write(const AvatarItem& item, const ObjectIds& ids) {
  const Avatar& a = item.avatar;
  const std::int64_t id = ids.value(item.id);
  const animator::NameTable table(a.names);
  write_scalars(id, a);
  for (const animator::NameEntry& entry : a.names) {
    names_.use(id, NameOrigin::avatar_tos, names_.intern(entry.hash, entry.text));
  }
  write_skeleton(id,
                 {"avatar", a.skeleton, &a.pose, a.default_pose ? &*a.default_pose : nullptr,
                  a.name_hashes ? &*a.name_hashes : nullptr},
                 table);
  write_skeleton(id, {"human", a.human.skeleton, &a.human.pose}, table);
  if (a.root_motion_skeleton) {
    write_skeleton(id, {"root_motion", *a.root_motion_skeleton, a.root_motion_pose ? &*a.root_motion_pose : nullptr},
                   table);
  }
  write_map(id, "human_skeleton", a.human_skeleton_index);
  if (a.human_skeleton_reverse) write_map(id, "human_skeleton_reverse", *a.human_skeleton_reverse);
  if (a.root_motion_skeleton_index) write_map(id, "root_motion_skeleton", *a.root_motion_skeleton_index);
  write_human_bones(id, a.human);
  if (a.description) write_description(id, *a.description);
}

void AvatarRows::write_scalars(std::int64_t id, const Avatar& a) {
  const Human& h = a.human;
  const HumanDescription* d = a.description ? &*a.description : nullptr;
  const auto described = [d](auto member) {
    using Value = std::decay_t<decltype(d->*member)>;
    return d == nullptr ? std::optional<Value>{} : std::optional<Value>(d->*member);
  };
  avatars_.row(id, a.name, !h.skeleton.nodes.empty(), a.skeleton.nodes.size(), a.avatar_size, a.root_motion_bone_index,
               h.scale, h.arm_twist, h.fore_arm_twist, h.upper_leg_twist, h.leg_twist, h.arm_stretch, h.leg_stretch,
               h.feet_spacing, h.has_translation_dof, h.has_left_hand, h.has_right_hand, h.root, a.root_motion_bone,
               described(&HumanDescription::arm_twist), described(&HumanDescription::fore_arm_twist),
               described(&HumanDescription::upper_leg_twist), described(&HumanDescription::leg_twist),
               described(&HumanDescription::arm_stretch), described(&HumanDescription::leg_stretch),
               described(&HumanDescription::feet_spacing), d == nullptr ? std::nullopt : d->global_scale,
               described(&HumanDescription::root_motion_bone_name), described(&HumanDescription::has_translation_dof),
               described(&HumanDescription::has_extra_root), described(&HumanDescription::skeleton_has_parents));
}

void AvatarRows::write_skeleton(std::int64_t id, const SkeletonParts& parts, const animator::NameTable& table) {
  const auto xform_at = [](const animator::Pose* pose, std::size_t i) {
    const bool has = pose != nullptr && i < pose->xforms.size();
    return has ? std::optional<animator::Xform>(pose->xforms[i]) : std::nullopt;
  };
  const auto hash_at = [](const std::vector<std::uint32_t>* hashes, std::size_t i) {
    const bool has = hashes != nullptr && i < hashes->size();
    return has ? std::optional<std::uint32_t>((*hashes)[i]) : std::nullopt;
  };
  const animator::Skeleton& s = parts.skeleton;
  for (std::size_t i = 0; i < s.nodes.size(); ++i) {
    const auto path_hash = hash_at(&s.path_hashes, i);
    const std::string* path = path_hash ? table.find(*path_hash) : nullptr;
    nodes_.row(id, parts.name, i, s.nodes[i].parent, s.nodes[i].axes, path_hash,
               path == nullptr ? Id{} : Id{names_.intern(*path_hash, *path)}, hash_at(parts.name_hashes, i),
               xform_at(parts.pose, i), xform_at(parts.default_pose, i));
  }
  for (std::size_t i = 0; i < s.axes.size(); ++i) {
    const animator::Axes& x = s.axes[i];
    axes_.row(id, parts.name, i, x.pre_q, x.post_q, x.sign, x.limit_min, x.limit_max, x.length, x.type);
  }
}

void AvatarRows::write_map(std::int64_t id, std::string_view map, const std::vector<std::int32_t>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) maps_.row(id, map, i, values[i]);
}

void AvatarRows::write_human_bones(std::int64_t id, const Human& human) {
  const auto known = [](std::string name) { return name.empty() ? std::nullopt : std::optional(std::move(name)); };
  for (std::size_t i = 0; i < human.bone_index.size(); ++i) {
    const bool has_mass = i < human.bone_mass.size();
    human_bones_.row(id, "body", i, known(animator::body_bone_name(i, human.bone_index.size())), human.bone_index[i],
                     has_mass ? std::optional<float>(human.bone_mass[i]) : std::nullopt);
  }
  for (const bool is_left : {true, false}) {
    const auto& hand = is_left ? human.left_hand : human.right_hand;
    for (std::size_t i = 0; i < hand.size(); ++i) {
      human_bones_.row(id, is_left ? "left_hand" : "right_hand", i, known(animator::hand_bone_name(i, is_left)), hand[i],
                       std::nullopt);
    }
  }
}

void AvatarRows::write_description(std::int64_t id, const HumanDescription& description) {
  for (std::size_t i = 0; i < description.human.size(); ++i) {
    const animator::HumanBone& b = description.human[i];
    for (const std::string& name : {b.bone_name, b.human_name}) {
      names_.use(id, NameOrigin::human_bone, names_.intern(bytes::name_hash(name), name));
    }
    description_bones_.row(id, i, b.bone_name, b.human_name, b.min, b.max, b.value, b.length, b.is_modified);
  }
  for (std::size_t i = 0; i < description.skeleton.size(); ++i) {
    const animator::SkeletonBone& b = description.skeleton[i];
    description_skeleton_.row(id, i, b.name, b.parent_name, b.position, b.rotation, b.scale);
  }
}

}  // namespace mecadex::corpus
