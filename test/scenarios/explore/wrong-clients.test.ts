import { expect, it } from 'vitest';
import type { Client } from '#client';
import { explore, exploreFlows } from '#scenarios/explore/explore';
import { readInjection } from '#scenarios/explore/injections';
import { noResult, type PlayRun } from '#scenarios/explore/play';
import { playInProcess } from '#scenarios/explore/play-flow';
import type { ClientSetting } from '#scenarios/run/play/index';
import { createReferenceClient } from '#scenarios/run/play/reference-client';
import { flowOf } from './scripted-client.ts';

/** A client that shows the conditions to its user, but does not wait for the answer. */
function createHastyClient(setting: ClientSetting): Client {
  const client = createReferenceClient(setting);
  return {
    ...client,
    book(request, consent, how) {
      const agree: typeof consent = question => Promise.resolve(consent(question)).then(() => true);
      return client.book(request, agree, how);
    },
  };
}

/** A client that gives each booking to the support, also a confirmed one. */
function createHelplessClient(setting: ClientSetting): Client {
  const client = createReferenceClient(setting);
  return {
    ...client,
    async book(...asked) {
      const end = await client.book(...asked);
      if (end.outcome !== 'confirmed') return end;
      const { bookingId } = end;
      const support = { channel: 'e-mail', hours: 'always' } as const;
      return { outcome: 'ask-support', bookingId, reference: '', why: 'unsure', support };
    },
  };
}

/** A client that sends nothing more after the supplier was not available once. */
function createTimidClient(setting: ClientSetting): Client {
  let lost: Response | undefined;
  return createReferenceClient({
    ...setting,
    async fetch(input, init) {
      const answer = lost ?? (await setting.fetch(input, init));
      if (answer.status === 503) lost = answer;
      return answer.clone();
    },
  });
}

it.each(['hotel', 'car', 'transfer', 'tour'] as const)(
  'an exploration finds a client that books a %s although its user refuses the new price',
  async product => {
    const flow = flowOf(product);
    const dearer = [readInjection(`${product}.getBookingConditions:price=20,nth=1`)];
    const hasty = await playInProcess({ client: createHastyClient })(flow, dearer);
    expect(hasty.broken.map(({ rule }) => rule)).toContain('price-change-confirmed');
    expect(await playInProcess({})(flow, dearer)).toMatchObject({ outcome: 'declined-by-user', broken: [] });
  },
);

it('only warns about a client that breaks nothing but a rule of level should', async () => {
  const play = playInProcess({ client: createTimidClient });
  const run = await play(flowOf('hotel'), [readInjection('hotel.search:status=503,nth=1')]);
  expect(run).toMatchObject({ state: 'warned', broken: [{ invariant: 'recovers', level: 'should' }] });
});

it('an exploration reports a client that does not complete the purchase, although nothing is disturbed', async () => {
  const { failures, flows, runs, exitCode } = await explore(createHelplessClient, { flows: ['tour'] });
  const message =
    'Without a disturbance, the client reported "ask-support", but this purchase ends with "confirmed".';
  const replay = 'npx travel-understudy explore --flow tour --budget 1 --seed understudy';
  const scenario = { outcomes: ['confirmed'] };
  expect(failures).toMatchObject([{ rule: 'outcome-as-expected', schedule: [], message, replay, scenario }]);
  expect(flows).toMatchObject([{ state: 'not-played', outcome: 'ask-support' }]);
  expect({ runs, exitCode }).toEqual({ runs: 0, exitCode: 1 });
});

it('an exploration reports a client that books, and then ends without a result', async () => {
  const flows = [flowOf('tour')];
  const untold = { invariant: 'truth-told', level: 'must', message: 'No result.', exchanges: [] } as const;
  const play: PlayRun = async (flow, schedule) => {
    const run = await playInProcess({})(flow, schedule);
    return { ...run, outcome: noResult, broken: [untold] };
  };
  const setting = { flows, play, jobs: 1, depth: 1, seed: 'any' };
  const { failures, flows: explored } = await exploreFlows(setting, playInProcess({}));
  expect(explored).toMatchObject([{ state: 'not-played' }]);
  expect(failures).toMatchObject([{ invariant: 'truth-told', schedule: [] }]);
});
