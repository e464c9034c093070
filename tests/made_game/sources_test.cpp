// Where everything comes from: sources, files, containers, serialized files, and what was found
// wrong.
#include <gtest/gtest.h>

#include "tests/made_game/made_rows.hpp"

namespace mecadex::testing {
namespace {

TEST(MadeSources, AreLabelledByEntryWithKindAndNames) {
  EXPECT_EQ(rows("SELECT label, kind, company_name, product_name, engine FROM sources ORDER BY 1"),
            "game/tower-6000|player|Small Company|Tower|unity\n"
            "game/tower-bundles|bundles|-|-|unity\n"
            "game/tower-console|player|-|-|unity\n"
            "game/tower-player|player|Small Company|Tower|unity\n"
            "game/tower-web-player|bundles|Small Company|Tower Online|unity\n"
            "game/tower-webgl|webgl|Small Company|Tower|unity\n"
            "game/tower-webgl-br|webgl|Small Company|Tower|unity\n"
            "game/tower.apk|package|Small Company|Tower|unity\n");
}

TEST(MadeSources, AreListedInOrderOfLabelsAndPaths) {
  EXPECT_EQ(rows("SELECT (SELECT group_concat(source_id) FROM (SELECT source_id FROM sources ORDER "
                 "BY label)),"
                 " (SELECT group_concat(file_id) FROM (SELECT file_id FROM files_view ORDER BY "
                 "source, path))"),
            "1,2,3,4,5,6,7,8|1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22\n");
}

TEST(MadeFiles, HaveKindAndStatus) {
  EXPECT_EQ(rows("SELECT source, path, container_kind, status FROM files_view ORDER BY 1, 2"),
            "game/tower-6000|Tower_Data/globalgamemanagers|serialized|indexed\n"
            "game/tower-6000|Tower_Data/level0|serialized|indexed\n"
            "game/tower-6000|Tower_Data/sharedassets0.assets|serialized|indexed\n"
            "game/tower-bundles|cut.bundle|unityfs|damaged\n"
            "game/tower-bundles|heroes|unityfs|indexed\n"
            "game/tower-bundles|odds.bundle|unityfs|indexed\n"
            "game/tower-bundles|old.unity3d|unityfs|indexed\n"
            "game/tower-bundles|sound.bundle|unityfs|indexed\n"
            "game/tower-bundles|stripped.bundle|unityfs|indexed\n"
            "game/tower-console|Drafts.controller|serialized|indexed\n"
            "game/tower-console|sharedassets0.assets|serialized|indexed\n"
            "game/tower-player|Tower.exe|unknown|not_unity\n"
            "game/tower-player|Tower_Data/globalgamemanagers|serialized|indexed\n"
            "game/tower-player|Tower_Data/level0|serialized|indexed\n"
            "game/tower-player|Tower_Data/resources.assets|serialized|indexed\n"
            "game/tower-player|Tower_Data/sharedassets0.assets|serialized|indexed\n"
            "game/tower-player|Tower_Data/sharedassets0.assets.resS|unknown|not_unity\n"
            "game/tower-player|readme.txt|unknown|not_unity\n"
            "game/tower-web-player|tower.unity3d|unityweb|indexed\n"
            "game/tower-webgl|Build/tower.data.unityweb|gzip|indexed\n"
            "game/tower-webgl-br|Build/tower.data.br|brotli|indexed\n"
            "game/tower.apk|tower.apk|zip|indexed\n");
}

TEST(MadeFiles, HaveSizeAndHashUnlessTheyAreNotUnitys) {
  EXPECT_EQ(
      rows("SELECT path FROM files WHERE (size IS NULL) <> (status = 'not_unity')"
           " OR (content_hash IS NULL) <> (status = 'not_unity') OR length(content_hash) <> 64"),
      "");
  EXPECT_EQ(rows("SELECT count(*) FROM files WHERE path_bytes IS NOT NULL"), "0\n");
}

TEST(MadeContainers, AreListedAtEveryDepth) {
  EXPECT_EQ(
      rows("SELECT f.path, c.node_path, c.kind, c.engine_version, c.compression, c.entry_count,"
           " c.status FROM containers c JOIN files f USING (file_id) ORDER BY 1, 2, 3"),
      "Build/tower.data.br||brotli|-|brotli|1|indexed\n"
      "Build/tower.data.br||web_data|-|none|2|indexed\n"
      "Build/tower.data.unityweb||gzip|-|gzip|1|indexed\n"
      "Build/tower.data.unityweb||web_data|-|none|2|indexed\n"
      "Build/tower.data.unityweb|data.unity3d|unityfs|2020.3.40f1|lz4|2|indexed\n"
      "cut.bundle||unityfs|2022.3.10f1|lzma|2|damaged\n"
      "heroes||unityfs|2019.4.20f1|lz4|2|indexed\n"
      "odds.bundle||unityfs|2020.3.0f1|none|2|indexed\n"
      "old.unity3d||unityfs|5.3.5f1|lz4hc|2|indexed\n"
      "sound.bundle||unityfs|2022.3.10f1|lzma|2|indexed\n"
      "stripped.bundle||unityfs|0.0.0|lz4hc|2|indexed\n"
      "tower.apk||zip|-|deflate|4|indexed\n"
      "tower.unity3d||unityweb|4.6.1f1|lzma|3|indexed\n");
}

TEST(MadeSerializedFiles, KeepVersionFormatPlatformAndScene) {
  EXPECT_EQ(
      rows("SELECT source, file, unity_version, format_version, target_platform, is_big_endian,"
           " has_type_tree, object_count, scene_path, status FROM serialized_files_view"
           " ORDER BY 1, 2"),
      "game/tower-6000|Tower_Data/globalgamemanagers|6000.5.2f1|23|19|0|0|2|-|indexed\n"
      "game/tower-6000|Tower_Data/level0|6000.5.2f1|23|19|0|0|3|Assets/New.unity|indexed\n"
      "game/tower-6000|Tower_Data/sharedassets0.assets|6000.5.2f1|23|19|0|0|7|-|indexed\n"
      "game/tower-bundles|cut.bundle!CAB-sound|-|-|-|0|0|0|-|damaged\n"
      "game/tower-bundles|heroes!CAB-heroes|2019.4.20f1|21|19|0|1|43|-|indexed\n"
      "game/tower-bundles|odds.bundle!CAB-odds|2020.3.0f1|22|19|0|0|11|-|indexed\n"
      "game/tower-bundles|old.unity3d!CAB-old|5.3.5f1|15|5|0|1|6|-|indexed\n"
      "game/tower-bundles|sound.bundle!CAB-sound|2022.3.10f1|22|19|0|1|2|-|indexed\n"
      "game/tower-bundles|stripped.bundle!CAB-stripped|0.0.0|22|19|0|1|1|-|indexed\n"
      "game/tower-console|Drafts.controller|4.2.2f1|9|-2|0|1|1|-|indexed\n"
      "game/tower-console|sharedassets0.assets|4.2.2f1|9|9|1|0|6|-|indexed\n"
      "game/tower-player|Tower_Data/globalgamemanagers|2021.3.20f1|22|19|0|0|3|-|indexed\n"
      "game/tower-player|Tower_Data/level0|2021.3.20f1|22|19|0|0|3|Assets/Scenes/"
      "Tower.unity|indexed\n"
      "game/tower-player|Tower_Data/resources.assets|2021.3.20f1|22|19|0|0|1|-|indexed\n"
      "game/tower-player|Tower_Data/sharedassets0.assets|2021.3.20f1|22|19|0|0|7|-|indexed\n"
      "game/tower-web-player|tower.unity3d!level0|4.6.1f1|9|7|0|0|3|Assets/Second.unity|indexed\n"
      "game/tower-web-player|tower.unity3d!mainData|4.6.1f1|9|7|0|0|5|Assets/First.unity|indexed\n"
      "game/tower-web-player|tower.unity3d!sharedassets0.assets|4.6.1f1|9|7|0|0|6|-|indexed\n"
      "game/tower-webgl|Build/tower.data.unityweb!data.unity3d/"
      "globalgamemanagers|2020.3.40f1|22|20|0|0|2|-|indexed\n"
      "game/tower-webgl|Build/tower.data.unityweb!data.unity3d/"
      "level0|2020.3.40f1|22|20|0|0|4|Assets/Web.unity|indexed\n"
      "game/tower-webgl-br|Build/"
      "tower.data.br!globalgamemanagers|2020.3.40f1|22|20|0|0|2|-|indexed\n"
      "game/tower-webgl-br|Build/"
      "tower.data.br!sharedassets0.assets|2020.3.40f1|22|20|0|0|1|-|indexed\n"
      "game/tower.apk|tower.apk!assets/bin/Data/"
      "globalgamemanagers|2018.4.0f1|17|13|0|0|2|-|indexed\n"
      "game/tower.apk|tower.apk!assets/bin/Data/level0|2018.4.0f1|17|13|0|0|3|Assets/"
      "Phone.unity|indexed\n"
      "game/tower.apk|tower.apk!assets/bin/Data/"
      "sharedassets0.assets|2018.4.0f1|17|13|0|0|6|-|indexed\n");
}

TEST(MadeSerializedFiles, CountTheirClasses) {
  EXPECT_EQ(rows("SELECT k.class_id, k.object_count FROM serialized_file_classes k"
                 " JOIN object_places p USING (serialized_file_id) WHERE p.object_id = " +
                 hero_object(200) + " ORDER BY 1"),
            "1|10\n4|9\n74|4\n90|2\n91|2\n95|4\n114|3\n115|2\n137|3\n142|1\n221|2\n224|1\n");
}

TEST(MadeExternals, AreKeptAsStored) {
  EXPECT_EQ(rows("SELECT external_index, e.path, guid FROM externals e"
                 " JOIN object_places USING (serialized_file_id) WHERE object_id = " +
                 object("tower-player", "Tower_Data/level0", 3)),
            "0|sharedassets0.assets|-\n1|Library/unity default resources|-\n");
}

TEST(MadeObjects, HaveNameLayoutSourceAndContainerPath) {
  EXPECT_EQ(
      rows("SELECT o.class_id, o.path_id, o.name, layout_source, container_path FROM objects o"
           " JOIN object_places p USING (object_id) WHERE p.path = 'heroes'"
           " AND o.class_id NOT IN (1, 4) ORDER BY 1, 2"),
      "74|210|idle|embedded|assets/hero.controller\n"
      "74|211|walk|embedded|-\n"
      "74|212|run|embedded|-\n"
      "74|213|look|embedded|-\n"
      "90|220|HeroAvatar|embedded|-\n"
      "90|221|FlameAvatar|embedded|-\n"
      "91|200|Hero|embedded|assets/hero.controller\n"
      "91|201|Ambience|embedded|-\n"
      "95|100|-|embedded|-\n"
      "95|110|-|embedded|-\n"
      "95|120|-|embedded|-\n"
      "95|130|-|embedded|-\n"
      "114|301||embedded|-\n"
      "114|302|watch|embedded|-\n"
      "114|303||embedded|-\n"
      "115|311|IdleWatcher|embedded|-\n"
      "115|312|MachineWatcher|embedded|-\n"
      "142|1|heroes|embedded|-\n"
      "221|240|Dusk|embedded|-\n"
      "221|241|Night|embedded|assets/night.overridecontroller\n"
      "224|38|-|embedded|-\n");
  EXPECT_EQ(rows("SELECT container_path, layout_source FROM objects WHERE object_id = " +
                 object("tower-player", "Tower_Data/globalgamemanagers", 11)),
            "settings|exact\n");
  EXPECT_EQ(rows("SELECT count(*) FROM objects o JOIN serialized_files s USING (serialized_file_id)"
                 " WHERE byte_offset + byte_size > 100000 OR byte_size = 0"
                 " OR (layout_source = 'embedded') <> has_type_tree"),
            "0\n");
}

TEST(MadeRevision, IsInTheDatabaseAndItsName) {
  EXPECT_EQ(rows("SELECT value FROM corpus_info WHERE key = 'revision'"),
            MadeCorpus::get().result().revision.value() + "\n");
  EXPECT_EQ(std::filesystem::canonical(MadeCorpus::get().database()).stem().string(),
            MadeCorpus::get().result().revision.value());
  EXPECT_EQ(
      rows("SELECT files_seen, files_parsed, files_skipped, files_failed, revision_before,"
           " revision_after = (SELECT value FROM corpus_info WHERE key = 'revision') FROM runs"),
      "22|22|0|1|-|1\n");
}

TEST(MadeDatabase, IsSoundAndWithinItsLimits) {
  EXPECT_EQ(rows("PRAGMA integrity_check"), "ok\n");
  EXPECT_EQ(rows("PRAGMA foreign_key_check"), "");
  EXPECT_EQ(rows("SELECT count(*) FROM findings d LEFT JOIN finding_codes c USING (code)"
                 " WHERE c.stage IS NOT d.stage OR c.severity IS NOT d.severity"),
            "0\n");
}

}  // namespace
}  // namespace mecadex::testing
