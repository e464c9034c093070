// Unity's own property names, which clips animate and files hold only as CRC-32.
//
// No file spells them out, so they are listed here: the serialized names of the properties that Unity's
// components let a user animate (Unity's scripting and animation documentation; m_IsActive, m_Sprite,
// m_AnchoredPosition and their like were seen by hash in real clips). The properties of materials are those of Unity's
// built-in shaders, of its render pipelines and text, and others seen in real clips by hash, which agree in 28 bits and in
// the kind of their components. A name that no clip uses does no harm.
#pragma once

#include <string>
#include <vector>

namespace mecadex::corpus {

const std::vector<std::string>& builtin_names();

}  // namespace mecadex::corpus
