/** The part of a JSON schema that the form uses. */
export interface Schema {
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly (string | number)[];
  readonly description?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly prefixItems?: readonly Schema[];
  readonly items?: Schema | boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A kind of fault, with the schemas of its parameters. */
export interface FaultKind {
  readonly kind: string;
  readonly about: string;
  readonly parameters: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** What the form needs: the kinds of faults, and the operations of the supplier. */
export interface Registry {
  readonly kinds: readonly FaultKind[];
  readonly operations: readonly string[];
  /** The path of the Search for hotels on this server. */
  readonly searchPath: string | undefined;
}

/** The part of an OpenAPI document that the form uses. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly components: {
    readonly schemas: Readonly<
      Record<string, Schema & { readonly oneOf?: readonly { readonly $ref: string }[] }>
    >;
  };
}

/** Finds the kinds of faults and the operations in an OpenAPI document. */
export function registryOf({ paths, components: { schemas } }: Document): Registry {
  const effect = schemas.ControlFault?.properties?.effect as (typeof schemas)[string] | undefined; // the union of the kinds
  const kinds = (effect?.oneOf ?? []).flatMap(({ $ref }) => {
    const { properties = {}, required = [], description = '' } = schemas[$ref.split('/').at(-1) ?? ''] ?? {};
    const { kind, ...parameters } = properties;
    return kind?.const === undefined ? [] : [{ kind: kind.const, about: description, parameters, required }];
  });
  const ids = Object.values(paths).flatMap(methods =>
    Object.values(methods).flatMap(({ operationId = 'control.' }) =>
      operationId.startsWith('control.') ? [] : [operationId],
    ),
  );
  const [searchPath] = Object.keys(paths).filter(path =>
    Object.values(paths[path] ?? {}).some(({ operationId }) => operationId === 'hotel.search'),
  );
  return { kinds, operations: [...new Set(ids)].sort(), searchPath };
}
