import type { Place } from '../profile/index.ts';
import type { JsonObject } from '../util/index.ts';

/** A part of the contract whose value is at a place of the dialect. */
export interface Source {
  /** The path of the part in the contract. */
  readonly path: Place;
  /** The outermost object of the contract that never occurs without this part. An empty path means the whole body. */
  readonly since: Place;
}

/** Fields of an object of the contract of which a body needs at least one. */
interface Alternatives {
  readonly schema: JsonObject;
  /** The object of the contract. */
  readonly source: Source;
}

/** One object or field of the dialect. */
export interface SchemaNode {
  readonly inner: Map<string, SchemaNode>;
  /** The parts of the contract that are here or further inside. Each part causes the object to occur. */
  readonly sources: Source[];
  readonly alternatives: Alternatives[];
  /** The keywords of the object of the contract that is here, without its fields. */
  keywords?: JsonObject;
  /** The schema of the field that is here; undefined for an object. */
  value?: JsonObject;
}

const createNode = (sources: Source[]): SchemaNode => ({ inner: new Map(), sources, alternatives: [] });

/** Creates the object that contains all fields: a body, or an entry of a list. */
export const createTop = (): SchemaNode => createNode([{ path: [], since: [] }]);

/** Returns the object or field at a place, and creates the objects on the way. */
export function addAt(top: SchemaNode, at: Place, source?: Source): SchemaNode {
  let node = top;
  for (const step of at) {
    const inner = node.inner.get(step) ?? createNode([]);
    node.inner.set(step, inner);
    if (source) inner.sources.push(source);
    node = inner;
  }
  return node;
}

/** Whether an object of the dialect never occurs without an inner object or field. */
export const isRequiredIn = (node: SchemaNode, inner: SchemaNode): boolean =>
  node.sources.every(({ path }) => inner.sources.some(({ since }) => startsWith(path, since)));

/** Whether an object of the dialect never occurs without a part of the contract. */
export const isSureIn = ({ sources }: SchemaNode, { since }: Source): boolean =>
  sources.every(({ path }) => startsWith(path, since));

const startsWith = (path: Place, start: Place): boolean => start.every((step, index) => path[index] === step);
