import { type AnyOperation, type Dialect, operations, pathPattern, placeholders } from '#contracts';
import type { Redactor, Warning } from '#contracts/exchange';
import { fillPath, maskUrl, nearest, readEscapes } from '#contracts/util';
import { problem, Refusal, refuse, secretIn } from '../books/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { Matched, PathParameter, Reached, Received } from './stages.ts';

export type Address = Readonly<ReturnType<typeof addressAt>>;

export type Template = (path: string) => ReadonlyMap<string, PathParameter> | undefined;

const noParameters: ReadonlyMap<string, PathParameter> = new Map();

export function addressesOf(dialect: Dialect): Address[] {
  return Object.values<AnyOperation>(operations).flatMap(operation => {
    const { method, paths } = dialect.operation(operation.id);
    return paths.map(path => addressAt(operation, method, path));
  });
}

/** The literal parts match in any letter case. */
function addressAt(operation: AnyOperation, method: string, path: string) {
  const template = templateOf(path);
  const lower = path.toLowerCase();
  const matches = (sent: string) => (template ? template(sent) !== undefined : sent.toLowerCase() === lower);
  return { operation, method, path, template, matches };
}

/** A parameter ends at the next slash and can be empty. */
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

export function match(
  received: Received,
  route: Address | undefined,
  addresses: readonly Address[],
): Matched {
  const { sandbox, incoming } = received;
  sandbox.clock.settle();
  refuseClosed(sandbox);
  const { path } = splitUrl(incoming.url);
  // Hono uses the route of GET also for a HEAD request, so this stage compares the method.
  if (route?.method !== incoming.method) throw refuseAddress(incoming, path, addresses);
  const parameters = parametersIn(path, route, received.warnings);
  return Object.assign(received, { operation: route.operation, parameters });
}

/** @param warnings gets a warning when the path is in another letter case */
export function parametersIn(path: string, route: Address, warnings: Warning[]): Matched['parameters'] {
  const parameters = route.template?.(path) ?? noParameters;
  const spelled = withParameters(path, parameters, name => `{${name}}`);
  if (spelled !== route.path) {
    const message = `"${spelled}" is spelled "${route.path}" in the contract`;
    warnings.push({ kind: 'spelling', field: 'path', message });
  }
  return parameters;
}

export function refuseClosed({ closed, identity }: Sandbox): void {
  if (!closed) return;
  throw refuse('SandboxClosed', `sandbox "${identity.id}" was closed; reset this sandbox or create another`);
}

function refuseAddress(
  { method, header }: Received['incoming'],
  path: string,
  addresses: readonly Address[],
): Refusal {
  const there = addresses.filter(address => address.matches(path));
  if (there.length === 0) return refuse('NotFound', notFound(method, path, addresses));
  const allow = [...new Set(there.map(address => address.method))].join(', ');
  const ids = there.map(address => address.operation.id).join(', ');
  const isPreflight = method === 'OPTIONS' && header('access-control-request-method') !== undefined;
  const message = `${method} is not a method of ${ids}; use ${allow}${isPreflight ? preflightHint : ''}`;
  return new Refusal([problem('MethodNotAllowed', message)], { allow });
}

function notFound(method: string, path: string, addresses: readonly Address[]): string {
  const filled = addresses.map(address => fillPath(address.path, path));
  // Only the name of this product is not similar to its name in paths.
  const near = nearest(path.replace(/(?<=\/)cars?(?=\.svc\b)/i, 'RentACar'), filled) ?? '';
  const address = addresses[filled.indexOf(near)];
  const mask = (text: string) => maskUrl(text, () => '***');
  const hint = address
    ? `did you mean ${address.method} ${address.path.includes('{*}') ? mask(near) : address.path} (${address.operation.id})?`
    : 'GET /openapi.json lists the operations';
  return `there is no operation at ${method} ${mask(path)}; ${hint}`;
}

/** Only this message shows the user why a page gets no answer. */
const preflightHint =
  '. A browser sent this request for a web page; to let the page call, start the server with --cors <origin>';

export type AddressSecrets = ReturnType<typeof createAddressSecrets>;

export function createAddressSecrets(addresses: readonly Address[]) {
  const plain = new Set(['/mcp', ...addresses.flatMap(({ path, template }) => (template ? [] : [path]))]);
  const anyCase = new Set([...plain].map(path => path.toLowerCase()));
  const templates = addresses.flatMap(({ template }) => (template ? [template] : []));
  const words = wordsOf(['/mcp', ...addresses.map(({ path }) => path)]);
  const knownWords = new Set(words.map(word => word.toLowerCase()));
  const findTokens = createTokenFinder(addresses);

  function redactPath(path: string, redactor: Redactor): string {
    if (anyCase.has(path.toLowerCase())) return path;
    for (const template of templates) {
      const parameters = template(path);
      if (!parameters) continue;
      return withParameters(path, parameters, name => {
        const text = parameters.get(name)?.text ?? '';
        return name === 'token' ? text && redactor.mark(readEscapes(text)) : redactor.redactText(text);
      });
    }
    const tokens = new Set(findTokens(path));
    const marked = mapParts(path, part => (tokens.has(part) ? redactor.mark(readEscapes(part)) : part));
    return redactor.redactUrl(marked);
  }

  return {
    /** In the path of an operation, redacts the parameters; in any other path, every part that can be a token (auth.5). */
    redact(url: string, redactor: Redactor): string {
      if (plain.has(url)) return url; // the most frequent addresses need no further work
      const { path } = splitUrl(url);
      return redactPath(path, redactor) + redactor.redactUrl(url.slice(path.length));
    },
    /** Masks every part that is in no address: for the log about a sandbox that is not in memory, whose secrets are unknown. */
    maskPath: (path: string) => mapParts(path, part => (knownWords.has(part.toLowerCase()) ? part : '***')),
    secretsIn: ({
      operation,
      body,
      incoming,
    }: Pick<Reached, 'operation' | 'body' | 'incoming'>): unknown[] =>
      operation
        ? [secretIn(operation, body)]
        : findTokens(splitUrl(incoming.url).path).flatMap(part => [part, readEscapes(part)]),
  };
}

const mapParts = (path: string, map: (part: string) => string): string => path.split('/').map(map).join('/');

const wordsOf = (paths: readonly string[]): string[] =>
  paths.flatMap(path => path.split('/')).filter(part => !part.includes('{'));

/** A shorter part of a path is a code or an id. A number of at most 10 digits is an id, too. */
const minToken = 6;
const isId = (part: string): boolean => /^\d{1,10}$/.test(part);
const isLetters = (part: string): boolean => /^[a-z]+$/i.test(part);

/**
 * In wrong paths that begin like a path of static data, because a client that misspells such a path still sends its token. A misspelled
 * part of a correct path is not a token, so the journal shows the mistake. The found parts stay percent-encoded.
 */
function createTokenFinder(addresses: readonly Address[]): (path: string) => readonly string[] {
  const paths = addresses.filter(({ operation }) => operation.base === 'commons').map(({ path }) => path);
  const beginnings = [...new Set(paths.map(beginningOf))];
  const words = [...new Set(wordsOf(paths))];
  const canBeToken = (part: string): boolean =>
    part.length >= minToken && !isId(part) && !(isLetters(part) && nearest(part, words) !== undefined);
  return path => {
    const read = readEscapes(path).toLowerCase();
    if (!beginnings.some(beginning => read.startsWith(beginning))) return [];
    return path.split('/').filter(part => canBeToken(readEscapes(part)));
  };
}

/** Before the first parameter, without the last part, which is the name of the operation. */
function beginningOf(path: string): string {
  const parts = path.slice(0, path.indexOf('{')).toLowerCase().split('/').slice(0, -1);
  return `${(parts.length > 2 ? parts.slice(0, -1) : parts).join('/')}/`;
}
