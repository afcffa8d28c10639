import { afterEach, describe, expect, it } from 'vitest';
import { createMockSupplier, type MockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import type { Fetch } from '../hotel-client.ts';
import { createToolCaller } from './tool-caller.ts';

const password = 's3cret-word';
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(): Promise<{ supplier: MockSupplier; port: number }> {
  const supplier = createMockSupplier({ credential: { Username: 'ana', Password: password } });
  const { port, close } = await listen(supplier, { port: 0 });
  closing.push(close);
  return { supplier, port };
}

/** Returns the whole page of one endpoint, as text and as data. */
async function pageOf(fetch: Fetch, url: string, headers: Record<string, string> = {}): Promise<string> {
  const named: Fetch = (to, init) =>
    fetch(to, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } });
  const { text, data } = await createToolCaller(named, url).tell('get_endpoint', {
    endpointId: 'hotel.search',
  });
  return text + JSON.stringify(data);
}

describe('the page of an endpoint that was made before', () => {
  it('tool.get-endpoint: shows each reader its own address', async () => {
    const { supplier, port } = await start();
    const addresses = ['http://a.example', 'http://b.example', 'http://b.example/sandbox/default'];
    for (const base of [...addresses, ...addresses]) {
      const page = await pageOf(supplier.fetch, `${base}/mcp`);
      expect(page).toContain(`'${base}/API/REST/Hotel.svc/Search'`);
    }
    for (const base of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      expect(await pageOf(fetch, `${base}/mcp`)).toContain(`'${base}/API/REST/Hotel.svc/Search'`);
    }
  });

  it('auth.5: shows the credential only to its owner, in whatever order clients call', async () => {
    for (const order of [
      [true, false, true],
      [false, true, false],
    ]) {
      const { supplier, port } = await start();
      for (const isHere of order) {
        const page = isHere
          ? await pageOf(supplier.fetch, 'http://a.example/mcp')
          : await pageOf(fetch, `http://127.0.0.1:${port}/mcp`, { 'x-forwarded-host': 'a.example' });
        expect(page).toContain("'http://a.example/API/REST/Hotel.svc/Search'");
        expect(page.includes(password)).toBe(isHere);
      }
    }
  });
});
