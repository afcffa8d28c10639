import { MatchersV3 } from '@pact-foundation/pact';
import type { OperationId } from '#contracts';
import { examplesIn } from '#contracts/openapi';
import document from '#contracts/openapi.json' with { type: 'json' };
import story from '#contracts/sample-calls.json' with { type: 'json' };
import { asObject, isObject } from '#contracts/util';
import { placesIn } from '#mock-server/control/make-provider-states';

const examples = examplesIn(document);

/** Returns the answer that the OpenAPI document shows for an operation. */
export const exampleAnswer = (id: OperationId): Record<string, unknown> =>
  structuredClone(asObject(examples[id]?.answer));

export const exampleList = (id: OperationId): unknown => structuredClone(examples[id]?.answer);

/** Without its credential. Values that only the provider knows, such as tokens, come from the state "all that … needs". */
export function asked(id: OperationId): Record<string, unknown> {
  const { Credential, token, managerId, ...request } = asObject(examples[id]?.request);
  const sent = story.find(({ operation }) => operation === id)?.request;
  const places = placesIn(sent);
  return asObject(injected(structuredClone(request), places, ''));
}

/** Returns a named value of a provider state, with an example. */
export const fromState = (name: string, example: unknown) =>
  MatchersV3.fromProviderState(`\${${name}}`, example);

function injected(value: unknown, places: readonly string[], place: string): unknown {
  if (places.includes(place)) return fromState(place, value);
  const inside = (name: string | number) => (place === '' ? String(name) : `${place}.${name}`);
  if (Array.isArray(value)) return value.map((entry, index) => injected(entry, places, inside(index)));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, entry]) => [name, injected(entry, places, inside(name))]);
  return Object.fromEntries(entries);
}
