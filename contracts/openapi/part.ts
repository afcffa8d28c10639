import type { JsonObject } from '../util/index.ts';

/** Paths that are not the supplier's own, built elsewhere as finished OpenAPI, to stand in the same document. */
export interface OpenApiPart {
  readonly paths: JsonObject;
  /** The schemas that the paths refer to as `#/components/schemas/…`. */
  readonly schemas?: JsonObject;
  /** The ways of identifying oneself that the paths refer to. */
  readonly securitySchemes?: JsonObject;
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
}

/** Two parts of the document give different things the same name. */
export class OpenApiPartError extends Error {
  override readonly name = 'OpenApiPartError';

  constructor(kind: 'path' | 'schema', key: string) {
    super(
      `OpenAPI ${kind} "${key}" exists already with another content; give the added one a name of its own.`,
    );
  }
}

/**
 * Both, one after the other. A name that both have is fine when both mean the same.
 *
 * @throws OpenApiPartError when they do not
 */
export function joinParts(kind: 'path' | 'schema', own: JsonObject, added: JsonObject): JsonObject {
  const clash = Object.keys(added).find(
    key => key in own && JSON.stringify(own[key]) !== JSON.stringify(added[key]),
  );
  if (clash !== undefined) throw new OpenApiPartError(kind, clash);
  return { ...own, ...added };
}
