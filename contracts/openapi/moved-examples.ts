import { addDays, dayNumber, utcDate } from '../calendar.ts';
import { operations } from '../operations/index.ts';
import { asObject } from '../util/index.ts';
import type { Example } from './examples.ts';

/** The day on which the example calls of the committed document were made. */
export const exampleDay = '2026-11-20';

/** The example calls that a document in contract names shows, by the id of their operation. */
export function examplesIn(document: {
  readonly paths: Readonly<Record<string, unknown>>;
}): Record<string, Example> {
  const found: Record<string, Example> = {};
  for (const { id, method, path } of Object.values(operations)) {
    const item = asObject(asObject(document.paths[path])[method.toLowerCase()]);
    const request = requestIn(item);
    const answer = exampleOf(asObject(item.responses)['200']);
    if (request !== undefined && answer !== undefined) found[id] = { request, answer };
  }
  return found;
}

/** The body of a POST, or the parameters of a GET together. */
function requestIn(item: Record<string, unknown>): unknown {
  if (item.requestBody !== undefined) return exampleOf(item.requestBody);
  const parameters = Array.isArray(item.parameters) ? item.parameters.map(asObject) : [];
  const given = parameters.filter(({ example }) => example !== undefined);
  return given.length > 0 ? Object.fromEntries(given.map(({ name, example }) => [name, example])) : undefined;
}

const exampleOf = (holder: unknown): unknown =>
  asObject(asObject(asObject(holder).content)['application/json']).example;

// The examples reach some months past their day, and a date has four digits for its year.
const latestDay = '9998-12-31';

const date = /^\d{4}-\d{2}-\d{2}(?= \d{2}:\d{2}:\d{2}$|$)/;

/**
 * An example as if it had been made on the day of an instant: every date and time stamp in it moves along, so that what
 * it asks for lies ahead again. In the last year that a date can be written in it stays where it was a year before.
 *
 * @param now epoch milliseconds, on the clock of the sandbox that the example is for
 * @example moveExample({ CheckinDate: '2027-03-10' }, Date.parse('2026-11-21T00:00:00Z')) // { CheckinDate: '2027-03-11' }
 */
export function moveExample<Value>(value: Value, now: number): Value {
  const days = Math.min(dayNumber(utcDate(now)), dayNumber(latestDay)) - dayNumber(exampleDay);
  const move = (_: string, entry: unknown) =>
    typeof entry === 'string' ? entry.replace(date, day => addDays(day, days)) : entry;
  return JSON.parse(JSON.stringify(value), move);
}
