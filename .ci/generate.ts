// Writes the generated pages of docs/, and the generated files of contracts/: openapi.json from the operations and the control API, the JSON Schemas of
// profiles, scenarios and reports from the zod schemas, and sample-calls.json from calls of the stand-in.
// With --check it writes nothing, and fails when a committed file differs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { explorationJsonSchema } from '#scenarios/report/schema';
import { driftReportJsonSchema } from '#scenarios/verify';
import { captureCalls, examplesOf } from './capture-examples.ts';
import { committedForm, publishedDocuments } from './documents.ts';
import { pages } from './pages/index.ts';
import { tellStory } from './tell-story.ts';

const calls = await captureCalls();
const published = Object.entries(publishedDocuments(examplesOf(calls)));
const documents: Record<string, unknown> = {
  ...Object.fromEntries(published.map(([name, document]) => [`contracts/${name}`, committedForm(document)])),
  'contracts/drift-report.schema.json': driftReportJsonSchema(),
  'contracts/exploration.schema.json': explorationJsonSchema(),
  'contracts/sample-calls.json': tellStory(calls),
};
const files = Object.entries(documents).map(([file, content]) => [
  file,
  `${JSON.stringify(content, null, 2)}\n`,
]);
for (const [file, write] of Object.entries(pages)) files.push([file, await write()]);
for (const [file = '', text = ''] of files) {
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} differs from the generated one. Run "npm run generate" and commit the result.`);
    process.exitCode = 1;
  }
}
