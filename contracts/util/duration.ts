const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

/** The longest first. */
const parts = [
  { name: 'weeks', short: 'w', ms: week },
  { name: 'days', short: 'd', ms: day },
  { name: 'hours', short: 'h', ms: hour },
  { name: 'minutes', short: 'min', ms: minute },
  { name: 'seconds', short: 's', ms: second },
] as const;

const written = (() => {
  const part = (name: string, letter: string) => `(?:(?<${name}>\\d+(?:[.,]\\d{1,9})?)${letter})?`;
  const date = part('weeks', 'W') + part('days', 'D');
  const time = part('hours', 'H') + part('minutes', 'M') + part('seconds', 'S');
  return new RegExp(`^P(?=[\\dT])${date}(?:T(?=\\d)${time})?$`);
})();

/** `value` is the invalid text or number. */
export class DurationError extends Error {
  override readonly name = 'DurationError';
  readonly value: unknown;

  constructor(value: unknown, reason: string) {
    super(`Duration ${typeof value === 'string' ? JSON.stringify(value) : String(value)}: ${reason}`);
    this.value = value;
  }
}

/**
 * Parses an ISO 8601 duration of weeks, days (of 24 hours), hours, minutes and seconds. The last part may have a fraction. Months
 * and years are refused, because their length varies.
 *
 * @returns whole milliseconds
 * @throws DurationError with the invalid value and a valid example
 * @example parseDuration('P1DT2H') // 93_600_000
 */
export function parseDuration(text: string): number {
  const found = typeof text === 'string' ? written.exec(text)?.groups : undefined;
  if (!found) throw new DurationError(text, whyUnreadable(text));
  const given = parts.flatMap(part => {
    const digits = found[part.name];
    return digits === undefined ? [] : [{ ms: part.ms, digits: digits.replace(',', '.') }];
  });
  if (given.slice(0, -1).some(({ digits }) => digits.includes('.'))) {
    throw new DurationError(text, 'only the last part may have a fraction, such as "PT1M0.5S"');
  }
  const total = given.reduce((sum, part) => sum + milliseconds(part.digits, part.ms), 0);
  if (!Number.isSafeInteger(total)) {
    const reason = Number.isInteger(total) ? 'too long' : 'not a whole number of milliseconds';
    throw new DurationError(text, `${reason}; write for example "PT0.001S" or "P30D"`);
  }
  return total;
}

/** Multiplies before it divides, so that 0.017 minutes are exactly 1020 ms. */
function milliseconds(digits: string, unit: number): number {
  const [whole = '0', fraction = ''] = digits.split('.');
  return Number(whole) * unit + (Number(fraction) * unit) / 10 ** fraction.length;
}

function whyUnreadable(text: unknown): string {
  const example = 'write it in ISO 8601, for example "PT30M", "P1DT2H" or "PT0.5S"';
  if (typeof text !== 'string') return `not a text; ${example}`;
  if (/^P[\d.,WD]*[\d.,]+[MY]/.test(text)) {
    return 'months and years have no fixed length; write days, such as "P30D", or minutes, such as "PT30M"';
  }
  if (/^[-+]?P[\dT]*-|^-P/.test(text)) return 'must not be negative; write for example "PT30M"';
  const [, count, unit = 's'] = /^(\d{1,9}(?:\.\d{1,9})?) ?(s|m|h|sec|min)?$/i.exec(text) ?? [];
  if (count === undefined) return `not a duration; ${example}`;
  const letter = unit.slice(0, 1).toUpperCase();
  const name = parts.find(part => part.name.startsWith(letter.toLowerCase()))?.name ?? 'seconds';
  return `not a duration; write it in ISO 8601, for example "PT30M"; "PT${count}${letter}" is ${count} ${count === '1' ? name.slice(0, -1) : name}`;
}

/**
 * Returns a duration in words, in the largest of these units that gives a whole number: hours, minutes or seconds.
 *
 * @param ms whole milliseconds
 * @example durationInWords(1_800_000) // '30 minutes'
 */
export function durationInWords(ms: number): string {
  const part = parts.find(each => each.name !== 'weeks' && each.name !== 'days' && ms % each.ms === 0);
  if (part === undefined) return `${ms} ms`;
  const count = ms / part.ms;
  return `${count} ${count === 1 ? part.name.slice(0, -1) : part.name}`;
}

/** Returns a duration with at most two units. @example shortDuration(5_430_000) // '1 h 30 min' */
export function shortDuration(ms: number): string {
  if (ms < second) return `${Math.round(ms)} ms`;
  if (ms < minute) return `${Number((ms / second).toFixed(1))} s`;
  const units = parts.filter(part => part.name !== 'weeks' && ms >= part.ms).slice(0, 2);
  let rest = ms;
  const counts = units.flatMap(({ short, ms: length }) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : `${count} ${short}`;
  });
  return counts.join(' ');
}

/** Returns a duration as a stopwatch shows it. @example clockTime(5_430_000) // '1:30:30' */
export function clockTime(ms: number): string {
  const seconds = Math.round(ms / second);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/**
 * The reverse of `parseDuration`, in days, hours, minutes and seconds.
 *
 * @param ms whole milliseconds, zero or more
 * @throws DurationError for anything else
 * @example formatDuration(1_800_000) // 'PT30M'
 */
export function formatDuration(ms: number): string {
  if (!Number.isSafeInteger(ms) || ms < 0) {
    throw new DurationError(
      ms,
      'not a whole number of milliseconds, zero or more, such as 1800000 for "PT30M"',
    );
  }
  const count = (amount: number, letter: string) => (amount === 0 ? '' : `${amount}${letter}`);
  const days = count(Math.floor(ms / day), 'D');
  const hours = count(Math.floor((ms % day) / hour), 'H');
  const minutes = count(Math.floor((ms % hour) / minute), 'M');
  const seconds = count((ms % minute) / second, 'S');
  const time = `${hours}${minutes}${seconds}`;
  if (days === '' && time === '') return 'PT0S';
  return time === '' ? `P${days}` : `P${days}T${time}`;
}
