import { writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { describe, expect, inject, it } from 'vitest';
import { createMockSupplier } from '#mock-server';

type Bundle = { code: string; builtins: string[] };

/** Bundles a module for a browser, from a project that has the packed package; tells which Node built-ins it met. */
async function bundle(name: string, source: string): Promise<Bundle> {
  const root = inject('packedProject');
  const entry = join(root, `${name}.js`);
  writeFileSync(entry, source);
  const builtins: string[] = [];
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'bundled' } },
    plugins: [
      {
        name: 'note-builtins',
        enforce: 'pre',
        resolveId(id, importer) {
          if (isBuiltin(id)) builtins.push(`${id} in ${importer?.slice(root.length + 1)}`);
        },
      },
    ],
  });
  const outputs = [result].flat().flatMap(built => ('output' in built ? built.output : []));
  const code = outputs.map(output => ('code' in output ? output.code : '')).join('\n');
  return { code, builtins };
}

const webNames = [
  'fetch Request Response Headers URL URLSearchParams TextEncoder TextDecoder Blob structuredClone',
  'ReadableStream WritableStream TransformStream CompressionStream DecompressionStream',
  'AbortController AbortSignal DOMException Event EventTarget crypto performance console',
  'setTimeout clearTimeout setInterval clearInterval queueMicrotask atob btoa',
].flatMap(line => line.split(' '));

/** What a page has: Web names only, no process, Buffer, require or global. */
function page() {
  return createContext(Object.fromEntries(webNames.map(name => [name, Reflect.get(globalThis, name)])));
}

const universe = {
  seed: 'browser',
  clock: { mode: 'manual', start: Date.parse('2026-12-01T10:00:00Z') },
} as const;
const address = 'http://understudy.test/API/REST/Hotel.svc/Search';
const criteria = {
  DestinationId: '1007',
  CheckinDate: '2027-01-10',
  NumNights: 2,
  SearchRooms: [{ NumAdults: 2 }],
  Nationality: 'BR',
};
const search = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, Criteria: criteria }),
};

describe('the package in a browser', () => {
  it.each(['contracts', 'rules', 'mock-server'])(
    'has no Node built-in behind travel-understudy/%s',
    async entry => {
      const { code, builtins } = await bundle(entry, `export * from 'travel-understudy/${entry}';`);
      expect(builtins).toEqual([]);
      expect(code.length).toBeGreaterThan(1000);
    },
  );

  it('answers a search where only Web names exist, byte for byte as in Node', async () => {
    const { code } = await bundle('supplier', "export * from 'travel-understudy/mock-server';");
    const context = page();
    runInContext(`${code}\nglobalThis.bundled = bundled;`, context);
    const ask = `async create => {
      const supplier = create(${JSON.stringify(universe)});
      const answer = await supplier.fetch(${JSON.stringify(address)}, ${JSON.stringify(search)});
      return { status: answer.status, text: await answer.text() };
    }`;
    const inBrowser = await runInContext(`(${ask})(bundled.createMockSupplier)`, context);
    const inNode = await createMockSupplier(universe).fetch(address, search);
    expect(inBrowser.status).toBe(200);
    expect(JSON.parse(inBrowser.text).Token).toEqual(expect.any(String));
    expect(inBrowser.text).toBe(await inNode.text());
  });

  it('is refused when Node is behind it, so that the check above means something', async () => {
    const { builtins } = await bundle('node', "export * from 'travel-understudy/mock-server/node';");
    expect(builtins).not.toEqual([]);
  });
});
