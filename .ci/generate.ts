// Writes contracts/openapi.json from the registry and the control API. With --check it writes nothing and fails when
// the file is not what these give.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { controlPart, createOpenApi } from '#contracts/openapi';
import { captureExamples } from './capture-examples.ts';

const file = 'contracts/openapi.json';
const document = createOpenApi({ examples: await captureExamples(), control: controlPart() });
const text = `${JSON.stringify(document, null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(`${file} is not what the registry gives; run "npm run generate" and commit the result.`);
  process.exitCode = 1;
}
