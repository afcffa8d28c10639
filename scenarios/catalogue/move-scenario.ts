import { addDays, nightsBetween, utcDate } from '#contracts';
import type { Scenario } from '#contracts/scenario';

const datePrefix = /^\d{4}-\d{2}-\d{2}(?=T|$)/;

/**
 * Moves all dates and the expiry years of cards, so that a client that uses the real date sees no date in the past. A scenario
 * without `setup.start` stays unchanged. `day`: `YYYY-MM-DD`, in UTC.
 */
export function moveScenario(scenario: Scenario, day: string): Scenario {
  const { setup, task } = scenario;
  const [first] = datePrefix.exec(setup?.start ?? '') ?? [];
  if (first === undefined) return scenario;
  const days = nightsBetween(first, day);
  return days === 0 ? scenario : { ...scenario, setup: moveDates(setup, days), task: moveDates(task, days) };
}

/** Yesterday in UTC: a client that compares a date with the machine's clock would wait if the sandbox clock were ahead of it. */
export const usualStart = (now: number): string => addDays(utcDate(now), -1);

/** The maximum time between the start of a client and its first call, in milliseconds. */
const startUp = 60_000;

/**
 * If the supplier sends a date in Retry-After, moves the start to just after the real time. A client may compare the date with the
 * real time: it does not wait for a date in the past, and waits for hours for a date far ahead.
 */
export function alignDates(scenario: Scenario, now: number): Scenario {
  const { setup } = scenario;
  if (!JSON.stringify(setup?.faults ?? []).includes('retryAfterForm')) return scenario;
  const start = new Date(now + startUp).toISOString();
  const { task } = moveScenario(scenario, start.slice(0, 10));
  return { ...scenario, setup: { ...setup, start }, task };
}

const moveDates = <Value>(value: Value, days: number): Value =>
  JSON.parse(JSON.stringify(value), (name, entry: unknown) => {
    if (typeof entry !== 'string') return entry;
    const isYear = name === 'YearExpiration' && /^\d{4}$/.test(entry);
    // A card counts as valid until the end of its expiry year.
    return isYear
      ? addDays(`${entry}-12-31`, days).slice(0, 4)
      : entry.replace(datePrefix, date => addDays(date, days));
  });
