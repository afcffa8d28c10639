import type * as z from 'zod';
import {
  type ControlDetail,
  controlEndpoints,
  detailsOf,
  type FileProblem,
  type SandboxFile,
} from '#contracts/control';
import { Slice } from '../clock/index.ts';
import { readChunks } from './read.ts';
import { ControlRefusal, refuseDetails } from './refusal.ts';

/** An imported file whose parts fit their schemas. The bookings are JSON texts, because text takes less memory. */
export type ReadFile = Pick<SandboxFile, Exclude<KnownMember, 'store'>> & {
  store: Pick<SandboxFile['store'], 'tokens' | 'counts' | 'due' | 'booked'> & { bookings: string[] };
};
/** The members of a file without the unknown members that its type accepts. */
type KnownMember = keyof {
  [Name in keyof SandboxFile as string extends Name ? never : Name]: true;
};

/** The maximum size of a part of the file that is parsed without a pause, in bytes. */
const partBytes = 16_384;
/** The server names at most this number of problems. */
const maxNamed = 100;

/**
 * Reads an exported file from the body of a request. The file is parsed and checked in slices, so it can be larger than the
 * longest text of the machine.
 *
 * @throws ControlRefusal for a body that is too large, that is not JSON or that does not match its schema
 */
export async function readSandboxFile(request: Request): Promise<ReadFile> {
  const { JSONParser } = await import('@streamparser/json');
  const file = new FileBuilder();
  const parser = new JSONParser({
    paths: ['$', '$.store.*.*', '$.journal.*.*'],
    stringBufferSize: partBytes,
    numberBufferSize: 64,
  });
  let problem: string | undefined;
  parser.onError = error => {
    problem ??= error.message;
  };
  parser.onValue = ({ value, key, parent, stack }) => {
    if (stack.length === 0) file.end(value);
    // The elements of these lists leave their list, so that the parser never has more than one of them.
    else if (Array.isArray(parent) && file.add([stack[1]?.key, stack[2]?.key], Number(key), value))
      parent.pop();
  };
  const slice = new Slice();
  for await (const chunk of readChunks(request, controlEndpoints.importSandbox.largestBody))
    for (let from = 0; from < chunk.length; from += partBytes) {
      // After a problem, the rest of the body is read, because many clients read no answer before they have sent their body.
      if (problem === undefined) parser.write(chunk.subarray(from, from + partBytes));
      if (slice.isOver) await slice.next();
    }
  if (!parser.isEnded) problem ??= 'it ends too early';
  if (problem !== undefined) throw new ControlRefusal('InvalidRequest', `the body is not JSON: ${problem}`);
  return file.finish();
}

const { store, journal } = controlEndpoints.importSandbox.request.shape;
/** The schemas of the elements of each long list in the file. */
const elements: Readonly<Record<string, z.ZodType>> = {
  'store.bookings': store.shape.bookings.element,
  'store.tokens': store.shape.tokens.element,
  'store.counts': store.shape.counts.element,
  'store.due': store.shape.due.element,
  'store.booked': store.shape.booked.element,
  'journal.facts': journal.shape.facts.element,
  'journal.bodies': journal.shape.bodies.element,
};

/** The names of the long lists in the file. */
export type FileList = 'store.bookings' | 'store.due' | 'journal.facts' | 'journal.bodies';

/** Collects the parts of a file, and the problems of these parts. */
class FileBuilder {
  readonly #lists = new Map<string, unknown[]>(Object.keys(elements).map(name => [name, []]));
  readonly #details: ControlDetail[] = [];
  #head: unknown;

  /** Adds an element of a list. Returns false if the list is not one of the long lists. */
  add(path: readonly unknown[], index: number, value: unknown): boolean {
    const name = path.join('.');
    const schema = elements[name];
    const list = this.#lists.get(name);
    if (!schema || !list) return false;
    if (this.#details.length >= maxNamed) return true;
    const { error } = schema.safeParse(value);
    if (error) this.#details.push(...detailsIn(name, index, detailsOf(error, { schema, value })));
    // A string of the parser can keep a larger text in memory, but a text of JSON.stringify cannot.
    else list.push(name === 'store.bookings' ? JSON.stringify(value) : value);
    return true;
  }

  /** Adds the whole file without the elements of its long lists. */
  end(value: unknown): void {
    this.#head = value;
  }

  finish(): ReadFile {
    const { request: schema } = controlEndpoints.importSandbox;
    const value = this.#head;
    const { data: head, error } = schema.safeParse(value);
    const details = error ? detailsOf(error, { schema, value }) : [];
    if (!head || this.#details.length > 0)
      throw refuseDetails('InvalidRequest', [...details, ...this.#details].slice(0, maxNamed));
    // The schema changes the order of the members, but an imported file stays unchanged.
    const file = value as SandboxFile; // the schema has accepted this value
    const members = (place: 'store' | 'journal') =>
      [...this.#lists].flatMap(([name, list]) =>
        name.startsWith(`${place}.`) ? [[name.slice(place.length + 1), list]] : [],
      );
    return {
      ...file,
      store: { ...file.store, ...Object.fromEntries(members('store')) },
      journal: { ...file.journal, ...Object.fromEntries(members('journal')) },
    };
  }
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
