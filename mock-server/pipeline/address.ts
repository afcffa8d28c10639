import { type AnyOperation, type Dialect, operations, pathPattern, placeholders } from '#contracts';

export interface Address {
  readonly operation: AnyOperation;
  readonly method: string;
  readonly path: string;
  /** Undefined when this address has no parameters. */
  readonly template: Template | undefined;
  /** The literal parts match in any letter case. */
  matches(path: string): boolean;
}

/** A parameter of a path, percent-encoded, and the index of its first character. */
export interface PathParameter {
  readonly text: string;
  readonly at: number;
}

/** Returns the parameters of a requested path by name; undefined for a path that does not match. */
export type Template = (path: string) => ReadonlyMap<string, PathParameter> | undefined;

export const noParameters: ReadonlyMap<string, PathParameter> = new Map();

/** An operation with several paths has several addresses. */
export function addressesOf(dialect: Dialect): Address[] {
  return Object.values<AnyOperation>(operations).flatMap(operation => {
    const { method, paths } = dialect.operation(operation.id);
    return paths.map(path => addressAt(operation, method, path));
  });
}

function addressAt(operation: AnyOperation, method: string, path: string): Address {
  const template = templateOf(path);
  const lower = path.toLowerCase();
  const matches = (sent: string) => (template ? template(sent) !== undefined : sent.toLowerCase() === lower);
  return { operation, method, path, template, matches };
}

/** For a path such as `/airport/{code}`. A parameter ends at the next slash and can be empty. */
function templateOf(path: string): Template | undefined {
  const names = placeholders(path);
  if (names.length === 0) return undefined;
  const pattern = new RegExp(`^${pathPattern(path)}$`, 'di');
  return sent => {
    const found = pattern.exec(sent);
    const ofName = (name: string, index: number) =>
      [name, { text: found?.[index + 1] ?? '', at: found?.indices?.[index + 1]?.[0] ?? 0 }] as const;
    return found ? new Map(names.map(ofName)) : undefined;
  };
}

export function withParameters(
  path: string,
  parameters: ReadonlyMap<string, PathParameter>,
  write: (name: string) => string,
): string {
  let written = '';
  let from = 0;
  for (const [name, { text, at }] of parameters) {
    written += path.slice(from, at) + write(name);
    from = at + text.length;
  }
  return written + path.slice(from);
}

export function splitUrl(url: string): { path: string; query: string } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
}
