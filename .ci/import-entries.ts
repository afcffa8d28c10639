// Imports every entry of the package from a project that has installed it, as users do. An entry whose optional peer is
// not installed is skipped: test/package imports it with its peer. Usage: node .ci/import-entries.ts <project folder>
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [project = ''] = process.argv.slice(2);
const {
  name,
  exports: entries,
  peerDependencies = {},
} = JSON.parse(readFileSync(join(project, 'node_modules/travel-understudy/package.json'), 'utf8'));

for (const entry of Object.keys(entries)) {
  const specifier = `${name}${entry.slice(1)}`;
  const attributes = specifier.endsWith('.json') ? ", { with: { type: 'json' } }" : '';
  const script = `const names = Object.keys(await import('${specifier}'${attributes}));
    console.log('${specifier}: ' + names.length + ' names'); if (names.length === 0) process.exitCode = 1;`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: project,
    encoding: 'utf8',
  });
  const [, missing = ''] = /Cannot find package '([^']+)'/.exec(stderr) ?? [];
  if (status !== 0 && missing in peerDependencies) {
    console.log(`${specifier}: needs ${missing}, which is an optional peer`);
    continue;
  }
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (status !== 0) process.exitCode = 1;
}
