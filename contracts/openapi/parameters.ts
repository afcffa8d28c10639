import type { Dialect } from '../profile/index.ts';
import { asObject, type JsonObject } from '../util/index.ts';
import { fieldSchema, placedSchema, resolve } from './placed-schema.ts';

/** The places of the request of an operation in a dialect. */
interface SpokenRequest {
  readonly id: string;
  readonly dialect: Pick<Dialect, 'fields' | 'parameters'>;
  /** The schemas to which the schema of the request refers. */
  readonly schemas: JsonObject;
}

/** The schemas of a request in a dialect: of the parameters of the path, and of the body or the query. */
interface RequestParts {
  /** The keys are contract paths, because these are the names of the parameters of a path. */
  readonly inPath: ReadonlyMap<string, JsonObject>;
  readonly rest: JsonObject;
}

/**
 * Divides the schema of a request into the schemas of the path parameters and of the body or query in a dialect.
 *
 * @param request the schema of all fields of the request in the contract
 * @example requestParts(schema, { id: 'hotelDetail', dialect, schemas: {} }).inPath.get('hotelId') // { type: 'integer', … }
 */
export function requestParts(request: unknown, { id, dialect, schemas }: SpokenRequest): RequestParts {
  const around = { schemas, direction: 'request' as const };
  const inPath = [...dialect.parameters(id)].map(
    ([path, placed]) =>
      [path, fieldSchema(schemaAt(request, path.split('.'), schemas), placed, around)] as const,
  );
  return {
    inPath: new Map(inPath),
    rest: placedSchema(request, dialect.fields(id, 'request'), around),
  };
}

/**
 * Returns the parameters of an operation in a dialect: its headers, the fields in the path, and for a GET the fields in the query.
 * A parameter of the path has the name of the contract, and the query has the names of the dialect.
 *
 * @param item the operation in the OpenAPI document of the contract
 */
export function spokenParameters(
  { parameters, requestBody }: JsonObject,
  spoken: SpokenRequest,
): JsonObject[] {
  const given = Array.isArray(parameters) ? parameters.map(asObject) : [];
  const hasBody = requestBody !== undefined;
  const inAddress = given.filter(one => one.in !== 'header');
  const request = hasBody ? schemaOfBody(requestBody) : asObjectSchema(inAddress);
  const { inPath, rest } = requestParts(request, spoken);
  const required = Array.isArray(rest.required) ? rest.required : [];
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

/** Returns the parameters of a GET as the schema of one object. */
const asObjectSchema = (parameters: readonly JsonObject[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
});

const schemaOfBody = (body: unknown): unknown =>
  asObject(asObject(asObject(body).content)['application/json']).schema;

/** Returns the schema of a field of a request by its path in the contract. */
function schemaAt(
  schema: unknown,
  [name = '', ...inside]: readonly string[],
  schemas: JsonObject,
): JsonObject {
  const field = resolve(asObject(resolve(schema, schemas).properties)[name], schemas);
  return inside.length === 0 ? field : schemaAt(field, inside, schemas);
}
