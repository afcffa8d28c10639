import { parseArguments, readOptions } from '#scenarios/cli/arguments';
import { command } from '#scenarios/cli/commands/serve';

/**
 * Returns the values that `serve` reads from a command line and an environment.
 *
 * @example (await valuesOf(['--port', '4020'])).port // 4020
 */
export async function valuesOf(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { given, problems } = parseArguments(args, command.options);
  return readOptions(command.options, { given, env, problems });
}
