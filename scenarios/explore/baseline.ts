import { invariants } from '../judge/index.ts';
import { readKnown } from '../run/node.ts';
import { nameOfFailure } from './counterexamples.ts';
import type { Exploration } from './exploration.ts';
import { flows } from './flows.ts';

/** For the invariant `rules`, the rule follows: `trip: rules poll-interval`. */
export function readExploreBaseline(text: string): string[] {
  const names = flows.map(({ id }) => id);
  const form = `"flow: invariant"; the flows are ${names.join(', ')}`;
  return readLines(text, form, flow => names.includes(flow));
}

export function readSuiteBaseline(text: string): string[] {
  const ids: readonly string[] = invariants.map(({ id }) => id);
  const form = '"operation: invariant", such as "hotel.doBooking: rules no-blind-rebooking"';
  return readLines(text, form, (_, mistake) => ids.includes(mistake) || /^rules\s+[\w-]+$/.test(mistake));
}

const readLines = (
  text: string,
  form: string,
  isLine: (place: string, failure: string) => boolean,
): string[] =>
  readKnown(text, (place, failure, line) =>
    isLine(place, failure)
      ? { line: `${place}: ${failure.replace(/\s+/g, ' ')}` }
      : `"${line}" does not have the form ${form}`,
  ).map(({ line }) => line);

/** Whose failure did not happen, although the flow was explored to the end. */
export function staleLines(known: readonly string[], exploration: Exploration): string[] {
  if (exploration.ended !== 'complete') return [];
  const happened = new Set(
    exploration.counterexamples.flatMap(({ flow, broken, also }) =>
      [flow, ...also.map(one => one.flow)].map(({ id }) => `${id}: ${nameOfFailure(broken)}`),
    ),
  );
  const explored = exploration.flows.flatMap(({ id, state }) => (state === 'explored' ? [id] : []));
  return known.filter(line => !happened.has(line) && explored.some(id => line.startsWith(`${id}:`)));
}
