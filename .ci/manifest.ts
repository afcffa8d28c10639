// Takes the fields that only development needs out of package.json while npm packs it, and puts them back:
// node .ci/manifest.ts shorten, node .ci/manifest.ts restore. The second does nothing when there is nothing to put back.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const backup = 'package.json.backup';
const ours = [
  'optionalDependencies',
  'devDependencies',
  'allowScripts',
  'scarfSettings',
  'scripts',
  'imports',
];

if (process.argv[2] === 'shorten') {
  const text = readFileSync('package.json', 'utf8');
  const manifest: Record<string, unknown> = JSON.parse(text);
  // After a pack that failed, the backup of its package.json may be older than package.json.
  if (ours.some(field => field in manifest)) writeFileSync(backup, text);
  for (const field of ours) delete manifest[field];
  writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
} else if (existsSync(backup)) renameSync(backup, 'package.json');
