import type { Dialect } from '#contracts';
import { type ExchangeView, exchangeView } from '#contracts/control';
import { type Facts, projectFacts } from '#contracts/exchange';
import { readHar } from './har.ts';
import { parseShallow, TrafficFileError } from './shallow.ts';

/**
 * The facts of recorded traffic in the order in which it was sent: a HAR file, or what `GET …/exchanges` of the control API gives, as a list or as lines.
 *
 * @param dialect the paths and names that the client of a HAR file used
 * @throws TrafficFileError that says what is wrong and where
 */
export function readTraffic(text: string, dialect: Dialect): Facts[] {
  const { har, exchanges } = openTraffic(text);
  const facts = exchanges ?? readHar(har, dialect).map(projectFacts);
  return [...facts].sort((a, b) => a.number - b.number);
}

/** What a file of traffic holds: a HAR, or exchanges. */
export type Traffic =
  | { readonly har: unknown; readonly exchanges?: undefined }
  | { readonly har?: undefined; readonly exchanges: readonly ExchangeView[] };

/**
 * Tells the kinds of files of traffic apart.
 *
 * @throws TrafficFileError that says what is wrong and where
 * @example openTraffic(text).exchanges?.length
 */
export function openTraffic(text: string): Traffic {
  // Editors and shells of one system put a mark before what they write.
  const plain = text.replace(/^\uFEFF/, '');
  const whole = parseShallow(plain, 'it holds');
  if (Array.isArray(whole))
    return { exchanges: whole.map((entry, index) => exchangeOf(entry, `entry ${index + 1}`)) };
  if (isHar(whole)) return { har: whole };
  const lines = plain
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]));
  return {
    exchanges: lines.map(({ line, number }) =>
      exchangeOf(parseShallow(line, `line ${number} is`), `line ${number}`),
    ),
  };
}

const isHar = (value: unknown): boolean => typeof value === 'object' && value !== null && 'log' in value;

/** An exchange of a journal begins with its facts. */
function exchangeOf(value: unknown, place: string): ExchangeView {
  if (value === undefined) throw new TrafficFileError(`${place}: it is no JSON`);
  const read = exchangeView.safeParse(value);
  if (read.success) return value as ExchangeView; // the schema describes what rules read
  const [issue] = read.error.issues;
  throw new TrafficFileError(
    `${place}: it is no exchange: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}
