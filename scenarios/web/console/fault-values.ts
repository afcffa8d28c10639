import { useEffect, useState } from 'preact/hooks';
import { serverUrl } from './control.ts';

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

export type Registry = ReturnType<typeof registryOf>;
export type FaultKind = Registry['kinds'][number];

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly components: {
    readonly schemas: Readonly<
      Record<string, Schema & { readonly oneOf?: readonly { readonly $ref: string }[] }>
    >;
  };
}

export function registryOf({ paths, components: { schemas } }: Document) {
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

let reading: Promise<Registry> | undefined;

/** Reads the OpenAPI document of the server once, so that the form has exactly the kinds of this server. */
function readRegistry(): Promise<Registry> {
  reading ??= fetch(`${serverUrl()}/openapi.json`)
    .then(async answer => registryOf((await answer.json()) as Document)) // the server writes the document
    .catch(error => {
      reading = undefined; // the next form tries again
      throw error;
    });
  return reading;
}

export function useRegistry(onProblem?: (text: string) => void): Registry | undefined {
  const [registry, setRegistry] = useState<Registry>();
  useEffect(() => {
    readRegistry().then(setRegistry, () =>
      onProblem?.(`${serverUrl()}/openapi.json cannot be read. Try again later.`),
    );
  }, []);
  return registry;
}

export const effectOf = (registry: Registry | undefined, kind: string): string =>
  registry?.kinds.find(one => one.kind === kind)?.about.match(/^.*?\.(?= |$)/)?.[0] ?? '';

export type FormTexts = Readonly<Record<string, string>>;

/** Fields without a text are left out. Throws a SyntaxError for a parameter that must be JSON. */
export function faultOf({ kind, parameters }: FaultKind, texts: FormTexts): object {
  const text = (name: string) => texts[name]?.trim() ?? '';
  const operations = text('match.operations')
    .split(/[\s,+]+/)
    .filter(Boolean);
  const counts = (['nth', 'times', 'probability'] as const).filter(name => text(`match.${name}`) !== '');
  const match = {
    ...(operations.length > 0 && { operations }),
    ...Object.fromEntries(counts.map(name => [name, countOf(text(`match.${name}`))])),
  };
  const given = Object.entries(parameters).filter(([name]) => text(name) !== '');
  return {
    ...(Object.keys(match).length > 0 && { match }),
    effect: {
      kind,
      ...Object.fromEntries(given.map(([name, schema]) => [name, parameterOf(schema, text(name))])),
    },
  };
}

/** Reads `2`, `0,5`, or a range such as `2-4`. Returns any other text unchanged, so that the server can name it in its refusal. */
function countOf(text: string): unknown {
  const range = text.split('-').map(numberOf);
  return range.length === 2 && range.every(one => typeof one === 'number') ? range : numberOf(text);
}

function numberOf(text: string): number | string {
  const read = text === '' ? Number.NaN : Number(text.replace(',', '.'));
  return Number.isFinite(read) ? read : text;
}

export const isJson = ({ type, enum: words }: Schema): boolean =>
  words === undefined && !['string', 'number', 'integer', 'boolean'].includes(type ?? '');

function parameterOf(schema: Schema, text: string): unknown {
  if (schema.enum) return schema.enum.find(word => String(word) === text) ?? text;
  if (schema.type === 'number' || schema.type === 'integer') return numberOf(text);
  if (schema.type === 'boolean') return text === 'true';
  return isJson(schema) ? JSON.parse(text) : text;
}
