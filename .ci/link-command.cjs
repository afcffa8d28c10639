// Makes `npx understudy` and `npx travel-understudy` start the command of this clone, as they do where the package is installed:
// npm links the commands of dependencies only. npm runs this after `npm ci` and `npm install`, on any Node.
'use strict';

const { existsSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const bin = join(__dirname, '..', 'node_modules', '.bin');
const script = '#!/bin/sh\nexec node "$(dirname "$0")/../../scenarios/cli/understudy.cjs" "$@"\n';

if (existsSync(bin)) {
  for (const name of ['understudy', 'travel-understudy']) {
    rmSync(join(bin, name), { force: true });
    writeFileSync(join(bin, name), script, { mode: 0o755 });
  }
}
