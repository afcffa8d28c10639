import { asObject, isObject, type JsonObject } from '#contracts/util';

/** One request and its answer in a pact. */
export interface Interaction {
  readonly file: string;
  readonly description: string;
  readonly states: readonly string[];
  /** The same states with their parameters, as `keyOf` writes them. */
  readonly stateKeys: readonly string[];
  /** Whether it may fail, because its consumer still waits for it (version 4). */
  readonly isPending: boolean;
  readonly method: string;
  readonly path: string;
  /** The status that is expected; undefined where a matcher decides. */
  readonly status: number | undefined;
  /** Whether its request takes values from the provider's state. */
  readonly needsValues: boolean;
  /** Whether it is a request over HTTP, and not a message. */
  readonly isHttp: boolean;
  /** The interaction as it is in the file. */
  readonly json: JsonObject;
}

/** A pact that was read. */
export interface Pact {
  readonly file: string;
  readonly consumer: string;
  readonly provider: string;
  /** The version of the Pact specification, such as "4.0". */
  readonly version: string;
  readonly interactions: readonly Interaction[];
  /** The pact as it is in the file. */
  readonly json: JsonObject;
}

/** A file that is not a pact. */
export class PactFileError extends Error {
  override readonly name = 'PactFileError';
}

/**
 * Reads a pact of version 1 to 4.
 *
 * @param file the name for messages
 * @throws PactFileError where the text is not a pact
 * @example readPact('pacts/shop-supplier.json', text).interactions.length
 */
export function readPact(file: string, text: string): Pact {
  const json = parse(text);
  const { interactions, messages } = json;
  const entries = Array.isArray(interactions) ? interactions : messages;
  if (!Array.isArray(entries) || !isObject(json.consumer) || !isObject(json.provider))
    throw new PactFileError('it is not a pact; a pact has "consumer", "provider" and "interactions"');
  return {
    file,
    consumer: textOr(json.consumer.name, 'nobody'),
    provider: textOr(json.provider.name, 'nobody'),
    version: versionOf(asObject(json.metadata)),
    interactions: entries.map(entry => readInteraction(file, asObject(entry))),
    json,
  };
}

function parse(text: string): JsonObject {
  try {
    return asObject(JSON.parse(text));
  } catch (error) {
    throw new PactFileError(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** Older tools write the version with a dash, or not at all. */
function versionOf(metadata: JsonObject): string {
  const named = [metadata.pactSpecification, metadata['pact-specification']].map(asObject);
  const version = named.map(entry => entry.version).find(entry => typeof entry === 'string');
  return textOr(version ?? metadata.pactSpecificationVersion, '2.0.0');
}

function readInteraction(file: string, json: JsonObject): Interaction {
  const request = asObject(json.request);
  const { status } = asObject(json.response);
  const states = statesOf(json);
  return {
    file,
    description: textOr(json.description, ''),
    states: states.map(({ name }) => name),
    stateKeys: states.map(({ name, params }) => keyOf(name, params)),
    isPending: json.pending === true,
    method: textOr(request.method, 'GET').toUpperCase(),
    path: textOr(request.path, '/'),
    status: typeof status === 'number' ? status : undefined,
    needsValues: JSON.stringify(request.generators ?? {}).includes('"ProviderState"'),
    isHttp: json.request !== undefined && (json.type === undefined || json.type === 'Synchronous/HTTP'),
    json,
  };
}

/** Version 3 has a list of states, version 2 one under either of two names. */
function statesOf({ providerStates, providerState, provider_state }: JsonObject) {
  const one = providerState ?? provider_state;
  const states = Array.isArray(providerStates) ? providerStates : one === undefined ? [] : [{ name: one }];
  return states
    .map(asObject)
    .map(({ name, params }) => ({ name: textOr(name, ''), params: asObject(params) }));
}

/** Returns a key that tells a state from others of its name, whatever the order of its parameters. */
export const keyOf = (state: string, params: object = {}): string =>
  JSON.stringify([state, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The header by which a replayed request says which interaction it is. */
export const interactionHeader = 'X-Understudy-Interaction';

/**
 * Returns a pact whose requests and results carry numbers, since two interactions may have one description and the same states.
 *
 * @param numberOf returns the number of an interaction; undefined leaves it out
 */
export function withNumbers(pact: Pact, numberOf: (interaction: Interaction) => number | undefined): object {
  const interactions = pact.interactions.flatMap(interaction => {
    const number = numberOf(interaction);
    if (number === undefined) return [];
    const request = asObject(interaction.json.request);
    // Version 4 writes every header as a list.
    const value = pact.version.startsWith('4') ? [String(number)] : String(number);
    const headers = { ...withType(request, pact.version), [interactionHeader]: value };
    return [{ ...interaction.json, description: String(number), request: { ...request, headers } }];
  });
  return { ...pact.json, interactions };
}

/** Adds a Content-Type before version 4: without one the verifier announces a body and never sends it. */
function withType({ headers, body }: JsonObject, version: string): JsonObject {
  const given = asObject(headers);
  const isKnown = Object.keys(given).some(name => name.toLowerCase() === 'content-type');
  if (isKnown || version.startsWith('4') || body === undefined || body === null) return given;
  return { ...given, 'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json' };
}
