import { transitions } from '#client/flow/states';

/** The states in which a booking flow can begin. */
const entrances = {
  recalling: 'the request has a reference, or is a payment',
  searching: 'the request has no reference',
  'looking-up': 'resume()',
};

const idOf = (kind: string): string => kind.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the booking flow as a Mermaid diagram, from the transition table that the compiler checks. */
export function flowDiagram(): string {
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
