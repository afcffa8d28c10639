// Imports every entry of the package that is installed in the folder named on the command line, as its users would.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [project = ''] = process.argv.slice(2);
const { name, exports: entries } = JSON.parse(
  readFileSync(join(project, 'node_modules/travel-understudy/package.json'), 'utf8'),
);

for (const entry of Object.keys(entries)) {
  const specifier = `${name}${entry.slice(1)}`;
  const attributes = specifier.endsWith('.json') ? ", { with: { type: 'json' } }" : '';
  const script = `const names = Object.keys(await import('${specifier}'${attributes}));
    console.log('${specifier}: ' + names.length + ' names'); if (names.length === 0) process.exitCode = 1;`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: project,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
