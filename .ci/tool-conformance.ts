// Runs the official conformance suite of the Model Context Protocol against the tool server of a stand-in, and against
// `understudy mcp`. The suite speaks only HTTP, and sends no bearer token, which the specification requires (auth.3). So a small
// proxy adds the token, or carries the messages to a process and back. tool-conformance.yml lists the tests that are expected
// to fail, with the reason. A listed test that passes is an error too.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { createMockSupplier, defaultSandbox } from '#mock-server';
import { listen } from '#mock-server/node';

const failures = readFileSync('.ci/tool-conformance.yml', 'utf8');

/** Runs the suite against the server of a proxy. */
async function check(name: string, proxy: Server, expected: string): Promise<void> {
  console.log(`== ${name}`);
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo; // a TCP server has one
  // The suite writes its results into its working directory.
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  writeFileSync(join(folder, 'expected.yml'), expected);
  const suite = spawn(
    process.execPath,
    [
      resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js'),
      ...['server', '--url', `http://127.0.0.1:${port}/mcp`, '--expected-failures', 'expected.yml'],
      ...process.argv.slice(2),
    ],
    { cwd: folder, stdio: 'inherit' },
  );
  const [code] = await once(suite, 'close');
  process.exitCode ||= code ?? 1;
  rmSync(folder, { recursive: true, force: true });
  proxy.close();
  proxy.closeAllConnections();
}

async function checkToolServer(): Promise<void> {
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
  await check('the tool server of a stand-in', proxy, failures);
  await listening.close();
}

async function checkCommand(): Promise<void> {
  const processes: StdioClientTransport[] = [];
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  async function openSession(): Promise<WebStandardStreamableHTTPServerTransport> {
    const command = { command: process.execPath, args: ['scenarios/cli/understudy.cjs', 'mcp'] };
    const stdio = new StdioClientTransport(command);
    const http: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: id => void sessions.set(id, http),
      enableJsonResponse: true,
    });
    http.onmessage = message => void stdio.send(message);
    stdio.onmessage = message => void http.send(message);
    await Promise.all([http.start(), stdio.start()]);
    processes.push(stdio);
    return http;
  }

  // The proxy, and not the command, has connections: it checks the name of the host, and passes the test of several streams.
  const proxy = createAdaptorServer({
    async fetch(call) {
      if (!/^(?:127\.0\.0\.1|localhost)(?::|$)/.test(call.headers.get('host') ?? ''))
        return new Response(null, { status: 403 });
      const known = sessions.get(call.headers.get('mcp-session-id') ?? '');
      return (known ?? (await openSession())).handleRequest(call);
    },
  }) as Server; // without other options, it is one of node:http
  await check('understudy mcp', proxy, failures.replace('  - server-sse-multiple-streams\n', ''));
  await Promise.all(processes.map(one => one.close()));
}

await checkToolServer();
await checkCommand();
