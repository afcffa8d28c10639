import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { asObject, type JsonObject } from './json.ts';
import { type SpokenContract, translateOperation } from './openapi/dialect.ts';
import { checkExample, type Example, ExampleError, withExample } from './openapi/examples.ts';
import { operationItem } from './openapi/operation-item.ts';
import { joinParts, type OpenApiPart } from './openapi/part.ts';
import { tagsOf } from './openapi/tags.ts';
import { tidy } from './openapi/tidy.ts';
import type { AnyOperation } from './operation.ts';
import { operations } from './operations/index.ts';

export { controlPart } from './openapi/control.ts';
export type { SpokenContract } from './openapi/dialect.ts';
export { type Example, ExampleError } from './openapi/examples.ts';
export { exampleDay, examplesIn, moveExample } from './openapi/moved-examples.ts';
export { type OpenApiPart, OpenApiPartError } from './openapi/part.ts';

/** An OpenAPI 3.1 document, plain JSON. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** What a document can be made to differ in. */
export interface OpenApiOptions {
  /** Other methods, paths and field names, from a profile. */
  readonly dialect?: SpokenContract | undefined;
  /** Base addresses; default is the address the stand-in listens at by default. */
  readonly servers?: readonly string[] | undefined;
  /** A call of each operation by its id, in contract names. */
  readonly examples?: Readonly<Record<string, Example>> | undefined;
  /** Paths beside the supplier's, such as those of the control API. */
  readonly control?: OpenApiPart | undefined;
  /** The operations to describe; default is the whole registry. */
  readonly operations?: readonly AnyOperation[] | undefined;
}

const description = [
  'A stand-in for a supplier of hotels, cars, transfers and tours. Every operation and every field says in',
  "`x-provenance` where it comes from: `specified` names the clause of the supplier's specification it follows,",
  '`assumed` says why it was chosen where the specification is silent.',
].join(' ');

/**
 * The OpenAPI 3.1 document of the registry (ver.1). The same options always give the same document.
 *
 * @throws ExampleError when an example does not fit the schemas of its operation
 * @throws OpenApiPartError when `control` takes a name that is taken
 * @example createOpenApi({ servers: ['https://supplier.test'] }).info.version // '1.0'
 */
export function createOpenApi(options: OpenApiOptions = {}): OpenApiDocument {
  const { control, servers = ['http://127.0.0.1:4010'] } = options;
  const described = options.operations ?? Object.values<AnyOperation>(operations);
  refuseStrangers(described, options.examples);
  const { paths, schemas } = describePaths(described);
  const finished = finishPaths(described, { paths, schemas, options });
  // In a dialect every schema stands where it is used.
  const shared = options.dialect ? {} : schemas;
  return {
    openapi: '3.1.1',
    info: { title: 'Understudy', version: '1.0', description },
    servers: servers.map(url => ({ url })),
    tags: [...tagsOf(described), ...(control?.tags ?? [])],
    paths: joinParts('path', finished, control?.paths ?? {}),
    components: { schemas: sortKeys(joinParts('schema', shared, control?.schemas ?? {})) },
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
    finished[target.path] = {
      ...finished[target.path],
      [methodKey(target)]: example ? withExample(spoken, { id, example, dialect }) : spoken,
    };
  }
  return finished;
}

function refuseStrangers(
  described: readonly AnyOperation[],
  examples: OpenApiOptions['examples'] = {},
): void {
  const stranger = Object.keys(examples).find(id => !described.some(operation => operation.id === id));
  if (stranger !== undefined) throw new ExampleError(stranger, 'id', 'no operation of the document has it');
}

const methodKey = ({ method }: { readonly method: string }) => method.toLowerCase();

function sortKeys(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}
