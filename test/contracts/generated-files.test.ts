import { describe, expect, it } from 'vitest';
import { captureCalls, examplesOf } from '../../.ci/capture-examples.ts';
import { committedForm, publishedDocuments } from '../../.ci/documents.ts';
import { tellStory } from '../../.ci/tell-story.ts';
import { readProjectFile } from '../house/project-files.ts';

// The committed files contain answers of the stand-in for all operations. So this test also notices each change of an offer, a price or
// an id for the same seed.
const calls = await captureCalls();
const fix = 'run "npm run generate", and commit the result if the change is intended';

describe('a committed file of contracts/', () => {
  it.each(Object.entries(publishedDocuments(examplesOf(calls))))(
    'is what the sources generate: %s',
    (name, document) => {
      expect(JSON.parse(readProjectFile(`contracts/${name}`)), fix).toEqual(
        JSON.parse(JSON.stringify(committedForm(document))),
      );
    },
  );

  it('is what the sources generate: sample-calls.json', () => {
    const story = JSON.parse(readProjectFile('contracts/sample-calls.json'));
    expect(story, fix).toEqual(JSON.parse(JSON.stringify(tellStory(calls))));
  });
});
