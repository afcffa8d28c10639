import { isOperationId, nearest, operationIds } from '#contracts';
import { createMockSupplier, describeEndpoint } from '#mock-server';
import { CliError } from './cli-error.ts';
import { loadProfile } from './load-profile.ts';
import { options, type Values } from './options.ts';

/**
 * Explains one operation, with calls for a server that was started without options.
 *
 * @throws CliError for an id that no operation has
 */
export async function showEndpoint(
  id: string,
  { profile, json }: Pick<Values, 'profile' | 'json'>,
): Promise<void> {
  if (!isOperationId(id)) {
    const near = nearest(id, operationIds);
    const hint = near === undefined ? '"understudy endpoints" lists them' : `did you mean "${near}"?`;
    throw new CliError([`there is no endpoint "${id}"; ${hint}`]);
  }
  const supplier = createMockSupplier({ profile: await loadProfile(profile) });
  const baseUrl = `http://${options.host.default}:${options.port.default}`;
  const { text, detail } = await describeEndpoint(supplier, id, baseUrl);
  console.log(json ? JSON.stringify(detail, null, 2) : text);
}
