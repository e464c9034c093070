# packages.sh: the Debian packages of packages.txt, for scripts that source it.
#
#   install_packages GROUP...   installs what is missing of the groups; as root or with sudo

packages_of() {
  local group
  for group in "$@"; do
    awk -v group="$group" '$1 == group { print $2 }' packages.txt
  done
}

install_packages() {
  local missing=() package
  for package in $(packages_of "$@"); do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' ||
      missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    echo "packages: all installed"
    return
  fi
  echo "packages: installing ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "run this as root, or install sudo" >&2; return 1; }
    as_root=(sudo)
  fi
  local quiet=(env DEBIAN_FRONTEND=noninteractive)
  "${as_root[@]}" "${quiet[@]}" apt-get -qq update &&
    "${as_root[@]}" "${quiet[@]}" apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
}
