import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import {
  type ControlEndpoint,
  type ControlProblemCode,
  controlEndpoints,
  controlError,
  controlProblems,
} from '../control/index.ts';
import { asObject, isObject, type JsonObject, mapValues, placeholders } from '../util/index.ts';

const tag = {
  name: 'Control',
  description:
    'The control API of the stand-in: sandboxes, clocks, faults and journals. The supplier does not have this API.',
};

const tokenScheme = 'controlToken';
const token = {
  type: 'http',
  scheme: 'bearer',
  description:
    'Calls need this token only if other machines can reach the server. The server prints the token at its start.',
};

export interface OpenApiPart {
  readonly paths: JsonObject;
  readonly schemas?: JsonObject;
  readonly securitySchemes?: JsonObject;
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
}

export function controlPart(): OpenApiPart {
  const paths: ZodOpenApiPathsObject = {};
  for (const [id, endpoint] of Object.entries<ControlEndpoint>(controlEndpoints)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: item(id, endpoint) };
  }
  const document = createDocument({ openapi: '3.1.1', info: { title: '', version: '' }, paths });
  const schemas = asObject(document.components?.schemas);
  const sent = namesSent(document.paths, schemas);
  return {
    tags: [tag],
    paths: asObject(tidy(document.paths, true)),
    securitySchemes: { [tokenScheme]: token },
    schemas: mapValues(schemas, (schema, name) => tidy(schema, sent.has(name))),
  };
}

function namesSent(paths: unknown, schemas: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  function visit(value: unknown): void {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      visit(schemas[name]);
    }
  }
  const items = Object.values(asObject(paths)).flatMap(path => Object.values(asObject(path)));
  for (const operation of items) visit(asObject(operation).requestBody ?? null);
  return names;
}

function item(id: string, endpoint: ControlEndpoint) {
  const { path, query, request, example, answers, access, bodyOptional = false } = endpoint;
  return {
    operationId: `control.${id}`,
    tags: [tag.name],
    summary: endpoint.summary,
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    // The empty entry means that a token is optional. On loopback the server needs no token.
    security: access === 'open' ? [] : [{ [tokenScheme]: [] }, {}],
    parameters: placeholders(path).map(name => ({
      in: 'path' as const,
      name,
      required: true,
      schema: { type: 'string' as const },
      ...(name === 'id' && { example: 'default' }),
    })),
    ...(query && { requestParams: { query } }),
    ...(request && {
      requestBody: {
        required: !bodyOptional,
        content: { 'application/json': { schema: request, ...(example && { example }) } },
      },
    }),
    responses: {
      ...mapValues(answers, response),
      ...refusals(endpoint),
    },
  };
}

function response({ description, schema, types = [] }: ControlEndpoint['answers'][number]) {
  const media = [
    ...(schema ? [['application/json', { schema }]] : []),
    ...types.map(type => [type, { schema: { type: 'string' } }]),
  ];
  return { description, ...(media.length > 0 && { content: Object.fromEntries(media) }) };
}

function refusals({ path, query, request, access }: ControlEndpoint) {
  const codes: ControlProblemCode[] = ['Forbidden', 'InternalError'];
  if (access !== 'open') codes.push('Unauthorized');
  if (query || request) codes.push('InvalidRequest');
  if (path.includes('{')) codes.push('NotFound');
  if (request) codes.push('Conflict', 'PayloadTooLarge', 'UnsupportedMediaType');
  const content = { 'application/json': { schema: controlError } };
  return Object.fromEntries(
    codes.map(code => {
      const { status, when: description } = controlProblems[code];
      return [status, { description, content }];
    }),
  );
}

/**
 * Removes keywords of JSON Schema that every integer, or every date, fulfils anyway. Answers accept unknown fields, because
 * later versions may add fields. Requests reject unknown fields, because a misspelled field is an error.
 */
function tidy(value: unknown, closed: boolean): unknown {
  if (Array.isArray(value)) return value.map(entry => tidy(entry, closed));
  if (!isObject(value)) return value;
  const isNoise = (key: string, member: unknown): boolean => {
    if (key === 'additionalProperties') return !closed && member === false;
    if (key === 'pattern') return value.format === 'date-time';
    return member === Number.MIN_SAFE_INTEGER || member === Number.MAX_SAFE_INTEGER;
  };
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !isNoise(key, member))
      .map(([key, member]) => [key, tidy(member, closed && key !== 'responses')]),
  );
}
