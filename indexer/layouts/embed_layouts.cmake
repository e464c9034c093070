# Writes ${OUTPUT}: the texts of ${FOLDER}/*.layout and versions.list as C++ raw strings, in the order of
# their names. Run with `cmake -D FOLDER=... -D OUTPUT=... -P embed_layouts.cmake`.
file(GLOB files "${FOLDER}/*.layout")
list(SORT files)
file(READ "${FOLDER}/versions.list" versions)
set(code "// Written by embed_layouts.cmake from data/.\n")
string(APPEND code "constexpr std::string_view kVersionsText = R\"layout(${versions})layout\";\n")
string(APPEND code "constexpr std::string_view kClassTexts[] = {\n")
foreach(file IN LISTS files)
  file(READ "${file}" text)
  string(APPEND code "R\"layout(${text})layout\",\n")
endforeach()
string(APPEND code "};\n")
file(WRITE "${OUTPUT}" "${code}")
