import type * as z from 'zod';
import {
  type ControlDetail,
  checkInSteps,
  controlEndpoints,
  detailsOf,
  type FileProblem,
  type SandboxFile,
} from '#contracts/control';
import { valueAt } from '#contracts/util';
import { runInSlices, Slice } from '../clock/index.ts';
import { type CutElement, JsonCutter, TooLongPart } from './json-cutter.ts';
import { readChunks } from './read.ts';
import { ControlRefusal, refuseDetails } from './refusal.ts';

/** An imported file whose parts fit their schemas. The bookings are JSON texts, because text takes less memory. */
export type ReadFile = Pick<SandboxFile, Exclude<KnownMember, 'store'>> & {
  store: Pick<SandboxFile['store'], 'tokens' | 'counts' | 'due' | 'booked' | 'shared'> & {
    bookings: string[];
  };
};
/** The members of a file without the unknown members that its type accepts. */
type KnownMember = keyof {
  [Name in keyof SandboxFile as string extends Name ? never : Name]: true;
};

/** The maximum size of a part of the file that is read without a pause, in bytes. */
const partBytes = 16_384;
/** The maximum number of characters of a part: of an element, or of everything outside of the long lists. */
const maxLength = 16_777_216;
/** The same for an exchange. An exchange can contain a list of all bookings, and each export must be accepted as an import. */
const maxExchangeLength = 16 * maxLength;
/** The text of a booking with more characters is not written again. */
const longText = 65_536;
/** The server names at most this number of problems. */
const maxNamed = 100;

/**
 * Reads an exported file from the body of a request. The file is parsed and checked in slices, so it can be larger than the
 * longest text of the machine.
 *
 * @throws ControlRefusal for a body that is too large, that is not JSON or that does not match its schema
 */
export async function readSandboxFile(request: Request): Promise<ReadFile> {
  const file = new FileBuilder();
  const cutter = new JsonCutter(maxLengths, maxLength);
  let problem: unknown;
  const slice = new Slice();
  for await (const part of partsOf(readChunks(request, controlEndpoints.importSandbox.largestBody))) {
    // After a problem, the rest of the body is read, because many clients read no answer before they have sent their body.
    if (problem !== undefined) continue;
    try {
      for (const element of cutter.write(part)) {
        if (element) for (const _ of file.add(element)) if (slice.isOver) await slice.next();
        if (slice.isOver) await slice.next();
      }
    } catch (error) {
      problem = error;
    }
    if (slice.isOver) await slice.next();
  }
  try {
    if (problem !== undefined) throw problem;
    return await runInSlices(file.finish(cutter.end()));
  } catch (error) {
    if (error instanceof TooLongPart) throw refuseTooLong(error);
    if (!(error instanceof SyntaxError)) throw error;
    // The parser counts inside a part of the file, so its position is not the place in the file.
    const why = error.message.replace(/ (?:in JSON )?at position \d+(?: \(line \d+ column \d+\))?/, '');
    throw new ControlRefusal('InvalidRequest', `the body is not JSON: ${why}`);
  }
}

function refuseTooLong({ element, problem }: TooLongPart): ControlRefusal {
  const rest = `all members other than ${Object.keys(elements).join(', ')} together: the text `;
  const message = element === undefined ? `${rest}${problem}` : problem;
  return refuseDetails('PayloadTooLarge', [{ field: element ?? 'body', message }]);
}

/** Divides chunks into parts of a limited size. */
async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; from += partBytes) yield chunk.subarray(from, from + partBytes);
}

const { store, journal } = controlEndpoints.importSandbox.request.shape;
/** The schemas of the elements of each long list in the file. */
const elements: Readonly<Record<string, z.ZodType>> = {
  'store.bookings': store.shape.bookings.element,
  'store.tokens': store.shape.tokens.element,
  'store.counts': store.shape.counts.element,
  'store.due': store.shape.due.element,
  'store.booked': store.shape.booked.element,
  'store.shared': store.shape.shared.unwrap().element,
  'journal.facts': journal.shape.facts.element,
  'journal.bodies': journal.shape.bodies.element,
};

const maxLengths: ReadonlyMap<string, number> = new Map(
  Object.keys(elements).map(name => [name, name === 'journal.bodies' ? maxExchangeLength : maxLength]),
);

/** The names of the long lists in the file. */
export type FileList = 'store.bookings' | 'store.due' | 'journal.facts' | 'journal.bodies';

/** Returns the shortest text of a booking. A long text stays as it is, because other calls would wait until it is written. */
const bookingText = (text: string, value: unknown): string =>
  text.length > longText ? text.trim() : JSON.stringify(value);

/** Collects the parts of a file, and the problems of these parts. */
class FileBuilder {
  readonly #lists = new Map<string, unknown[]>(Object.keys(elements).map(name => [name, []]));
  readonly #details: ControlDetail[] = [];

  /** Checks and adds an element. Yields after each step. */
  *add({ list: name, index, text, value }: CutElement): Generator<undefined, void> {
    const schema = elements[name];
    if (!schema || this.#details.length >= maxNamed) return;
    const details = yield* checkInSteps(schema, value);
    if (details.length > 0) this.#details.push(...detailsIn(name, index, details));
    else this.#lists.get(name)?.push(name === 'store.bookings' ? bookingText(text, value) : value);
  }

  /** @param rest returns the whole file without the elements of its long lists */
  *finish(rest: Generator<undefined, unknown>): Generator<undefined, ReadFile> {
    const value = yield* rest;
    const { request: schema } = controlEndpoints.importSandbox;
    const details = (yield* checkInSteps(schema, value)).map(detail => withVersionHint(detail, value));
    if (details.length > 0 || this.#details.length > 0)
      throw refuseDetails('InvalidRequest', [...details, ...this.#details].slice(0, maxNamed));
    // The schema changes the order of the members, but an imported file stays unchanged.
    const file = value as SandboxFile; // the schema has accepted this value
    const members = (place: 'store' | 'journal') =>
      Object.keys(file[place]).flatMap(name => {
        const list = this.#lists.get(`${place}.${name}`);
        return list ? [[name, list]] : [];
      });
    return {
      ...file,
      store: { ...file.store, ...Object.fromEntries(members('store')) },
      journal: { ...file.journal, ...Object.fromEntries(members('journal')) },
    };
  }
}

/** Adds to the problem of a file of a later version what the user can do. */
function withVersionHint(detail: ControlDetail, file: unknown): ControlDetail {
  if (detail.field !== 'version' || !(Number(valueAt(file, ['version'])) > 1)) return detail;
  return {
    ...detail,
    message: `${detail.message}; install a newer version of this package to import the file`,
  };
}

/** Returns the detail for a problem with an element of a list. */
export function detailOf(name: FileList, problem: FileProblem, value: unknown): ControlDetail[] {
  const { index, path, message } = problem;
  const issue = { code: 'custom' as const, path: [...path], message, input: value };
  return detailsIn(name, index, detailsOf({ issues: [issue] }, { schema: elements[name] ?? store, value }));
}

function detailsIn(name: string, index: number, details: readonly ControlDetail[]): ControlDetail[] {
  return details.map(({ field = 'body', ...detail }) => {
    const inside = field === 'body' ? '' : field.startsWith('[') ? field : `.${field}`;
    return { field: `${name}[${index}]${inside}`, ...detail };
  });
}
