import { type AnyOperation, type Dialect, operations, problems } from '#contracts';
import { problemCodes, showProvenance, tagOf, tagsOf } from '#contracts/openapi';
import type { ToolArguments } from '#contracts/tools';
import { foldText } from '#contracts/util';

/** One endpoint in a list; its product is null for what all products share. */
export type EndpointLine = ReturnType<typeof endpointLine>;

/** Endpoints and the groups they are in. */
export interface EndpointList {
  readonly groups: readonly { readonly name: string; readonly description: string }[];
  readonly endpoints: readonly EndpointLine[];
  /** The endpoints that serve every product, when those of one were asked for: they are left out. */
  readonly shared?: readonly string[];
}

/** An operation as one line of a list, addressed as a dialect does. */
export function endpointLine(operation: AnyOperation, dialect: Pick<Dialect, 'operation'>) {
  const { id, product = null, summary, provenance } = operation;
  const { method, path } = dialect.operation(id);
  return {
    id,
    group: tagOf(operation),
    product,
    method,
    path,
    summary,
    provenance: showProvenance(provenance),
  };
}

/**
 * The endpoints of the registry that are asked for, with their groups (tool.list-endpoints).
 *
 * @example findEndpoints({ search: 'reserva' }, dialect).endpoints.length
 */
export function findEndpoints(
  { product, search = '' }: ToolArguments<'list_endpoints'>,
  dialect: Pick<Dialect, 'operation'>,
): EndpointList {
  const words = foldText(search).split(/\s+/);
  const all = Object.values<AnyOperation>(operations);
  const found = all.filter(operation => {
    if (product !== undefined && operation.product !== product) return false;
    const { id, group, method, path, summary } = endpointLine(operation, dialect);
    const text = foldText([id, group, method, path, summary].join('\n'));
    return words.every(word => text.includes(word));
  });
  const shared = all.filter(operation => operation.product === undefined).map(({ id }) => id);
  return {
    groups: tagsOf(found),
    endpoints: found.map(operation => endpointLine(operation, dialect)),
    ...(product !== undefined && { shared }),
  };
}

/** One error that an operation can answer; its status is 200 for an entry of Errors[] in a success. */
export type ProblemLine = ReturnType<typeof problemsOf>[number];

/** The errors that an operation can answer, by HTTP status. */
export function problemsOf(operation: AnyOperation) {
  const lines = problemCodes(operation).map(code => {
    const { status, when, retryable, provenance } = problems[code];
    return { code, status, when, retryable, provenance: showProvenance(provenance) };
  });
  return lines.sort((a, b) => a.status - b.status);
}
