import { runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createClient } from '#client';
import { createMockSupplier } from '#mock-server';
import { bundle, page } from './bundle.ts';

const all = (entry: string) => `export * from 'travel-understudy/${entry}';`;
const maxBytes = 155_000;

/** Runs in the page and in this process, from its source, so it gets everything it needs as arguments. */
const bookOnce = async (make: typeof createClient, supply: typeof createMockSupplier) => {
  const start = Date.parse('2026-12-10T10:00:00Z');
  const supplier = supply({ clock: { mode: 'auto', start }, faults: ['hotel.search:status=503,times=1'] });
  const client = make({
    baseUrl: 'http://supplier.example',
    credential: { Username: 'demo', Password: 'demo' },
    clock: supplier.sandboxes.require('default').clock,
    fetch: supplier.fetch,
  });
  const outcome = await client.book(
    {
      product: 'hotel',
      criteria: {
        DestinationId: '1003',
        CheckinDate: '2027-01-10',
        NumNights: 2,
        SearchRooms: [{ NumAdults: 1 }],
        Nationality: 'BR',
      },
      guests: [{ Name: 'Ana', Surname: 'Souza', Age: 34 }],
      choose: offers => offers.find(({ isPrePayment, canPayLater }) => !isPrePayment && canPayLater),
    },
    () => true,
  );
  const voucher = outcome.outcome === 'confirmed' ? outcome.booking.ConfirmationNumber : undefined;
  return JSON.stringify({ outcome: outcome.outcome, voucher });
};

describe('travel-understudy/client', () => {
  it('brings zod along, and of this package itself and the contract only', async () => {
    const { modules, builtins } = await bundle('client', all('client'));
    expect(builtins).toEqual([]);
    const ours = modules.filter(name => name.startsWith('dist/'));
    expect(modules.filter(name => !ours.includes(name))).toEqual(['zod']);
    expect(ours).toContain('dist/client/index.js');
    expect(ours.filter(name => !/^dist\/(client|contracts)\//.test(name))).toEqual([]);
    // The descriptions of the contract and the file ledger are not part of the bundle.
    const left =
      /contracts\/(rules|control|tools|fault|openapi)(\/|\.)|contracts\/(reasons|clauses)\.|client\/node/;
    expect(ours.filter(name => left.test(name))).toEqual([]);
  });

  it(`is under ${maxBytes / 1_000} kB for a browser, zod and all`, async () => {
    const { code } = await bundle('client', all('client'), { minify: true });
    const bytes = new TextEncoder().encode(code).length;
    expect(bytes).toBeGreaterThan(30_000);
    expect(bytes).toBeLessThan(maxBytes);
  });

  it('books where only Web names exist as it does in Node', async () => {
    const context = page();
    for (const [name, entry] of Object.entries({ client: 'client', supplier: 'mock-server' })) {
      const { code } = await bundle(name, all(entry), { minify: true });
      runInContext(`${code}\nglobalThis.${name} = ${name};`, context);
    }
    const call = `(${bookOnce})(client.createClient, supplier.createMockSupplier)`;
    const inPage = JSON.parse(await runInContext(call, context));
    expect(inPage).toEqual({ outcome: 'confirmed', voucher: expect.stringMatching(/^HCN\d{7}$/) });
    expect(inPage).toEqual(JSON.parse(await bookOnce(createClient, createMockSupplier)));
  });
});

it('travel-understudy/client/node has Node beside, and nothing else that the client does not have', async () => {
  const { modules, builtins } = await bundle('ledger', all('client/node'));
  const client = await bundle('client', all('client'));
  const more = modules.filter(name => !client.modules.includes(name) && !/^__vite|^\0/.test(name));
  expect(more).toEqual(['file-ledger', 'index', 'tls-fetch'].map(name => `dist/client/node/${name}.js`));
  expect(builtins).not.toEqual([]);
  expect(
    builtins.filter(
      one => !/^node:\S+ in dist\/client\/node\/(index|holder|file-ledger|tls-fetch)\.js$/.test(one),
    ),
  ).toEqual([]);
});
