import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { transitions } from '#client/flow/states';

const entrances = {
  recalling: 'the request has a reference, or is a payment',
  searching: 'the request has no reference',
  'looking-up': 'resume()',
};

it('the table of the booking flow in the guide of the client shows the transitions that the compiler checks', () => {
  const flow = Object.entries({ start: entrances, ...transitions }).flatMap(([from, next]) =>
    Object.entries(next).map(([to, why]) => `| ${from} | ${to === 'ended' ? 'end' : to} | ${why} |`),
  );
  const guide = readFileSync('docs/guides/client.md', 'utf8');
  const [, printed] = /\| state \| next state \| when \|\n.*\n((?:\|.*\n)*)/.exec(guide) ?? [];
  // Copy the received text into the guide when the transitions have changed.
  expect(printed).toBe(`${flow.join('\n')}\n`);
});

it('the booking flow reaches every state, and the end from each of them', () => {
  const next = (kind: string) => Object.keys(Object(transitions)[kind]);
  const reachable = (from: readonly string[]): Set<string> => {
    const seen = new Set(from);
    for (const kind of seen) for (const to of next(kind)) seen.add(to);
    return seen;
  };
  const kinds = Object.keys(transitions);
  expect([...reachable(['recalling', 'looking-up'])].sort()).toEqual(kinds.toSorted());
  for (const kind of kinds) expect(reachable([kind])).toContain('ended');
});
