import { type Dialect, type OperationId, operations } from '#contracts';
import { createOpenApi, examplesIn } from '#contracts/openapi';
import committed from '#contracts/openapi.json' with { type: 'json' };
import { applyProfile, parseProfile } from '#contracts/profile';
import { asObject } from '#contracts/util';

type Json = Readonly<Record<string, unknown>>;

export const examples = examplesIn(committed);

/** Returns the description of one operation in the dialect of a profile with these entries for the operation. */
export function described(id: OperationId, own: Json): Json {
  const profile = parseProfile({ name: 'x', operations: { [id]: own } });
  return describedIn(applyProfile(operations, profile), id);
}

/** Returns the schema of a request, or of an answer, in the dialect of a profile with these entries for it. */
export const asked = (id: OperationId, entries: Json) => request(described(id, { request: entries }));
export const answered = (id: OperationId, entries: Json) => answer(described(id, { answer: entries }));

export function describedIn(dialect: Dialect, id: OperationId): Json {
  const example = examples[id];
  const document = createOpenApi({
    dialect,
    operations: [operations[id]],
    ...(example && { examples: { [id]: example } }),
  });
  const [item] = Object.values(document.paths);
  return asObject(Object.values(asObject(item))[0]);
}

export const media = (holder: unknown) => asObject(asObject(asObject(holder).content)['application/json']);
export const request = (item: Json) => asObject(media(item.requestBody).schema);
export const answer = (item: Json) => asObject(media(asObject(item.responses)['200']).schema);

/** Returns the schema at a path of field names; `[]` means the entries of a list. */
export function at(schema: Json, path: string): Json {
  const steps = path.replaceAll('[]', '.[]').split('.');
  return steps.reduce(
    (one, step) => asObject(step === '[]' ? one.items : asObject(one.properties)[step]),
    schema,
  );
}

export const fieldsOf = (schema: Json) => Object.keys(asObject(schema.properties));
