import type { Dialect, OperationId } from '#contracts';
import { defaultSandbox, type Sandboxes } from '../../sandbox/index.ts';
import { openBook } from './book.ts';

export { openBook } from './book.ts';
export { curl } from './shell.ts';

/** Loads the code of the tool server, which most servers never need. */
export const loadToolServer = () => import('./server.ts');

/** An endpoint as the tool server explains it. */
export interface EndpointPage {
  readonly text: string;
  /** The content of the text as data for programs. */
  readonly detail: object;
}

/**
 * Explains an endpoint with the text of `get_endpoint`. The sample script uses the credential of the default sandbox.
 *
 * @param baseUrl the base address that the sample script calls
 * @example console.log((await describeEndpoint(supplier, 'hotel.search', 'http://127.0.0.1:4010')).text)
 */
export async function describeEndpoint(
  { sandboxes, dialect }: { sandboxes: Sandboxes; dialect: Dialect },
  endpointId: OperationId,
  baseUrl: string,
): Promise<EndpointPage> {
  const { getEndpoint } = await import('./get-endpoint.ts');
  const { identity, clock } = sandboxes.require(defaultSandbox);
  const view = { baseUrl, dialect, now: clock.now(), identity, showsCredential: true };
  const { text, data } = getEndpoint(endpointId, await openBook(), view);
  return { text, detail: data };
}
