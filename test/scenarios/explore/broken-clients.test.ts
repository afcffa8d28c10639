import { expect, it } from 'vitest';
import { findByExploring } from '../../broken-clients/find-by-exploring.ts';
import { brokenClients } from '../../broken-clients/index.ts';

// test/broken-clients/explored.ts explores every broken client, which takes many minutes.
it.each([
  ['reports a failure after a successful booking', 'truth-told'],
  ['makes and pays each booking twice in a row', 'one-booking'],
  ['sends the Token of a Search a second time', 'rules token-used-once'],
])('finds a client that %s, without its scenario', async (name, failure) => {
  const broken = brokenClients.find(one => one.name === name);
  expect(broken && (await findByExploring(broken, 20))).toMatchObject({ flow: 'hotel', failure });
});

it('finds nothing in a client without a change', async () => {
  expect(await findByExploring({ breakIt: {} }, 20)).toBeUndefined();
});
