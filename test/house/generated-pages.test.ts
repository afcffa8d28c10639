import { expect, it } from 'vitest';
import { pages } from '../../.ci/pages/index.ts';
import { readProjectFile } from './project-files.ts';

it.each(Object.entries(pages))('%s is what `npm run generate` writes', async (file, write) => {
  expect(readProjectFile(file)).toBe(await write());
});
