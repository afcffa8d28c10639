import { type Dialect, type Facts, projectFacts } from '#contracts';
import { exchangeView } from '#contracts/control';
import { readHar, TrafficFileError } from './read-har.ts';

/**
 * The facts of recorded traffic in the order in which it was sent: a HAR file, or what `GET …/exchanges` of the control API gives, as a list or as lines.
 *
 * @param dialect the paths and names that the client of a HAR file used
 * @throws TrafficFileError that says what is wrong and where
 */
export function readTraffic(text: string, dialect: Dialect): Facts[] {
  // Editors and shells of one system put a mark before what they write.
  return readExchanges(text.replace(/^\uFEFF/, ''), dialect).sort((a, b) => a.number - b.number);
}

function readExchanges(text: string, dialect: Dialect): Facts[] {
  const whole = parse(text);
  if (Array.isArray(whole)) return whole.map((entry, index) => factsOf(entry, `entry ${index + 1}`));
  if (isHar(whole)) return readHar(whole, dialect).map(projectFacts);
  const lines = text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]));
  return lines.map(({ line, number }) => factsOf(parse(line), `line ${number}`));
}

const isHar = (value: unknown): boolean => typeof value === 'object' && value !== null && 'log' in value;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An exchange of a journal begins with its facts. */
function factsOf(value: unknown, place: string): Facts {
  if (value === undefined) throw new TrafficFileError(`${place}: it is no JSON`);
  const read = exchangeView.safeParse(value);
  if (read.success) return value as Facts; // the schema describes what rules read
  const [issue] = read.error.issues;
  throw new TrafficFileError(
    `${place}: it is no exchange: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}
