import { asObject, isObject, type JsonObject, parseJson, UsageError } from '#contracts/util';

export type Interaction = ReturnType<typeof readInteraction>;
export type Pact = ReturnType<typeof readPact>;

/** A pact of version 1 to 4; `file` is its name in messages. Throws a UsageError. */
export function readPact(file: string, text: string) {
  const json = asObject(parseJson(text, problem => new UsageError(`the file is not JSON: ${problem}`)));
  const { interactions, messages } = json;
  const entries = Array.isArray(interactions) ? interactions : messages;
  if (!Array.isArray(entries) || !isObject(json.consumer) || !isObject(json.provider))
    throw new UsageError('the file is not a pact; a pact has "consumer", "provider" and "interactions"');
  return {
    file,
    consumer: textOr(json.consumer.name, 'unnamed consumer'),
    provider: textOr(json.provider.name, 'unnamed provider'),
    version: versionOf(asObject(json.metadata)),
    interactions: entries.map(entry => readInteraction(file, asObject(entry))),
    json,
  };
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** Older tools use a field name with a dash, or write no version. */
function versionOf(metadata: JsonObject): string {
  const named = [metadata.pactSpecification, metadata['pact-specification']].map(asObject);
  const version = named.map(entry => entry.version).find(entry => typeof entry === 'string');
  return textOr(version ?? metadata.pactSpecificationVersion, '2.0.0');
}

function readInteraction(file: string, json: JsonObject) {
  const request = asObject(json.request);
  const { status } = asObject(json.response);
  const states = statesOf(json);
  return {
    file,
    description: textOr(json.description, ''),
    states: states.map(({ name }) => name),
    stateKeys: states.map(({ name, params }) => keyOf(name, params)),
    /** May fail, because the provider does not support the interaction yet (version 4). */
    isPending: json.pending === true,
    method: textOr(request.method, 'GET').toUpperCase(),
    path: textOr(request.path, '/'),
    status: typeof status === 'number' ? status : undefined,
    needsValues: JSON.stringify(request.generators ?? {}).includes('"ProviderState"'),
    isHttp: json.request !== undefined && (json.type === undefined || json.type === 'Synchronous/HTTP'),
    json,
  };
}

/** Version 3 has a list of states, version 2 one state, in either of two fields. */
function statesOf({ providerStates, providerState, provider_state }: JsonObject) {
  const one = providerState ?? provider_state;
  const states = Array.isArray(providerStates) ? providerStates : one === undefined ? [] : [{ name: one }];
  return states
    .map(asObject)
    .map(({ name, params }) => ({ name: textOr(name, ''), params: asObject(params) }));
}

/** The order of the parameters makes no difference. */
export const keyOf = (state: string, params: object = {}): string =>
  JSON.stringify([state, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The header of a replayed request that contains the number of the interaction. */
export const interactionHeader = 'X-Understudy-Interaction';

/** Descriptions and states can be equal, so only the number identifies an interaction. Undefined removes the interaction. */
export function withNumbers(pact: Pact, numberOf: (interaction: Interaction) => number): object {
  const interactions = pact.interactions.flatMap(interaction => {
    const number = numberOf(interaction);
    if (number < 0) return [];
    const request = asObject(interaction.json.request);
    // In version 4, every header value is a list.
    const value = pact.version.startsWith('4') ? [String(number)] : String(number);
    const headers = { ...withType(request, pact.version), [interactionHeader]: value };
    return [{ ...interaction.json, description: String(number), request: { ...request, headers } }];
  });
  return { ...pact.json, interactions };
}

/** Before version 4, the verifier announces a body without a Content-Type, but does not send it. */
function withType({ headers, body }: JsonObject, version: string): JsonObject {
  const given = asObject(headers);
  const isKnown = Object.keys(given).some(name => name.toLowerCase() === 'content-type');
  if (isKnown || version.startsWith('4') || body === undefined || body === null) return given;
  return { ...given, 'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json' };
}
