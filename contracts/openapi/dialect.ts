import { placeholders } from '../address.ts';
import { alsoNamedKey, namesOf } from '../aliases.ts';
import type { Dialect, Direction } from '../profile/index.ts';
import { asObject, isObject, type JsonObject } from '../util/index.ts';

/** The methods of a dialect that the OpenAPI generator calls. */
export type SpokenContract = Pick<Dialect, 'operation' | 'toDialect' | 'fieldPath'>;

/** The context of a translation: the id of the operation, the dialect, and the schemas to which the operation refers. */
interface Context {
  readonly id: string;
  readonly dialect: SpokenContract;
  readonly schemas: JsonObject;
}

/** Returns the name of a field in the dialect. `path` contains the contract names from the root, without list indexes. */
type Rename = (path: readonly string[]) => string;

/**
 * Translates one operation of the OpenAPI document to a dialect. A component can have other field names in each
 * operation, so the function replaces each reference with a copy of the component. Only answers already have examples
 * when this function runs.
 */
export function translateOperation(item: JsonObject, context: Context): JsonObject {
  const { id, dialect, schemas } = context;
  const translated = (direction: Direction, { schema, ...media }: JsonObject): JsonObject => ({
    ...media,
    schema: translateSchema(schema, [], { schemas, rename: renameIn(direction, context) }),
  });
  const translateExample = (example: unknown): JsonObject => ({
    ...asObject(example),
    value: dialect.toDialect(id, 'answer', asObject(example).value),
  });
  const { requestBody, parameters } = item;
  return {
    ...item,
    ...(Array.isArray(parameters) && {
      parameters: parameters.map(entry => translateParameter(asObject(entry), context)),
    }),
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

function translateParameter(parameter: JsonObject, context: Context): JsonObject {
  const { id, schemas, dialect } = context;
  if (parameter.in === 'header') return parameter;
  const contractName = String(parameter.name);
  const rename = renameIn('request', context);
  const name = rename([contractName]);
  return {
    ...parameter,
    in: placeholders(dialect.operation(id).path).includes(contractName) ? 'path' : 'query',
    name,
    schema: translateSchema(parameter.schema, [contractName], { schemas, rename }),
  };
}

function translateSchema(
  schema: unknown,
  path: readonly string[],
  context: { schemas: JsonObject; rename: Rename },
): unknown {
  if (!isObject(schema)) return schema;
  const { schemas, rename } = context;
  const { $ref, ...own } = schema;
  const whole: JsonObject =
    typeof $ref === 'string' ? { ...asObject(schemas[$ref.replace(/^.*\//, '')]), ...own } : { ...own };
  if (isObject(whole.properties)) {
    const renamed = Object.entries(whole.properties).map(([name, field]) => {
      const inside = [...path, name];
      const spoken = rename(inside);
      return [spoken, withoutOwnName(translateSchema(field, inside, context), spoken)];
    });
    whole.properties = Object.fromEntries(renamed);
  }
  if (Array.isArray(whole.required)) {
    whole.required = whole.required.map(name => rename([...path, String(name)]));
  }
  if (isObject(whole.items)) whole.items = translateSchema(whole.items, path, context);
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts = whole[keyword];
    if (Array.isArray(parts)) whole[keyword] = parts.map(part => translateSchema(part, path, context));
  }
  return whole;
}

/** Removes the name of a field from the list of its other names, because public clients and a dialect can use the same name. */
function withoutOwnName(field: unknown, name: string): unknown {
  const others = namesOf(asObject(field));
  if (!others.includes(name)) return field;
  const { [alsoNamedKey]: _, ...rest } = asObject(field);
  const left = others.filter(other => other !== name);
  return left.length > 0 ? { ...rest, [alsoNamedKey]: left } : rest;
}

function renameIn(direction: Direction, { id, dialect }: Context): Rename {
  return path => {
    const spoken = dialect.fieldPath(id, direction, path.join('.'));
    return spoken.slice(spoken.lastIndexOf('.') + 1);
  };
}
