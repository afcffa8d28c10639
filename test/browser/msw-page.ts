import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { build } from 'vite';

const entryId = 'virtual:page';
const workerScript = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');

/** Bundles a module for a page. Returns the files by name. The page loads `page.js` first. */
async function bundle(source: string): Promise<Map<string, string | Uint8Array>> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: { page: entryId }, output: { entryFileNames: '[name].js' } },
    },
    plugins: [
      {
        name: 'page',
        resolveId: id => (id === entryId ? `${process.cwd()}/page.js` : undefined),
        load: id => (id === `${process.cwd()}/page.js` ? source : undefined),
      },
    ],
  });
  const outputs = [result].flat().flatMap(built => ('output' in built ? built.output : []));
  return new Map(outputs.map(file => [file.fileName, 'code' in file ? file.code : file.source]));
}

/** The module may import by `#room` what packages would. */
export async function servePage(source: string): Promise<{ url: string; close(): void }> {
  const files = await bundle(source);
  files.set('mockServiceWorker.js', readFileSync(workerScript));
  files.set('', '<!doctype html><title>page</title><script type="module" src="/page.js"></script>');
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? '';
    const content = files.get(name);
    const type = name === '' ? 'text/html' : 'text/javascript';
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
