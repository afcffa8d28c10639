import { placeholders } from '../address.ts';
import type { Dialect, Direction } from '../profile/index.ts';
import { asObject, isObject, type JsonObject } from '../util/index.ts';

/** What the document has to know of a dialect. */
export type SpokenContract = Pick<Dialect, 'operation' | 'toDialect' | 'fieldPath'>;

/** One operation to be rewritten; `schemas` are the components it refers to. */
interface Context {
  readonly id: string;
  readonly dialect: SpokenContract;
  readonly schemas: JsonObject;
}

/** Gives the name that a field has in the dialect; `path` are the contract names from the root, lists left out. */
type Rename = (path: readonly string[]) => string;

/**
 * Rewrites one operation of the document into a dialect. Components are shared between operations but names are not,
 * so every component is written out where it is used.
 */
export function translateOperation(item: JsonObject, context: Context): JsonObject {
  const { schemas } = context;
  const translate = (direction: Direction, schema: unknown) =>
    translateSchema(schema, [], { schemas, rename: renameIn(direction, context) });
  const requestBody =
    item.requestBody && withSchema(item.requestBody, schema => translate('request', schema));
  const responses = Object.entries(asObject(item.responses)).map(([status, response]) => [
    status,
    withSchema(response, schema => translate('answer', schema), context),
  ]);
  const parameters = Array.isArray(item.parameters) ? item.parameters.map(asObject) : undefined;
  return {
    ...item,
    ...(parameters && { parameters: parameters.map(entry => translateParameter(entry, context)) }),
    ...(requestBody ? { requestBody } : {}),
    responses: Object.fromEntries(responses),
  };
}

/** `context` is given for an answer: the only place where the generator has put examples by now. */
function withSchema(holder: unknown, change: (schema: unknown) => unknown, context?: Context): JsonObject {
  const { content, ...rest } = asObject(holder);
  const types = Object.entries(asObject(content)).map(([type, media]) => {
    const { schema, examples, ...others } = asObject(media);
    const spoken = context && examples !== undefined ? { examples: speakExamples(examples, context) } : {};
    return [type, { ...others, schema: change(schema), ...spoken }];
  });
  return { ...rest, content: Object.fromEntries(types) };
}

function speakExamples(examples: unknown, { id, dialect }: Context): JsonObject {
  const entries = Object.entries(asObject(examples)).map(([name, example]) => [
    name,
    { ...asObject(example), value: dialect.toDialect(id, 'answer', asObject(example).value) },
  ]);
  return Object.fromEntries(entries);
}

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
    typeof $ref === 'string' ? { ...asObject(schemas[componentName($ref)]), ...own } : { ...own };
  if (isObject(whole.properties)) {
    const renamed = Object.entries(whole.properties).map(([name, field]) => {
      const inside = [...path, name];
      return [rename(inside), translateSchema(field, inside, context)];
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

function componentName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function renameIn(direction: Direction, { id, dialect }: Context): Rename {
  return path => {
    const spoken = dialect.fieldPath(id, direction, path.join('.'));
    return spoken.slice(spoken.lastIndexOf('.') + 1);
  };
}
