import { type Dialect, type OperationId, operations } from '#contracts';
import { createOpenApi, examplesIn } from '#contracts/openapi';
import committed from '#contracts/openapi.json' with { type: 'json' };
import { applyProfile, parseProfile } from '#contracts/profile';
import { object } from './document-fields.ts';

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
  return object(Object.values(object(item))[0]);
}

export const media = (holder: unknown) => object(object(object(holder).content)['application/json']);
export const request = (item: Json) => object(media(item.requestBody).schema);
export const answer = (item: Json) => object(media(object(item.responses)['200']).schema);

/** Returns the schema at a path of field names; `[]` means the entries of a list. */
export function at(schema: Json, path: string): Json {
  const steps = path.replaceAll('[]', '.[]').split('.');
  return steps.reduce(
    (one, step) => object(step === '[]' ? one.items : object(one.properties)[step]),
    schema,
  );
}

export const fieldsOf = (schema: Json) => Object.keys(object(schema.properties));
