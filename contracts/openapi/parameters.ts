import type { PlacedFields } from '../profile/index.ts';
import { asObject, type JsonObject } from '../util/index.ts';
import { fieldSchema, placedSchema, resolve } from './placed-schema.ts';

/** The places of the request of an operation in a dialect. */
interface SpokenRequest {
  readonly id: string;
  readonly dialect: {
    fields(id: string, direction: 'request'): PlacedFields;
    parameters(id: string): PlacedFields;
  };
  readonly schemas: JsonObject;
}

/**
 * Returns the parameters of an operation in a dialect: its headers, the fields in the path, and for a GET the fields in the query.
 * A parameter of the path has the name of the contract, and the query has the names of the dialect.
 *
 * @param item the operation in the OpenAPI document of the contract
 */
export function spokenParameters(
  { parameters, requestBody }: JsonObject,
  { id, dialect, schemas }: SpokenRequest,
): JsonObject[] {
  const given = Array.isArray(parameters) ? parameters.map(asObject) : [];
  const inAddress = given.filter(one => one.in !== 'header');
  const around = { schemas, direction: 'request' as const };
  const request = requestBody === undefined ? asObjectSchema(inAddress) : schemaOfBody(requestBody);
  const inPath = [...dialect.parameters(id)].map(([path, placed]) => ({
    in: 'path',
    name: path,
    schema: fieldSchema(schemaAt(request, path.split('.'), schemas), placed, around),
    required: true,
  }));
  const headers = given.filter(one => one.in === 'header');
  if (requestBody !== undefined) return [...headers, ...inPath];
  const query = placedSchema(request, dialect.fields(id, 'request'), around);
  const required = Array.isArray(query.required) ? query.required : [];
  const inQuery = Object.entries(asObject(query.properties)).map(([name, schema]) => ({
    in: 'query',
    name,
    schema,
    ...(required.includes(name) && { required: true }),
  }));
  return [...headers, ...inPath, ...inQuery];
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
