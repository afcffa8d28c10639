import { type AnyOperation, type Dialect, operations } from '#contracts';
import { showProvenance, tagOf, tagsOf } from '#contracts/openapi';
import { provenanceText } from '#contracts/provenance';
import type { ToolArguments } from '#contracts/tools';
import { foldText } from '#contracts/util';
import { lines, type ToolPage } from './page.ts';

/** The product is null when the endpoint serves every product. */
export type EndpointLine = ReturnType<typeof endpointLine>;

export interface EndpointList {
  readonly groups: readonly { readonly name: string; readonly description: string }[];
  readonly endpoints: readonly EndpointLine[];
  /** A list for one product leaves out the endpoints for every product. */
  readonly shared?: readonly string[];
}

export function endpointLine(operation: AnyOperation, dialect: Pick<Dialect, 'operation'>) {
  const { id, product = null, summary, provenance } = operation;
  const {
    method,
    path,
    paths: [, ...otherPaths],
  } = dialect.operation(id);
  const group = tagOf(operation);
  const line = { id, group, product, method, path, summary, provenance: showProvenance(provenance) };
  return { ...line, ...(otherPaths.length > 0 && { otherPaths }) };
}

/** Sorted into groups (tool.list-endpoints). */
export function listEndpoints(
  { product, search = '' }: ToolArguments<'list_endpoints'>,
  dialect: Pick<Dialect, 'operation'>,
): ToolPage {
  const words = foldText(search).split(/\s+/);
  // A word such as "cancel" is also in other paths of operations that do not cancel, so only a part of a path finds them.
  const isPath = search.includes('/');
  const all = Object.values<AnyOperation>(operations);
  const found = all.filter(operation => {
    if (product !== undefined && operation.product !== product) return false;
    const { id, group, method, path, otherPaths = [], summary } = endpointLine(operation, dialect);
    const paths = isPath ? [path, ...otherPaths] : [path];
    const text = foldText([id, group, method, ...paths, summary].join('\n'));
    return words.every(word => text.includes(word));
  });
  const shared = all.filter(operation => operation.product === undefined).map(({ id }) => id);
  const list = {
    groups: tagsOf(found),
    endpoints: found.map(operation => endpointLine(operation, dialect)),
    ...(product !== undefined && { shared }),
  };
  return { text: textOf(list), data: list };
}

function textOf({ groups, endpoints, shared = [] }: EndpointList): string {
  const left =
    shared.length > 0 ? [`Not in this list, because they serve every product: ${shared.join(', ')}.`] : [];
  if (endpoints.length === 0) {
    const hint =
      'No endpoint matches. Leave out product or search, or try a part of a path such as "booking".';
    return [hint, ...left].join('\n\n');
  }
  const sections = groups.map(({ name, description }) => {
    const own = endpoints.filter(({ group }) => group === name);
    const rows = own.map(
      ({ id, method, path, summary, provenance }) =>
        `- ${id}: ${method} ${path} (${provenanceText(provenance)}). ${summary}`,
    );
    return lines(`## ${name}`, description, '', rows);
  });
  return [...sections, ...left, 'Call get_endpoint for the details of an endpoint.'].join('\n\n');
}
