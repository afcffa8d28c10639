import { type ShownProvenance, showProvenance } from '../openapi/provenance.ts';
import { tagOf, tagsOf } from '../openapi/tags.ts';
import type { AnyOperation } from '../operation.ts';
import { operations } from '../operations/index.ts';
import type { Dialect } from '../profile/dialect.ts';
import type { Product } from '../shapes/booking.ts';
import { foldText } from '../util/fold-text.ts';
import type { ToolArguments } from './tools.ts';

/** One endpoint in a list. */
export interface EndpointLine {
  readonly id: string;
  readonly group: string;
  /** Null for what all products share. */
  readonly product: Product | null;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly provenance: ShownProvenance;
}

/** Endpoints and the groups they are in. */
export interface EndpointList {
  readonly groups: readonly { readonly name: string; readonly description: string }[];
  readonly endpoints: readonly EndpointLine[];
  /** The endpoints that serve every product, when those of one were asked for: they are left out. */
  readonly shared?: readonly string[];
}

/** An operation as one line of a list, addressed as a dialect does. */
export function endpointLine(operation: AnyOperation, dialect: Pick<Dialect, 'operation'>): EndpointLine {
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
