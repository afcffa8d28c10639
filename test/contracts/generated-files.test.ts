import { expect, it } from 'vitest';
import { explorationJsonSchema } from '#scenarios/report/schema';
import { driftReportJsonSchema } from '#scenarios/verify';
import { captureCalls, examplesOf } from '../../.ci/capture-examples.ts';
import { committedForm, publishedDocuments } from '../../.ci/documents.ts';
import { tellStory } from '../../.ci/tell-story.ts';
import { readProjectFile } from '../house/project-files.ts';

// The committed files contain answers of the stand-in for all operations. So this test also notices each change of an offer, a price or
// an id for the same seed.
const calls = await captureCalls();

it.each<[string, unknown]>([
  ...Object.entries(publishedDocuments(examplesOf(calls))).map(
    ([name, made]) => [name, committedForm(made)] satisfies [string, unknown],
  ),
  ['drift-report.schema.json', driftReportJsonSchema()],
  ['exploration.schema.json', explorationJsonSchema()],
  ['sample-calls.json', tellStory(calls)],
])('the committed contracts/%s is what `npm run generate` writes', (name, made) => {
  expect(JSON.parse(readProjectFile(`contracts/${name}`))).toEqual(JSON.parse(JSON.stringify(made)));
});
