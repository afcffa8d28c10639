import { isOperationId, operationIds } from '#contracts';
import { nearest } from '#contracts/util';
import { createMockSupplier, describeEndpoint } from '#mock-server';
import { CliError } from './cli-error.ts';
import { loadProfile } from './load-profile.ts';
import type { Values } from './options.ts';
import { supplierOptions } from './supplier-options.ts';

/**
 * Explains one operation, with calls for a server that was started with the same options.
 *
 * @throws CliError for an id that no operation has, and for a port that nobody knows yet
 */
export async function showEndpoint(id: string, values: Values): Promise<void> {
  if (!isOperationId(id)) {
    const near = nearest(id, operationIds);
    const hint = near === undefined ? '"understudy endpoints" lists them' : `did you mean "${near}"?`;
    throw new CliError([`there is no endpoint "${id}"; ${hint}`]);
  }
  const baseUrl = baseUrlOf(values);
  const supplier = createMockSupplier({
    ...supplierOptions(values),
    profile: await loadProfile(values.profile),
  });
  const { text, detail } = await describeEndpoint(supplier, id, baseUrl);
  console.log(values.json ? JSON.stringify(detail, null, 2) : text);
}

const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Where a server with these options is found from this machine. */
function baseUrlOf({ url, publicUrl, host, port }: Values): string {
  const address = url ?? publicUrl;
  if (address !== undefined) return address;
  if (port === 0)
    throw new CliError(['port 0 is a free one, known only when the server runs: give its address as --url']);
  const name = loopback[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
