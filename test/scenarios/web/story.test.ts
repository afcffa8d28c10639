import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Story } from '#scenarios/report/story/index';
import { layoutOf, storyRows } from '#scenarios/web/shared/story/rows';
import { clockTime, curlOf, cut, shortDuration, visible } from '#scenarios/web/shared/texts';

type Call = Story['calls'][number];
const look = { operation: 'getBooking', method: 'POST', url: '/x', status: 200, said: 'same' } as const;
const call = (number: number, at: number, rest: Partial<Call> = {}): Call => {
  return { number, at, tookMs: 0, ...look, ...rest };
};

const parts = { calls: [], restarts: [], services: [], tokens: [], charges: [] };
const empty: Story = { began: '2026-12-01T10:00:00.000Z', ended: 0, ...parts };
const service = (...states: Story['services'][number]['states']) => {
  return { bookingId: '1', serviceId: '101', product: 'hotel', item: '7', states };
};
const kinds = (story: Story, options = {}) =>
  storyRows(story, options)
    .map(row => (row.kind === 'call' ? `call ${row.call.number}` : row.kind))
    .join(', ');

describe('storyRows', () => {
  it('puts what a call changed after the call, also if all happens in the same millisecond', () => {
    const calls = [call(1, 0), call(2, 0, { said: 'books' }), call(3, 0, { said: 'looks' })];
    const services = [service({ at: 0, status: 'confirmed', by: 2 })];
    const restarts = [{ at: 0, after: 2 }];
    expect(kinds({ ...empty, calls, services, restarts })).toBe(
      'call 1, call 2, state, restart, call 3, end',
    );
  });

  it('puts what the supplier changed by itself before the call that then sees it', () => {
    const calls = [call(1, 0), call(2, 600_000, { said: 'other' })];
    const services = [service({ at: 0, status: 'on-request', by: 1 }, { at: 600_000, status: 'confirmed' })];
    expect(kinds({ ...empty, calls, services, ended: 600_000 })).toBe(
      'call 1, state, wait, state, call 2, end',
    );
  });

  it('shows what happens after the end of the client below its end', () => {
    const services = [service({ at: 0, status: 'on-request', by: 1 }, { at: 9_000_000, status: 'expired' })];
    expect(kinds({ ...empty, calls: [call(1, 0)], services })).toBe('call 1, state, end, wait, state');
  });

  it('leaves out equal calls in a row, unless one of them proves something or a person asks for all', () => {
    const calls = Array.from({ length: 8 }, (_, index) => call(index + 1, index * 300_000));
    const story = { ...empty, calls, ended: 2_100_000 };
    const same = storyRows(story).flatMap(row =>
      row.kind === 'same' ? row.calls.map(({ number }) => number) : [],
    );
    expect(same).toEqual([2, 3, 4, 5, 6, 7]);
    expect(kinds(story, { isFull: true }).match(/call/g)).toHaveLength(8);
    expect(kinds(story, { marked: new Set([4]) })).toContain('call 4');
  });

  it('loses no call, no status and no charge, whatever the times are', () => {
    const anyState = fc.record({ at: fc.nat(9_000_000), by: fc.option(fc.nat(20), { nil: undefined }) });
    const anyStory = fc
      .tuple(
        fc.array(fc.nat(5_000_000), { maxLength: 15 }),
        fc.array(anyState, { maxLength: 6 }),
        fc.nat(6_000_000),
      )
      .map(([times, states, ended]): Story => {
        const calls = times.sort((a, b) => a - b).map((at, index) => call(index + 1, at));
        const services = [
          service(...states.map(({ at, by }) => ({ at, status: 'confirmed', ...(by && { by }) }))),
        ];
        const charge = { bookingId: '1', amount: 1, currency: 'BRL', status: 'x' };
        const charges = states.map(({ at }) => ({ at, ...charge }));
        return { ...empty, calls, services, charges, ended: Math.max(ended, times.at(-1) ?? 0) };
      });
    fc.assert(
      fc.property(anyStory, story => {
        const rows = storyRows(story);
        const calls = rows.flatMap(row =>
          row.kind === 'call' ? row.call : row.kind === 'same' ? row.calls : [],
        );
        expect(calls.map(({ number }) => number)).toEqual(story.calls.map(({ number }) => number));
        const count = (kind: string) => rows.filter(row => row.kind === kind).length;
        expect(count('state')).toBe(story.services[0]?.states.length);
        expect(count('charge')).toBe(story.charges.length);
        expect(count('end')).toBe(1);
        const { rows: placed, height } = layoutOf(story, rows);
        for (const [index, one] of placed.entries())
          expect(one.y).toBe((placed[index - 1]?.y ?? 8) + (placed[index - 1]?.height ?? 0));
        expect(height).toBeGreaterThan(placed.at(-1)?.y ?? 0);
      }),
    );
  });
});

describe('layoutOf', () => {
  it('draws a status until the next one, and a Token from the call that got it to the call that used it', () => {
    const story: Story = {
      ...empty,
      calls: [call(1, 0, { said: 'a' }), call(2, 0, { said: 'b' }), call(3, 0, { said: 'c' })],
      services: [
        service({ at: 0, status: 'awaiting-payment', by: 1 }, { at: 0, status: 'confirmed', by: 3 }),
      ],
      tokens: [{ kind: 'Token', name: 'S0…', from: 0, until: 0, end: 'used', by: 1, usedBy: 2 }],
    };
    const { services, tokens, height } = layoutOf(story, storyRows(story));
    expect(services.map(({ tone }) => tone)).toEqual(['open', 'good']);
    expect(services[0]?.to).toBe(services[1]?.from);
    expect(services[1]?.to).toBeLessThanOrEqual(height);
    expect(tokens[0]?.to).toBeGreaterThan(tokens[0]?.from ?? 0);
  });

  it('counts the Tokens for which there is no lane', () => {
    const token = { kind: 'ReToken' as const, from: 0, until: 0, end: 'open' as const, by: 1 };
    const tokens = Array.from({ length: 9 }, (_, index) => ({ ...token, name: `R${index}…` }));
    const story = { ...empty, calls: [call(1, 0)], tokens };
    expect(layoutOf(story, storyRows(story))).toMatchObject({ tokenLanes: 5, hiddenTokens: 4 });
  });
});

describe('the texts of the pages', () => {
  it('show durations and times with few characters', () => {
    const durations = [0, 999, 1_500, 61_000, 5_430_000, 90_000_000].map(shortDuration);
    expect(durations.join(', ')).toBe('0 ms, 999 ms, 1.5 s, 1 min 1 s, 1 h 30 min, 1 d 1 h');
    expect([0, 61_000, 5_430_000].map(clockTime)).toEqual(['0:00', '1:01', '1:30:30']);
  });

  it('make control characters and marks of the writing direction visible', () => {
    expect(visible('a\u202Eb\u0000c\u200Fd\ne')).toBe('a\uFFFDb\u2400c\uFFFDd\ne');
    expect([cut('hotel.search', 6), cut('hotel', 6), cut('hotel', 1)]).toEqual(['hotel…', 'hotel', '']);
  });

  it('quote a command so that a shell changes nothing', () => {
    const request = '{\n "Name": "O\'Hara $(id) `id`"\n}';
    expect(curlOf({ method: 'POST', url: "/a?b='c", request })).toBe(
      `curl -X POST "$UNDERSTUDY_BASE_URL"'/a?b='\\''c' \\\n  -H 'Content-Type: application/json' \\\n  --data-raw '{"Name":"O'\\''Hara $(id) \`id\`"}'`,
    );
    expect(curlOf({ method: 'GET', url: 'http://127.0.0.1:1/x' })).toBe('curl http://127.0.0.1:1/x');
  });
});
