import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import type { createClient } from '#client';
import type { MockSupplier } from '#mock-server';

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

/** The body of a Search for a page. */
export const searchBody = JSON.stringify({
  Credential: { Username: 'demo', Password: 'demo' },
  Criteria: {
    DestinationId: '1003',
    CheckinDate: '2099-01-10',
    NumNights: 2,
    SearchRooms: [{ NumAdults: 1 }],
    Nationality: 'BR',
  },
});

/** The globals that the script of a page sets for a test. */
export interface Stage {
  supplier: MockSupplier;
  createClient: typeof createClient;
}

/** Runs in a page: books a hotel with the reference client of the page, a month after its day. Returns the outcome. */
export async function bookInPage(baseUrl: string): Promise<string> {
  const { supplier, createClient } = globalThis as unknown as Pick<Stage, 'createClient'> & Partial<Stage>; // the script of the page has set them
  const clock = supplier?.sandboxes.require('default').clock;
  const credential = { Username: 'demo', Password: 'demo' };
  const client = createClient({ baseUrl, credential, ...(clock && { clock }) });
  const day = (offset: number) =>
    new Date((clock ?? Date).now() + offset * 86_400_000).toISOString().slice(0, 10);
  const { outcome } = await client.book(
    {
      product: 'hotel',
      criteria: {
        DestinationId: '1003',
        CheckinDate: day(30),
        CheckoutDate: day(32),
        SearchRooms: [{ NumAdults: 1 }],
        Nationality: 'BR',
      },
      guests: [{ Name: 'Ana', Surname: 'Souza', Age: 34 }],
      choose: offers => offers.find(({ isPrePayment, canPayLater }) => !isPrePayment && canPayLater),
    },
    () => true,
  );
  return outcome;
}

/** Opens a page whose script sets `isReady`. */
export async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction('globalThis.isReady');
  return page;
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
