import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { transitions } from '#client/flow/states';
import { flowDiagram } from './diagram.ts';

it('shows the transition table in the guide of the client', () => {
  const [, printed] = /```mermaid\n(.*?)\n```/s.exec(readFileSync('docs/guides/client.md', 'utf8')) ?? [];
  // Copy the received text into the guide when the table has changed.
  expect(printed).toBe(flowDiagram());
});

it('reaches every state of the booking flow, and the end from each of them', () => {
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
