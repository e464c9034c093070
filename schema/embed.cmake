# Puts text files into a program: mecadex_embed(out.inc ROOT dir FILES a.sql b/c.sql) writes a line
# {"a", R"sql(...)sql"}, for each file, named by its path below ROOT without the ending, in the order given.
# The text is carried as it is; a file that changes is embedded anew. As a script (cmake -P) it does the work.
if(CMAKE_SCRIPT_MODE_FILE)
  file(WRITE "${OUT}.new" "")
  foreach(name IN LISTS FILES)
    file(READ "${ROOT}/${name}" text)
    string(REGEX REPLACE "\\.[a-z]+$" "" stem "${name}")
    file(APPEND "${OUT}.new" "{\"${stem}\", R\"sql(${text})sql\"},\n")
  endforeach()
  file(RENAME "${OUT}.new" "${OUT}")
  return()
endif()

set(MECADEX_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE} CACHE INTERNAL "script of mecadex_embed")

function(mecadex_embed out)
  cmake_parse_arguments(ARG "" "ROOT" "FILES" ${ARGN})
  list(TRANSFORM ARG_FILES PREPEND "${ARG_ROOT}/" OUTPUT_VARIABLE paths)
  add_custom_command(
    OUTPUT "${out}"
    COMMAND ${CMAKE_COMMAND} "-DOUT=${out}" "-DROOT=${ARG_ROOT}" "-DFILES=${ARG_FILES}"
            -P "${MECADEX_EMBED_SCRIPT}"
    DEPENDS ${paths} "${MECADEX_EMBED_SCRIPT}"
    COMMENT "Embedding ${out}"
    VERBATIM)
endfunction()
