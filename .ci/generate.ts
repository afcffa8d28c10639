// Writes contracts/openapi.json from the registry and the control API, the JSON Schemas of scenarios and reports from those of
// zod, and contracts/sample-calls.json from calls of the stand-in. With --check it writes nothing and fails when a file is not
// what these give.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { controlPart, createOpenApi } from '#contracts/openapi';
import { scenarioJsonSchema } from '#contracts/scenario';
import { rules } from '#scenarios/judge';
import { reportJsonSchema, verdictsJsonSchema } from '#scenarios/reports/schema';
import { driftReportJsonSchema } from '#scenarios/verify';
import { captureCalls, examplesOf } from './capture-examples.ts';
import { withoutFaultKinds } from './fault-kinds.ts';
import { tellStory } from './tell-story.ts';

const calls = await captureCalls();
const files: Record<string, unknown> = {
  'contracts/openapi.json': withoutFaultKinds(
    createOpenApi({ examples: examplesOf(calls), control: controlPart() }),
  ),
  'contracts/scenario.schema.json': withoutFaultKinds(scenarioJsonSchema(rules.map(({ id }) => id))),
  'contracts/report.schema.json': reportJsonSchema(),
  'contracts/drift-report.schema.json': driftReportJsonSchema(),
  'contracts/verdicts.schema.json': verdictsJsonSchema(),
  'contracts/sample-calls.json': tellStory(calls),
};
for (const [file, content] of Object.entries(files)) {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not what it is made from; run "npm run generate" and commit the result.`);
    process.exitCode = 1;
  }
}
