// Makes `npx understudy` start the command of this clone, as it does where the package is installed: npm links the commands of
// dependencies only. npm runs this behind `npm ci` and `npm install`, on whatever Node there is.
'use strict';

const { existsSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const bin = join(__dirname, '..', 'node_modules', '.bin');
const script = '#!/bin/sh\nexec node "$(dirname "$0")/../../scenarios/cli/understudy.cjs" "$@"\n';

if (existsSync(bin)) {
  rmSync(join(bin, 'understudy'), { force: true });
  writeFileSync(join(bin, 'understudy'), script, { mode: 0o755 });
}
