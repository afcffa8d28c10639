import { defaultSandbox } from '#mock-server';
import { listen } from '#mock-server/node';
import { defineCommand, type OptionValues, option } from '../command.ts';
import { makeSupplier } from '../make-supplier.ts';
import { config, pickOptions } from '../options.ts';
import { httpAddress } from '../values.ts';

const options = {
  url: option('<url>', 'address of a running server, whose sandboxes the tools then use', httpAddress, {
    shownDefault: 'a new stand-in in this process, on a free port',
  }),
  ...pickOptions('controlToken', 'scenarios', 'profile', 'inventory'),
  config,
};

export const command = defineCommand({
  options,
  examples: ['mcp', 'mcp --scenarios my-scenarios', 'mcp --url http://127.0.0.1:4010'],
  run: serve,
});

async function serve({ url, controlToken: token, ...flags }: OptionValues<typeof options>): Promise<void> {
  console.log = console.error; // stdout carries only the protocol
  const { serveTools } = await import('../mcp/index.ts');
  const setting = { token, flags };
  if (url !== undefined) return serveTools({ ...setting, url, own: new Set(), isShared: true });
  const { readConsole } = await import('./serve.ts');
  const listening = await listen(await makeSupplier(flags, { readConsole }), {
    port: 0,
    controlToken: token,
  });
  await serveTools({ ...setting, url: listening.url, own: new Set([defaultSandbox]), isShared: false });
  // Without this call, timers of sandbox clocks would keep the process alive.
  process.exit();
}
