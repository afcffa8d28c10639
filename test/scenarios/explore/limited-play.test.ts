import { describe, expect, it } from 'vitest';
import type { Client } from '#client';
import { readInjection } from '#scenarios/explore/injections';
import { playInProcess } from '#scenarios/explore/play-flow';
import type { ClientSetting } from '#scenarios/run/play/index';
import { createReferenceClient } from '#scenarios/run/play/reference-client';
import { flowOf } from './scripted-client.ts';

/** A client that goes on for ever after the supplier was not available. */
const createEndless =
  (goOn: (setting: ClientSetting) => Promise<unknown>) =>
  (setting: ClientSetting): Client => {
    let isLost = false;
    const send: typeof fetch = async (input, init) => {
      const answer = await setting.fetch(input, init);
      isLost ||= answer.status === 503;
      return answer;
    };
    const client = createReferenceClient({ ...setting, fetch: send });
    return {
      ...client,
      async book(...args) {
        const outcome = await client.book(...args);
        while (isLost) await goOn(setting);
        return outcome;
      },
    };
  };

describe('a client that never ends', () => {
  const hotel = flowOf('hotel');
  const call = ({ fetch, baseUrl }: ClientSetting) => fetch(`${baseUrl}/x`);
  const wait = ({ clock }: ClientSetting) => clock.sleep(3_600_000);
  it.each([
    ['makes calls', call, 'the client made more than 2000 calls'],
    ['waits', wait, 'the client took more than 30 days'],
  ])('is stopped if it %s', async (_, goOn, why) => {
    const play = playInProcess({ client: createEndless(goOn) });
    const run = await play(hotel, [readInjection('hotel.search:status=503')]);
    expect(run).toMatchObject({ state: 'broken', outcome: 'no result', why });
    expect(run.broken.map(({ invariant }) => invariant)).toContain('ends');
    expect(await play(hotel, [])).toMatchObject({ state: 'held', outcome: 'confirmed' });
  });
});
