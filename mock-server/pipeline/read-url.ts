import * as z from 'zod';
import type { AnyOperation, Dialect } from '#contracts';
import { maskText } from '#contracts/exchange';
import { refuse } from '../refusal.ts';
import { hideSecrets, secretsOf } from '../secrets/index.ts';
import { splitUrl } from './address.ts';
import type { Matched } from './stages.ts';

/** Reads the request of a call without a body: the parameters of its path and its query together, in contract names. */
export type ReadUrl = (matched: Matched) => Record<string, unknown>;

const warnedRepeats = 20;

/** What has to be known of an operation to read its address. */
interface Names {
  /** The query parameters as the dialect writes them, by their lower-cased spelling. */
  readonly spoken: ReadonlyMap<string, string>;
  /** Fields that are numbers: everything in an address is text by nature. */
  readonly numbers: ReadonlySet<string>;
}

/** Makes the reader of calls without a body. */
export function createUrlReader(dialect: Dialect): ReadUrl {
  const known = new Map<AnyOperation, Names>();
  return matched => {
    const { operation, incoming, warnings, parameters, text } = matched;
    const names = known.get(operation) ?? namesOf(operation, dialect);
    known.set(operation, names);
    if (text !== '')
      warnings.push({ kind: 'lenient', field: '', message: 'a GET has no body; what came was not read' });
    const query = readQuery(matched, splitUrl(incoming.url).query, names);
    // JSON and what is read from an address are the same to a dialect: objects in, objects out.
    const request = dialect.toContract(operation.id, 'request', query) as Record<string, unknown>;
    for (const [name, { text: sent }] of parameters) {
      if (Object.hasOwn(request, name))
        warnings.push({ kind: 'unknown-field', field: name, message: 'stands in the path; not read here' });
      request[name] = decode(sent, name);
    }
    for (const name of names.numbers) {
      const given = request[name];
      if (typeof given === 'string' && /^-?\d{1,16}$/.test(given) && Number.isSafeInteger(Number(given)))
        request[name] = Number(given);
    }
    return request;
  };
}

function namesOf({ id, request }: AnyOperation, dialect: Dialect): Names {
  const shape: Readonly<Record<string, z.core.$ZodType>> =
    request instanceof z.core.$ZodObject ? request._zod.def.shape : {};
  const spoken = Object.keys(shape).map(name => dialect.fieldPath(id, 'request', name));
  const isNumber = (schema: z.core.$ZodType | undefined): boolean =>
    schema instanceof z.core.$ZodOptional
      ? isNumber(schema._zod.def.innerType)
      : schema instanceof z.core.$ZodNumber;
  return {
    spoken: new Map(spoken.map(name => [name.toLowerCase(), name])),
    numbers: new Set(Object.keys(shape).filter(name => isNumber(shape[name]))),
  };
}

/** The query by name. Of a parameter that stands twice the last one counts, as of a key in JSON. */
function readQuery({ warnings, sandbox }: Matched, query: string, { spoken }: Names): Record<string, string> {
  const given = new Map<string, string>();
  const secrets = secretsOf(sandbox.identity);
  let repeats = 0;
  for (const part of query.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const sent = decode(asBlanks(at < 0 ? part : part.slice(0, at)), 'query');
    const name = spoken.get(sent.toLowerCase()) ?? sent;
    // Cut off afterwards: the beginning of a secret would stay.
    const field = hideSecrets(maskText(sent), secrets).slice(0, 80);
    if (name !== sent) {
      const message = `"${field}" is spelled "${name}" in the contract`;
      warnings.push({ kind: 'spelling', field: name, message });
    }
    if (given.has(name) && ++repeats <= warnedRepeats)
      warnings.push({ kind: 'lenient', field, message: 'stands twice; the last one was read' });
    given.set(name, decode(asBlanks(at < 0 ? '' : part.slice(at + 1)), field));
  }
  return Object.fromEntries(given);
}

const asBlanks = (text: string): string => text.replaceAll('+', ' ');

function decode(text: string, field: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    throw refuse(
      'InvalidRequest',
      'holds a percent sign that is no escape of UTF-8 text; write "%" as "%25" and encode what is no ASCII',
      field,
    );
  }
}
