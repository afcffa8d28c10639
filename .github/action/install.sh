#!/usr/bin/env bash
# Installs travel-understudy in a folder of its own, so that the project is left as it is.
set -euo pipefail

case $INPUT_VERSION in
  *.tgz) package=$(cd -- "$(dirname -- "$INPUT_VERSION")" && pwd)/$(basename -- "$INPUT_VERSION") ;;
  *) package=$INPUT_VERSION ;;
esac
npm install --no-save --no-audit --no-fund --prefix "$RUNNER_TEMP/understudy" "travel-understudy@$package"
