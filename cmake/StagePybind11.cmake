# Copies pybind11's headers into the build tree and points its targets at the copy.
#
# An isolated build sees pybind11 in a fresh temporary folder each time: new paths and new time
# stamps, so a kept build tree would recompile every binding. The copy stays put, and a header is
# touched only where its content changed. The version in the path keeps two releases apart.

set(staged "${CMAKE_BINARY_DIR}/pybind11-${pybind11_VERSION}")
file(GLOB_RECURSE headers RELATIVE "${pybind11_INCLUDE_DIR}" "${pybind11_INCLUDE_DIR}/pybind11/*.h")
foreach(header IN LISTS headers)
  get_filename_component(folder "${staged}/${header}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  file(COPY_FILE "${pybind11_INCLUDE_DIR}/${header}" "${staged}/${header}" ONLY_IF_DIFFERENT)
endforeach()

foreach(name IN ITEMS pybind11_headers headers)
  if(TARGET pybind11::${name})
    set_target_properties(
      pybind11::${name} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${staged}"
                                   INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${staged}")
  endif()
endforeach()
