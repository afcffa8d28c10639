import { asObject, isObject, type JsonObject } from '#contracts/util';

/** One request and its answer, as a pact has them. */
export interface Interaction {
  /** How reports call it: its file, its states and what is received. */
  readonly file: string;
  readonly description: string;
  readonly states: readonly string[];
  /** The same states with their parameters, as `keyOf` writes them. */
  readonly stateKeys: readonly string[];
  /** Whether it may fail: its consumer waits for it still (version 4). */
  readonly isPending: boolean;
  readonly method: string;
  /** Path of the example, as it stands in the file. */
  readonly path: string;
  /** The status that is expected; undefined where a matcher decides. */
  readonly status: number | undefined;
  /** Whether its request takes values from the provider's state. */
  readonly needsValues: boolean;
  /** Whether it is a request over HTTP, and no message or the like. */
  readonly isHttp: boolean;
  /** The interaction as it stands in the file. */
  readonly written: JsonObject;
}

/** A pact that was read. */
export interface Pact {
  readonly file: string;
  readonly consumer: string;
  readonly provider: string;
  /** The version of the Pact specification that it is written in, such as "4.0". */
  readonly version: string;
  readonly interactions: readonly Interaction[];
  /** The pact as it stands in the file. */
  readonly written: JsonObject;
}

/** A file that is no pact. */
export class PactFileError extends Error {
  override readonly name = 'PactFileError';
}

/**
 * Reads a pact of version 1 to 4.
 *
 * @param file how messages call it
 * @throws PactFileError where the text is no pact
 * @example readPact('pacts/shop-supplier.json', text).interactions.length
 */
export function readPact(file: string, text: string): Pact {
  const written = parse(file, text);
  const { interactions, messages } = written;
  const entries = Array.isArray(interactions) ? interactions : messages;
  if (!Array.isArray(entries) || !isObject(written.consumer) || !isObject(written.provider))
    throw new PactFileError(`${file}: no pact: it needs "consumer", "provider" and "interactions"`);
  const named = (holder: unknown) => textOr(asObject(holder).name, 'nobody');
  return {
    file,
    consumer: named(written.consumer),
    provider: named(written.provider),
    version: versionOf(asObject(written.metadata)),
    interactions: entries.map(entry => readInteraction(file, asObject(entry))),
    written,
  };
}

function parse(file: string, text: string): JsonObject {
  try {
    return asObject(JSON.parse(text));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new PactFileError(`${file}: no JSON: ${why}`);
  }
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** Files of older tools write it with a dash, or not at all. */
function versionOf(metadata: JsonObject): string {
  const named = [metadata.pactSpecification, metadata['pact-specification']].map(asObject);
  const version = named.map(entry => entry.version).find(entry => typeof entry === 'string');
  return textOr(version ?? metadata.pactSpecificationVersion, '2.0.0');
}

function readInteraction(file: string, written: JsonObject): Interaction {
  const request = asObject(written.request);
  const { status } = asObject(written.response);
  const { type } = written;
  return {
    file,
    description: textOr(written.description, ''),
    states: statesOf(written),
    stateKeys: stateKeysOf(written),
    isPending: written.pending === true,
    method: textOr(request.method, 'GET').toUpperCase(),
    path: textOr(request.path, '/'),
    status: typeof status === 'number' ? status : undefined,
    needsValues: JSON.stringify(request.generators ?? {}).includes('"ProviderState"'),
    isHttp: written.request !== undefined && (type === undefined || type === 'Synchronous/HTTP'),
    written,
  };
}

/** Version 3 has a list of states, version 2 one under either of two names. */
function statesOf({ providerStates, providerState, provider_state }: JsonObject): string[] {
  if (Array.isArray(providerStates)) return providerStates.map(state => textOr(asObject(state).name, ''));
  const state = providerState ?? provider_state;
  return typeof state === 'string' ? [state] : [];
}

function stateKeysOf(written: JsonObject): string[] {
  const { providerStates } = written;
  if (!Array.isArray(providerStates)) return statesOf(written).map(state => keyOf(state, {}));
  return providerStates.map(asObject).map(({ name, params }) => keyOf(textOr(name, ''), asObject(params)));
}

/** What tells a state from others of its name: its parameters, in whatever order they stand. */
export const keyOf = (state: string, params: object = {}): string =>
  JSON.stringify([state, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The header by which a replayed request says which interaction it is. */
export const interactionHeader = 'X-Understudy-Interaction';

/**
 * A pact with some of its interactions only, whose requests say by a header which of a list they are, and whose results do
 * by their descriptions: a pact may have two of one description and the same states.
 *
 * @param numberOf the place of an interaction in that list; undefined for one that is left out
 */
export function withNumbers(pact: Pact, numberOf: (interaction: Interaction) => number | undefined): object {
  const interactions = pact.interactions.flatMap(interaction => {
    const number = numberOf(interaction);
    if (number === undefined) return [];
    const request = asObject(interaction.written.request);
    // Version 4 writes every header as a list.
    const value = pact.version.startsWith('4') ? [String(number)] : String(number);
    const headers = { ...withType(request, pact.version), [interactionHeader]: value };
    return [{ ...interaction.written, description: String(number), request: { ...request, headers } }];
  });
  return { ...pact.written, interactions };
}

/** Pact's verifier announces a body of an unknown type and never sends it; before version 4 the headers alone tell the type. */
function withType({ headers, body }: JsonObject, version: string): JsonObject {
  const given = asObject(headers);
  const isKnown = Object.keys(given).some(name => name.toLowerCase() === 'content-type');
  if (isKnown || version.startsWith('4') || body === undefined || body === null) return given;
  return { ...given, 'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json' };
}
