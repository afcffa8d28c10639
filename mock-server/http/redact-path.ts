import type { Dialect } from '#contracts';
import { createRedactor } from '#contracts/exchange';
import { addressesOf, createAddressSecrets } from '../pipeline/index.ts';
import { defaultSandbox, type Ports, type Sandboxes } from '../sandbox/index.ts';
import { locate, sandboxPrefix } from './app.ts';
import { sandboxInBaggage } from './baggage.ts';

/** The parts of a MockSupplier that select the sandbox of a request. */
export interface PathRedactorOptions {
  readonly sandboxes: Pick<Sandboxes, 'find'>;
  readonly dialect: Dialect;
  readonly ports: Pick<Ports, 'sandboxAt'>;
}

/**
 * Creates a function that redacts paths for a log, with the rules of the journal. The function hides the secrets of
 * the sandbox, and each part that can be a token. For a path without a sandbox id, the port selects the sandbox. If the
 * sandbox is not in memory, the function masks each part that does not occur in the supplier's paths.
 *
 * @param secrets further texts to hide, such as the control token
 * @returns a function that takes the path, the port and the header `baggage` of a request
 * @example createPathRedactor(supplier)('/sandbox/a/x/demo-static-token', 4010) // '/sandbox/a/x/***'
 */
export function createPathRedactor(
  { sandboxes, dialect, ports }: PathRedactorOptions,
  secrets: readonly unknown[] = [],
): (path: string, port?: number, baggage?: string) => string {
  const { redact, maskPath } = createAddressSecrets(addressesOf(dialect));
  const ofNoSandbox = createRedactor({ secrets });
  return (path, port, baggage) => {
    const ofPort = port === undefined ? undefined : ports.sandboxAt(port);
    const { id } = locate(path, ofPort ?? (baggage ? sandboxOrNone(baggage) : undefined));
    const sandbox = sandboxes.find(id);
    const redactor = (sandbox ?? sandboxes.find(defaultSandbox))?.redactor.with(...secrets) ?? ofNoSandbox;
    const prefix = path.startsWith(sandboxPrefix) ? path.slice(0, sandboxPrefix.length + id.length) : '';
    const rest = path.slice(prefix.length);
    const known = sandbox || rest.startsWith(controlPrefix) ? rest : maskPath(rest);
    return redactor.redactText(prefix) + (rest && redact(known, redactor));
  };
}

/** These paths contain no secret of a sandbox. */
const controlPrefix = '/_control';

function sandboxOrNone(baggage: string): string | undefined {
  try {
    return sandboxInBaggage(baggage);
  } catch {
    return undefined;
  }
}
