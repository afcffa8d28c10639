import { addDays, nightsBetween } from '#contracts';
import type { Scenario } from '#contracts/scenario';

const dated = /^\d{4}-\d{2}-\d{2}(?=T|$)/;

/**
 * A scenario as if its clock started on another day: every date of its task, and the year of a card, moves along, so that
 * a client that goes by a calendar of its own meets no dates that have passed. One that does not say when its clock starts
 * stays as it is.
 *
 * @param day `YYYY-MM-DD`, in UTC
 * @example moveScenario(scenario, '2027-05-01').setup?.start // '2027-05-01T10:00:00Z'
 */
export function moveScenario(scenario: Scenario, day: string): Scenario {
  const { setup, task } = scenario;
  const [first] = dated.exec(setup?.start ?? '') ?? [];
  if (first === undefined) return scenario;
  const days = nightsBetween(first, day);
  return days === 0 ? scenario : { ...scenario, setup: moved(setup, days), task: moved(task, days) };
}

/** So long a client may take from its start to its first call, milliseconds. */
const startUp = 60_000;

/**
 * A scenario that answers with a date for Retry-After, with a clock that starts just ahead of the machine's; any other one as
 * it is. A client may compare that date with the clock of the supplier (Date) or with its own: behind that it would wait
 * for nothing, and far ahead of it for hours.
 *
 * @param now on the clock of the machine, epoch milliseconds
 */
export function alignDates(scenario: Scenario, now: number): Scenario {
  const { setup } = scenario;
  if (!JSON.stringify(setup?.faults ?? []).includes('retryAfterForm')) return scenario;
  const start = new Date(now + startUp).toISOString();
  const { task } = moveScenario(scenario, start.slice(0, 10));
  return { ...scenario, setup: { ...setup, start }, task };
}

const moved = <Value>(value: Value, days: number): Value =>
  JSON.parse(JSON.stringify(value), (name, entry: unknown) => {
    if (typeof entry !== 'string') return entry;
    const isYear = name === 'YearExpiration' && /^\d{4}$/.test(entry);
    // A card is good to the end of its year, wherever that comes to lie.
    return isYear
      ? addDays(`${entry}-12-31`, days).slice(0, 4)
      : entry.replace(dated, date => addDays(date, days));
  });
