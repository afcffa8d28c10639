import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { transitions } from '#client/flow/states';

/** The states in which a booking flow can begin. */
const entrances = {
  recalling: 'the request has a reference, or is a payment',
  searching: 'the request has no reference',
  'looking-up': 'resume()',
};

const idOf = (kind: string): string => kind.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the booking flow as a Mermaid diagram, from the transition table that the compiler checks. */
function flowDiagram(): string {
  const names = Object.keys(transitions).filter(kind => kind !== 'ended' && idOf(kind) !== kind);
  const arrows = Object.entries(transitions).flatMap(([from, next]) =>
    Object.entries(next).map(
      ([to, why]) => `    ${idOf(from)} --> ${to === 'ended' ? '[*]' : idOf(to)}: ${why}`,
    ),
  );
  return [
    'stateDiagram-v2',
    ...names.map(kind => `    ${idOf(kind)}: ${kind}`),
    ...Object.entries(entrances).map(([to, why]) => `    [*] --> ${idOf(to)}: ${why}`),
    ...arrows,
  ].join('\n');
}

it('the diagram of the booking flow shows the transition table in the guide of the client', () => {
  const [, printed] = /```mermaid\n(.*?)\n```/s.exec(readFileSync('docs/guides/client.md', 'utf8')) ?? [];
  // Copy the received text into the guide when the table has changed.
  expect(printed).toBe(flowDiagram());
});

it('the diagram of the booking flow reaches every state of the booking flow, and the end from each of them', () => {
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
