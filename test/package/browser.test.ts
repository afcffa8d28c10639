import { runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { bundle, page } from './bundle.ts';

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
  it.each(['contracts', 'rules', 'control', 'client', 'mock-server', 'scenarios'])(
    'imports no Node built-in through travel-understudy/%s',
    async entry => {
      const { code, builtins } = await bundle('entry', `export * from 'travel-understudy/${entry}';`);
      expect(builtins).toEqual([]);
      expect(code.length).toBeGreaterThan(1000);
    },
  );

  it('answers a search where only Web names exist, byte for byte as in Node', async () => {
    const { code } = await bundle('supplier', "export * from 'travel-understudy/mock-server';");
    const context = page();
    runInContext(`${code}\nglobalThis.supplier = supplier;`, context);
    const ask = `async create => {
      const supplier = create(${JSON.stringify(universe)});
      const answer = await supplier.fetch(${JSON.stringify(address)}, ${JSON.stringify(search)});
      return { status: answer.status, text: await answer.text() };
    }`;
    const inBrowser = await runInContext(`(${ask})(supplier.createMockSupplier)`, context);
    const inNode = await createMockSupplier(universe).fetch(address, search);
    expect(inBrowser.status).toBe(200);
    expect(JSON.parse(inBrowser.text).Token).toEqual(expect.any(String));
    expect(inBrowser.text).toBe(await inNode.text());
  });

  it('fails for a module that imports Node, which proves the check above', async () => {
    const { builtins } = await bundle('node', "export * from 'travel-understudy/mock-server/node';");
    expect(builtins).not.toEqual([]);
  });
});
