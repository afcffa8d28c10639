import type { Dialect } from '#contracts';
import { type ExchangeView, exchangeView } from '#contracts/control';
import { type Exchange, type Facts, projectFacts } from '#contracts/exchange';
import { asObject, describeJsonError, UsageError } from '#contracts/util';
import { readFlat, readHar } from './har.ts';

/** In the order of sending. From a HAR file, or from exchanges of the control API as a JSON list or as lines of JSON. */
export function readTraffic(text: string, dialect: Dialect): { facts: Facts[]; skipped: number } {
  const { har, exchanges } = openTraffic(text);
  const { exchanges: calls, skipped } = exchanges ? { exchanges: [], skipped: 0 } : readHar(har, dialect);
  const facts = exchanges ?? calls.map(projectFacts);
  return { facts: [...facts].sort((a, b) => a.number - b.number), skipped };
}

/** With the names of the contract. */
export function readExchanges(text: string, dialect: Dialect): readonly (ExchangeView | Exchange)[] {
  const { har, exchanges } = openTraffic(text);
  return exchanges ?? readHar(har, dialect).exchanges;
}

export type Traffic =
  | { readonly har: unknown; readonly exchanges?: undefined }
  | { readonly har?: undefined; readonly exchanges: readonly ExchangeView[] };

/** Throws a UsageError that names the place in the file. */
export function openTraffic(text: string): Traffic {
  // Windows editors and shells may write a byte order mark at the start of a file.
  const plain = text.replace(/^\uFEFF/, '');
  const whole = readFlat(plain, 'it holds');
  if (Array.isArray(whole))
    return { exchanges: whole.map((entry, index) => exchangeOf(entry, `entry ${index + 1}`)) };
  if (isHar(whole)) return { har: whole };
  const recordings = Object.values(asObject(whole));
  if (recordings.length > 0 && recordings.every(isHar)) return { har: joined(recordings) };
  if (whole !== undefined) return { exchanges: [exchangeOf(whole, 'line 1')] };
  const lines = plain
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]));
  return {
    exchanges: lines.map(({ line, number }, index) => {
      const value = readFlat(line, `line ${number} is`);
      if (value !== undefined) return exchangeOf(value, `line ${number}`);
      const place = index === 0 ? describeJsonError(plain) : `line ${number}: ${describeJsonError(line)}`;
      throw new UsageError(
        `the text is not JSON: ${place}; give a HAR file, or exchanges of the control API`,
      );
    }),
  };
}

/** The storage of a browser holds several recordings by their names. */
const joined = (recordings: readonly unknown[]) => ({
  log: { entries: recordings.flatMap(one => asObject(asObject(one).log).entries ?? []) },
});

const isHar = (value: unknown): boolean => typeof value === 'object' && value !== null && 'log' in value;

function exchangeOf(value: unknown, place: string): ExchangeView {
  const read = exchangeView.safeParse(value);
  if (read.success) return value as ExchangeView; // the schema covers the fields that rules read
  if (typeof asObject(value).number !== 'number')
    throw new UsageError(
      `${place}: this is neither a HAR file nor an exchange of the control API; give a HAR file, or exchanges of the control API`,
    );
  const [issue] = read.error.issues;
  throw new UsageError(
    `${place}: the value is not an exchange: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}
