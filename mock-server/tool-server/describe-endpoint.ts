import type { Dialect, OperationId } from '#contracts';
import { defaultSandbox, type Sandboxes } from '../sandboxes/index.ts';

/** An endpoint as the tool server explains it. */
export interface EndpointPage {
  readonly text: string;
  /** The same as data. */
  readonly detail: object;
}

/**
 * Explains an endpoint in the words of `get_endpoint`, to who may see the credential of the default sandbox.
 *
 * @param baseUrl the address that the calls shown go to
 * @example console.log((await describeEndpoint(supplier, 'hotel.search', 'http://127.0.0.1:4010')).text)
 */
export async function describeEndpoint(
  { sandboxes, dialect }: { readonly sandboxes: Sandboxes; readonly dialect: Dialect },
  endpointId: OperationId,
  baseUrl: string,
): Promise<EndpointPage> {
  // Read on demand, like the tool server itself.
  const [{ callTool }, { openBook }] = await Promise.all([
    import('./call-tool.ts'),
    import('./get-endpoint.ts'),
  ]);
  const { identity, clock } = sandboxes.require(defaultSandbox);
  const view = { baseUrl, dialect, now: clock.now(), identity, showsCredential: true };
  const call = { name: 'get_endpoint', arguments: { endpointId } };
  const { content, structuredContent } = callTool(call, view, await openBook());
  return { text: content.map(({ text }) => text).join('\n'), detail: structuredContent };
}
