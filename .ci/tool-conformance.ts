// Runs the official conformance suite of the Model Context Protocol against a served stand-in. The suite sends no bearer
// token, which the specification requires (auth.3), so a small proxy adds it. tool-conformance.yml lists the tests that are
// expected to fail, with the reason. A listed test that passes is an error too.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createMockSupplier, defaultSandbox } from '#mock-server';
import { listen } from '#mock-server/node';

const supplier = createMockSupplier();
const listening = await listen(supplier, { port: 0 });
const { mcpToken } = supplier.sandboxes.require(defaultSandbox).identity;

const proxy = createServer((incoming, outgoing) => {
  const headers = { authorization: `Bearer ${mcpToken}`, ...incoming.headers };
  const { method, url: path } = incoming;
  const onward = request({ port: listening.port, host: '127.0.0.1', method, path, headers }, answer => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
});
await once(proxy.listen(0, '127.0.0.1'), 'listening');
const { port } = proxy.address() as AddressInfo; // a TCP server has one

// The suite writes its results into its working directory.
const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
const suite = spawn(
  process.execPath,
  [
    resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js'),
    ...['server', '--url', `http://127.0.0.1:${port}/mcp`],
    ...['--expected-failures', resolve('.ci/tool-conformance.yml')],
    ...process.argv.slice(2),
  ],
  { cwd: folder, stdio: 'inherit' },
);
try {
  const [code] = await once(suite, 'close');
  process.exitCode = code ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  proxy.close();
  proxy.closeAllConnections();
  await listening.close();
}
