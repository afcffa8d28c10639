// Writes contracts/openapi.json from the registry. With --check it writes nothing and fails when the file is not what
// the registry gives.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createOpenApi } from '#contracts/openapi';
import { captureExamples } from './capture-examples.ts';

const file = 'contracts/openapi.json';
const text = `${JSON.stringify(createOpenApi({ examples: await captureExamples() }), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(`${file} is not what the registry gives; run "npm run generate" and commit the result.`);
  process.exitCode = 1;
}
