import { invariants } from '../judge/index.ts';
import { readKnown } from '../run/node.ts';
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
