import { type AnyOperation, type Dialect, operations } from '#contracts';

/** Where an operation is called, as the dialect writes it. */
export interface Address {
  readonly operation: AnyOperation;
  readonly method: string;
  readonly path: string;
  /** Reads the parameters of the path; undefined where it has none. */
  readonly template: Template | undefined;
}

/** A parameter as it stands in a path: percent-encoded, from `at` on. */
export interface PathParameter {
  readonly text: string;
  readonly at: number;
}

/** The parameters that a path gives, by name, or undefined when it is another path. */
type Template = (path: string) => ReadonlyMap<string, PathParameter> | undefined;

/** The addresses of all operations in a dialect. */
export function addressesOf(dialect: Dialect): Address[] {
  return Object.values<AnyOperation>(operations).map(operation => {
    const { method, path } = dialect.operation(operation.id);
    return { operation, method, path, template: templateOf(path) };
  });
}

const isSpecial = /[\\^$.*+?()[\]{}|]/g;

/** Literal parts match without regard to case; a parameter goes to the next slash and can be empty. */
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
