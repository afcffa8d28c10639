import { maskUrl, type Warning } from '#contracts/exchange';
import { fillPath, nearest } from '#contracts/util';
import { problem, Refusal, refuse } from '../books/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { type Address, noParameters, splitUrl, withParameters } from './address.ts';
import type { Matched, Received } from './stages.ts';

/**
 * Adds a warning when the path is in another letter case.
 *
 * @throws Refusal 410 in a closed sandbox; 404 with the nearest address, or 405 with the right method
 */
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
  const isPreflight = method === 'OPTIONS' && header('access-control-request-method') !== undefined;
  return there.length > 0
    ? wrongMethod(method, there, isPreflight ? preflightHint : '')
    : refuse('NotFound', notFound(method, path, addresses));
}

function notFound(method: string, path: string, addresses: readonly Address[]): string {
  const filled = addresses.map(address => fillPath(address.path, path));
  const near = nearest(path, filled);
  const address = addresses[near === undefined ? -1 : filled.indexOf(near)];
  const hint = address
    ? `did you mean ${address.method} ${address.path} (${address.operation.id})?`
    : 'GET /openapi.json lists the operations';
  return `there is no operation at ${method} ${maskUrl(path, () => '***')}; ${hint}`;
}

/** Only this message shows the user why a page gets no answer. */
const preflightHint =
  '. A browser sent this request for a web page; to let the page call, start the server with --cors <origin>';

function wrongMethod(method: string, there: readonly Address[], hint: string): Refusal {
  const allow = [...new Set(there.map(address => address.method))].join(', ');
  const ids = there.map(address => address.operation.id).join(', ');
  const message = `${method} is not a method of ${ids}; use ${allow}${hint}`;
  return new Refusal([problem('MethodNotAllowed', message)], { allow });
}
