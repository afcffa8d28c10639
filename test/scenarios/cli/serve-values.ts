import { vi } from 'vitest';
import type { OptionValues } from '#scenarios/cli/command';
import { command, type options } from '#scenarios/cli/commands/serve';
import { runWords } from '#scenarios/cli/parser';

/** @example (await valuesOf(['--port', '4020'])).port // 4020 */
export async function valuesOf(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  let values: unknown;
  const run = async (given: unknown) => {
    values = given;
  };
  await runWords(['serve', ...args], { name: 'serve', command: { ...command, run } });
  vi.unstubAllEnvs();
  return values as OptionValues<typeof options>;
}
