import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { type AnyOperation, operations, pathsOf } from '../operations/index.ts';
import { apiVersion, asObject, type JsonObject } from '../util/index.ts';
import type { OpenApiPart } from './control.ts';
import { type SpokenContract, translateOperation } from './dialect.ts';
import { checkExample, type Example, withExample } from './examples.ts';
import { operationItem, tagsOf } from './operation-item.ts';
import { tidy } from './provenance.ts';

export { alternativesIn } from '../operations/index.ts';
export { controlPart, type OpenApiPart } from './control.ts';
export { requestParts, type SpokenContract } from './dialect.ts';
export { type Example, exampleDay, examplesIn, moveExample } from './examples.ts';
export { problemCodes, tagOf, tagsOf } from './operation-item.ts';
export { placedSchema } from './placed-schema.ts';
export { originOf, type ShownProvenance, showProvenance, statementsOf, tidySchema } from './provenance.ts';

export type OpenApiDocument = ReturnType<typeof createOpenApi>;

export interface OpenApiOptions {
  readonly dialect?: SpokenContract | undefined;
  /** The default is the default address of the server. */
  readonly servers?: readonly string[] | undefined;
  /** With the field names of the contract, by operation id. */
  readonly examples?: Readonly<Record<string, Example>> | undefined;
  /** From `controlPart`. */
  readonly control?: OpenApiPart | undefined;
  /** By default all operations of the contract. */
  readonly operations?: readonly AnyOperation[] | undefined;
}

const paragraphs = [
  [
    'A stand-in for a supplier of hotels, cars, transfers and tours.',
    '`x-provenance` shows the origin of every operation and field.',
    "`specified` names the clause of the supplier's specification.",
    '`observed` means that the specification does not define this part, but public clients or public documentation of this family of APIs show it.',
    '`assumed` means that neither defines this part, and gives the reason for the choice of this project.',
    '`x-other-paths`, `x-also-named` and `x-also-values` list the paths, field names and words of public clients that the server accepts too.',
  ],
  [
    'The server does not accept the tokens and booking ids of the examples.',
    'To book, first send the example of Search.',
    'Then send the Token and the ids of an offer from the Search answer to GetBookingConditions.',
    'Send the Token from the GetBookingConditions answer to DoBooking.',
    'Send the BookingId from the DoBooking answer to the operations on bookings.',
    'Each Token can be used only once.',
  ],
  [
    'The header `X-Understudy-Scenario: <id>` selects a scenario for a call and for the later calls of the same booking.',
    '`GET /_control/scenarios` lists all scenarios. Only the stand-in has this header, not the supplier.',
  ],
  [
    'If a request deviates from the contract, but the stand-in accepts it, the answer has the header `X-Understudy-Warnings`.',
    'The header has the number of warnings, then kind and field of the first warnings: `1; unknown-field Criteria.Colour`.',
    'The journal has the messages. Only the stand-in has this header, not the supplier.',
  ],
];

const description = paragraphs.map(sentences => sentences.join(' ')).join('\n\n');

/**
 * The same options always give the same document (ver.1). Throws an Error when an example does not match its operation, or when
 * `control` and the contract define the same name differently.
 */
export function createOpenApi(options: OpenApiOptions = {}) {
  const { control, servers = ['http://127.0.0.1:4010'] } = options;
  const described = options.operations ?? Object.values<AnyOperation>(operations);
  const unknown = Object.keys(options.examples ?? {}).find(id => !described.some(one => one.id === id));
  if (unknown !== undefined)
    throw new Error(`Example of ${unknown}: the document has no operation with this id; remove the example.`);
  const { paths, schemas } = describePaths(described);
  const finished = finishPaths(described, { paths, schemas, options });
  // A document for a dialect has no shared schemas, because each operation has a separate copy.
  const shared = join('schema', options.dialect ? {} : schemas, control?.schemas ?? {});
  return {
    openapi: '3.1.1',
    info: {
      title: 'Understudy',
      version: apiVersion,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: servers.map(url => ({ url })),
    tags: [...tagsOf(described), ...(control?.tags ?? [])],
    // The list of security schemes is empty, because the body or the path contains the credential.
    security: [],
    paths: join('path', finished, control?.paths ?? {}),
    components: {
      ...(control && { securitySchemes: control.securitySchemes }),
      schemas: Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

function describePaths(described: readonly AnyOperation[]): { paths: JsonObject; schemas: JsonObject } {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of described) {
    paths[operation.path] = { ...paths[operation.path], [methodKey(operation)]: operationItem(operation) };
  }
  const document = createDocument({ openapi: '3.1.1', info: { title: '', version: '' }, paths });
  return {
    paths: asObject(tidy(document.paths)),
    schemas: asObject(tidy(document.components?.schemas ?? {})),
  };
}

function finishPaths(
  described: readonly AnyOperation[],
  { paths, schemas, options }: { paths: JsonObject; schemas: JsonObject; options: OpenApiOptions },
): JsonObject {
  const { dialect, examples = {} } = options;
  const finished: Record<string, JsonObject> = {};
  for (const operation of described) {
    const { id } = operation;
    const plain = asObject(asObject(paths[operation.path])[methodKey(operation)]);
    const spoken = dialect ? translateOperation(plain, { id, dialect, schemas }) : plain;
    const example = examples[id];
    if (example) checkExample(operation, example);
    const target = dialect?.operation(id) ?? operation;
    const shown = { ...spoken, ...otherPaths(dialect?.operation(id).paths ?? pathsOf(operation)) };
    finished[target.path] = {
      ...finished[target.path],
      [methodKey(target)]: example ? withExample(shown, { id, example, dialect }) : shown,
    };
  }
  return finished;
}

/** OpenAPI requires another operation id for each path, so the document describes only the main path. */
const otherPaths = ([, ...others]: readonly string[]) =>
  others.length > 0 ? { 'x-other-paths': others } : {};

const methodKey = ({ method }: { readonly method: string }) => method.toLowerCase();

function join(kind: 'path' | 'schema', own: JsonObject, added: JsonObject): JsonObject {
  const clash = Object.keys(added).find(
    key => key in own && JSON.stringify(own[key]) !== JSON.stringify(added[key]),
  );
  if (clash !== undefined)
    throw new Error(
      `OpenAPI ${kind} "${clash}" exists with other content; give the added ${kind} another name.`,
    );
  return { ...own, ...added };
}
