import { expect, it } from 'vitest';
import { faultKinds } from '#contracts/fault';
import { publishedDocuments, withoutFaultKinds } from '../../.ci/fault-kinds.ts';
import { faultKindsPage } from './fault-kinds-page.ts';

const kinds = Object.keys(faultKinds);
const kindsIn = (document: unknown) =>
  kinds.filter(kind => JSON.stringify(document).includes(`"const":"${kind}"`));

// The page is the promise about kinds, parameters and their values: a row that changes or goes breaks somebody's faults.
it('writes docs/guides/fault-kinds.md from the kinds', async () => {
  await expect(faultKindsPage()).toMatchFileSnapshot('../../docs/guides/fault-kinds.md');
});

it('publishes a schema of every kind, and commits none', () => {
  for (const [name, document] of Object.entries(publishedDocuments())) {
    expect(kindsIn(document), name).toEqual(kinds);
    expect(kindsIn(withoutFaultKinds(document)), name).toEqual([]);
  }
});
