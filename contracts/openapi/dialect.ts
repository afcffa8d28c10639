import type { Dialect, Direction } from '../profile/index.ts';
import { asObject, type JsonObject } from '../util/index.ts';
import { spokenParameters } from './parameters.ts';
import { placedSchema } from './placed-schema.ts';

/** The methods of a dialect that the OpenAPI generator calls. */
export type SpokenContract = Pick<Dialect, 'operation' | 'fields' | 'parameters' | 'toDialect' | 'writeCall'>;

/** The context of a translation: the id of the operation, the dialect, and the schemas to which the operation refers. */
interface Context {
  readonly id: string;
  readonly dialect: SpokenContract;
  readonly schemas: JsonObject;
}

/**
 * Translates one operation of the OpenAPI document to a dialect. The places of the fields can differ in each operation, so
 * the function replaces each reference with a copy of the component. Only answers already have examples when this function
 * runs.
 */
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
    responses: mapValues(item.responses, response =>
      mapContent(response, ({ examples, ...media }) => ({
        ...translated('answer', media),
        ...(examples !== undefined && { examples: mapValues(examples, translateExample) }),
      })),
    ),
  };
}

/** Applies a function to each media type of a request or response. */
export function mapContent(holder: unknown, change: (media: JsonObject) => JsonObject): JsonObject {
  const { content, ...rest } = asObject(holder);
  const types = Object.entries(asObject(content)).map(([type, media]) => [type, change(asObject(media))]);
  return { ...rest, content: Object.fromEntries(types) };
}

const mapValues = (holder: unknown, change: (value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(asObject(holder)).map(([key, value]) => [key, change(value)]));
