import { type Fault, FaultError, readFault, scopeOf } from '#contracts/fault';
import { ValueError } from './cli-error.ts';

/** A fault, and how it was written where. */
export interface GivenFault {
  readonly fault: Fault;
  /** @example '--fault "hotel.search:cut"' */
  readonly written: string;
}

/**
 * Reads a fault in short, or as JSON: one, or a list of them.
 *
 * @param source what names the option, for later messages
 * @throws ValueError naming every field that is wrong, or where it is no JSON
 * @example readFaults('hotel.doBooking:cut,commit=before,times=1', '--fault')
 */
export function readFaults(given: string, source: string): readonly GivenFault[] {
  const value = /^\s*[{[]/.test(given) ? parseJson(given) : given;
  if (!Array.isArray(value)) {
    const [fault, wrong] = judge(value);
    if (wrong) throw new ValueError(wrong.message.replace(/^fault: /, ''));
    return [{ fault, written: `${source} "${given}"` }];
  }
  const judged = value.map(judge);
  const problems = judged.flatMap(([, wrong], index) => wrong?.at(`[${index}]`).details ?? []);
  if (problems.length > 0)
    throw new ValueError(new FaultError('invalid', problems).message.replace(/^fault: /, ''));
  return judged.flatMap(([fault], index) =>
    fault ? [{ fault, written: `${source} ${JSON.stringify(value[index])}` }] : [],
  );
}

/** What a refusal says of faults that were given as options: each by how it was written. */
export function explainRefusal(
  { details }: FaultError,
  given: readonly Pick<GivenFault, 'written'>[],
): string[] {
  const named = (text: string) =>
    text.replaceAll(/\bfaults\[(\d+)\]/g, (place, index: string) => given[Number(index)]?.written ?? place);
  return details.map(({ field = '', message }) => {
    const [, place = field, rest = ''] = /^(faults\[\d+\])\.?(.*)$/.exec(field) ?? [];
    return [named(place), rest, named(message)].filter(Boolean).join(': ');
  });
}

type Judged = [fault: Fault, wrong?: undefined] | [fault: undefined, wrong: FaultError];

function judge(given: unknown): Judged {
  try {
    return [readOne(given)];
  } catch (error) {
    if (error instanceof FaultError) return [undefined, error];
    throw error;
  }
}

function readOne(given: unknown): Fault {
  const fault = readFault(given);
  scopeOf(fault); // refuses operations and fields that there are none of
  return fault;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ValueError(`no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
