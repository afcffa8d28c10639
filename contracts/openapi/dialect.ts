import type { Addition, Dialect, Direction } from '../profile/index.ts';
import { asList, asObject, type JsonObject, mapValues } from '../util/index.ts';
import { fieldSchema, placedSchema, resolve } from './placed-schema.ts';

export type SpokenContract = Pick<
  Dialect,
  'operation' | 'fields' | 'parameters' | 'additions' | 'toDialect' | 'writeCall'
>;

interface Context<Spoken = SpokenContract> {
  readonly id: string;
  readonly dialect: Spoken;
  readonly schemas: JsonObject;
}

type SpokenRequest = Context<Pick<Dialect, 'fields' | 'parameters'>>;

/** Places can differ in each operation, so a copy of the component replaces each reference. Only answers already have examples here. */
export function translateOperation(item: JsonObject, context: Context): JsonObject {
  const { id, dialect, schemas } = context;
  const translated = (direction: Direction, { schema, ...media }: JsonObject): JsonObject => ({
    ...media,
    schema: placedSchema(schema, dialect.fields(id, direction), { schemas, direction }),
  });
  const translateExample = (example: unknown): JsonObject => ({
    ...asObject(example),
    value: dialect.toDialect(id, 'answer', asObject(example).value),
  });
  const { requestBody, parameters: _, ...rest } = item;
  const parameters = spokenParameters(item, context);
  return {
    ...rest,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody ? { requestBody: mapContent(requestBody, media => translated('request', media)) } : {}),
    responses: mapValues(asObject(item.responses), (response, status) =>
      mapContent(response, ({ examples, ...media }) => ({
        ...(status === '200'
          ? withAdditions(translated('answer', media), context)
          : translated('answer', media)),
        ...(examples !== undefined && { examples: mapValues(asObject(examples), translateExample) }),
      })),
    ),
  };
}

export function mapContent(holder: unknown, change: (media: JsonObject) => JsonObject): JsonObject {
  const { content, ...rest } = asObject(holder);
  return { ...rest, content: mapValues(asObject(content), media => change(asObject(media))) };
}

function withAdditions(media: JsonObject, { id, dialect, schemas }: Context): JsonObject {
  const added = Object.entries(dialect.additions(id));
  const schema = added.reduce<unknown>(
    (whole, [path, addition]) => schemaWith(whole, path.split('.'), { addition, schemas }),
    media.schema,
  );
  return { ...media, schema };
}

function schemaWith(
  schema: unknown,
  [name = '', ...inside]: readonly string[],
  context: { addition: Addition; schemas: JsonObject },
): JsonObject {
  const { addition, schemas } = context;
  const own = resolve(schema, schemas);
  if (own.items !== undefined) return { ...own, items: schemaWith(own.items, [name, ...inside], context) };
  const properties = asObject(own.properties);
  const known = properties[name];
  const { is, count, copy, hides } = addition;
  const last = () =>
    hides === undefined
      ? (properties[copy ?? ''] ?? (count === undefined ? { examples: [is ?? null] } : { type: 'integer' }))
      : { anyOf: [known, { type: 'null' }] };
  return {
    ...own,
    properties: { ...properties, [name]: inside.length === 0 ? last() : schemaWith(known, inside, context) },
  };
}

/** @param request the schema of all fields of the request in the contract */
export function requestParts(request: unknown, { id, dialect, schemas }: SpokenRequest) {
  const around = { schemas, direction: 'request' as const };
  const inPath = [...dialect.parameters(id)].map(
    ([path, placed]) =>
      [path, fieldSchema(schemaAt(request, path.split('.'), schemas), placed, around)] as const,
  );
  return {
    inPath: new Map(inPath), // the keys are contract paths, as in the path of the call
    rest: placedSchema(request, dialect.fields(id, 'request'), around),
  };
}

/** A path parameter has the name of the contract, and the query has the names of the dialect. */
function spokenParameters({ parameters, requestBody }: JsonObject, spoken: SpokenRequest): JsonObject[] {
  const given = asList(parameters).map(asObject);
  const hasBody = requestBody !== undefined;
  const inAddress = given.filter(one => one.in !== 'header');
  const request = hasBody ? schemaOfBody(requestBody) : asObjectSchema(inAddress);
  const { inPath, rest } = requestParts(request, spoken);
  const required = asList(rest.required);
  const query = hasBody ? [] : Object.entries(asObject(rest.properties));
  return [
    ...given.filter(one => one.in === 'header'),
    ...[...inPath].map(([name, schema]) => ({ in: 'path', name, schema, required: true })),
    ...query.map(([name, schema]) => ({
      in: 'query',
      name,
      schema,
      ...(required.includes(name) && { required: true }),
    })),
  ];
}

const asObjectSchema = (parameters: readonly JsonObject[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
});

const schemaOfBody = (body: unknown): unknown =>
  asObject(asObject(asObject(body).content)['application/json']).schema;

function schemaAt(
  schema: unknown,
  [name = '', ...inside]: readonly string[],
  schemas: JsonObject,
): JsonObject {
  const field = resolve(asObject(resolve(schema, schemas).properties)[name], schemas);
  return inside.length === 0 ? field : schemaAt(field, inside, schemas);
}
