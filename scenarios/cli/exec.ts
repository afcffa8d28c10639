import { styleText } from 'node:util';
import { defaultSandbox, type MockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { CliError } from './cli-error.ts';
import { makeSupplier } from './make-supplier.ts';
import type { Values } from './options.ts';
import { runInGroup } from './run-in-group.ts';
import { createTally } from './tally.ts';
import { tallyText } from './tally-text.ts';

/**
 * Runs a command beside a stand-in on a free port, whose addresses and credentials it finds in its environment; then says on
 * stderr what the stand-in was asked for, and ends this process with the exit code of the command.
 *
 * @throws CliError where there is no command, or none that can be started
 */
export async function exec(values: Values, command: readonly string[]): Promise<void> {
  const [program, ...args] = command;
  if (program === undefined)
    throw new CliError(['exec needs the command to run behind "--", as in: understudy exec -- npm test']);
  const supplier = await makeSupplier(values);
  const tally = createTally(supplier.sandboxes);
  const listening = await listen(supplier, { port: 0 });
  const env = { ...process.env, ...variables(supplier, listening.url) };
  const exitCode = await runInGroup(program, args, env).finally(() => listening.close());
  console.error(`\n${tallyText(tally(), heading)}`);
  // Clocks of sandboxes may still wait for something; nobody is left to see it.
  process.exit(exitCode);
}

const heading = (text: string): string => styleText('bold', text, { stream: process.stderr });

/** What the command finds in its environment. */
function variables(supplier: MockSupplier, url: string): Record<string, string> {
  const { identity } = supplier.sandboxes.require(defaultSandbox);
  const [credential] = identity.credentials;
  return {
    UNDERSTUDY_BASE_URL: url,
    UNDERSTUDY_COMMONS_URL: url,
    UNDERSTUDY_MCP_URL: `${url}/mcp`,
    UNDERSTUDY_CONTROL_URL: `${url}/_control`,
    UNDERSTUDY_USERNAME: credential?.Username ?? '',
    UNDERSTUDY_PASSWORD: credential?.Password ?? '',
    UNDERSTUDY_STATIC_TOKEN: identity.staticToken,
    UNDERSTUDY_MANAGER_ID: String(identity.managerId),
    UNDERSTUDY_MCP_TOKEN: identity.mcpToken,
  };
}
