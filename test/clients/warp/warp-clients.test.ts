import { describe, expect, it } from 'vitest';
import { createFolder } from '../../folder.ts';
import { scenarioOf } from '../../scenarios/catalogue/scenario-of.ts';
import { plainClients, playUnderWarp } from './clients.ts';

describe.each(plainClients)('a client in $language with real waits', ({ command, plays }) => {
  const { path: folder } = createFolder();

  it('holds under warp, and no rule is inconclusive', async () => {
    const reports = await playUnderWarp(plays.map(scenarioOf), command(folder));
    const ends = reports.flatMap(({ id, state, outcome, reason, verdicts }) =>
      state === 'held'
        ? []
        : [{ id, state, outcome, reason, wrong: verdicts.filter(({ verdict }) => verdict === 'fail') }],
    );
    expect(ends).toEqual([]);
    expect(reports.map(({ id }) => id).toSorted()).toEqual(plays.toSorted());
    const unclear = reports.flatMap(({ id, verdicts }) =>
      verdicts.flatMap(({ rule, verdict }) => (verdict === 'inconclusive' ? [[id, rule]] : [])),
    );
    expect(unclear).toEqual([]);
  });
});
