import { type AnyOperation, type Dialect, operations } from '#contracts';

/** The method and path of an operation, as the dialect writes them. */
export interface Address {
  readonly operation: AnyOperation;
  readonly method: string;
  readonly path: string;
  /** Reads the parameters of a path, undefined for another path; absent where the address has none. */
  readonly template: Template | undefined;
  /** Whether a path is this one, in any letter case of its literal parts. */
  matches(path: string): boolean;
}

/** A parameter of a path: percent-encoded, from `at` on. */
export interface PathParameter {
  readonly text: string;
  readonly at: number;
}

/** The parameters of a path by name, or undefined when it is another path. */
export type Template = (path: string) => ReadonlyMap<string, PathParameter> | undefined;

export const noParameters: ReadonlyMap<string, PathParameter> = new Map();

/** The addresses of all operations in a dialect. */
export function addressesOf(dialect: Dialect): Address[] {
  return Object.values<AnyOperation>(operations).map(operation => {
    const { method, path } = dialect.operation(operation.id);
    const template = templateOf(path);
    const lower = path.toLowerCase();
    const matches = (sent: string) =>
      template ? template(sent) !== undefined : sent.toLowerCase() === lower;
    return { operation, method, path, template, matches };
  });
}

const isSpecial = /[\\^$.*+?()[\]{}|]/g;

/**
 * Reads paths like `/airport/{code}`: literal parts in any letter case, a parameter up to the next slash, possibly empty.
 *
 * @returns undefined for a path without parameters
 */
function templateOf(path: string): Template | undefined {
  const parts = path.split(/\{([^{}]+)\}/); // literal parts at even places, names at odd ones
  if (parts.length === 1) return undefined;
  const source = parts.map((part, index) => (index % 2 ? '([^/]*)' : `(${part.replace(isSpecial, '\\$&')})`));
  const pattern = new RegExp(`^${source.join('')}$`, 'i');
  return sent => {
    const found = pattern.exec(sent);
    if (!found) return undefined;
    const parameters = new Map<string, PathParameter>();
    let at = 0;
    for (const [index, part] of parts.entries()) {
      const text = found[index + 1] ?? '';
      if (index % 2) parameters.set(part, { text, at });
      at += text.length;
    }
    return parameters;
  };
}

/** A path with another text in the place of each parameter. */
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

/** Path and query of an address. */
export function splitUrl(url: string): { path: string; query: string } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
}
