import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { createClient } from '#client';
import { createMockSupplier } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { hasBrowser, launch } from './browser.ts';
import { servePage } from './msw-page.ts';

/** The global that the page sets for a test. */
interface Stage {
  createClient: typeof createClient;
}

describe.runIf(hasBrowser)('a page of another origin, in a browser', () => {
  const supplier = createMockSupplier();
  let browser: Browser;
  let page: Page;
  let url: string;
  const open: { close(): unknown }[] = [];
  beforeAll(async () => {
    const own = await servePage(
      `import { createClient } from '#client'; Object.assign(globalThis, { createClient, isReady: true });`,
    );
    const { origin } = new URL(own.url);
    const listening: Listening = await listen(supplier, { port: 0, cors: [origin] });
    browser = await launch();
    open.push(browser, listening, own);
    page = await browser.newPage();
    await page.goto(own.url);
    await page.waitForFunction('globalThis.isReady');
    url = listening.url;
  });
  afterAll(async () => {
    for (const one of open) await one.close();
  });

  /** Resets the sandbox and arms faults. Returns the sandbox. */
  function prepare(...faults: string[]) {
    const sandbox = supplier.sandboxes.reset('default');
    sandbox.faults.armList(faults);
    return sandbox;
  }

  /** Sends a Search from the page. Returns the parts of the answer that the page can read, or the name of the error. */
  const search = (abortAfterMs?: number) =>
    page.evaluate(
      async ([address, wait]) => {
        const body = {
          Credential: { Username: 'demo', Password: 'demo' },
          Criteria: {
            DestinationId: '1003',
            CheckinDate: '2099-01-10',
            NumNights: 2,
            SearchRooms: [{ NumAdults: 1 }],
            Nationality: 'BR',
          },
        };
        const answer = await fetch(`${address}/API/REST/Hotel.svc/Search`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          ...(wait !== undefined && { signal: AbortSignal.timeout(wait) }),
        }).catch((error: Error) => error.name);
        if (typeof answer === 'string') return { error: answer };
        const { status, headers } = answer;
        const read = await answer.text().catch((error: Error) => error.name);
        return {
          status,
          retryAfter: headers.get('retry-after'),
          exchange: headers.get('x-understudy-exchange'),
          body: read.slice(0, 9),
        };
      },
      [url, abortAfterMs] as const,
    );

  it('books with the reference client', async () => {
    const { journal } = prepare();
    const outcome = await page.evaluate(async address => {
      const { createClient } = globalThis as unknown as Stage; // the script of the page has set it
      const client = createClient({ baseUrl: address, credential: { Username: 'demo', Password: 'demo' } });
      const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
      const booked = await client.book(
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
      return booked.outcome;
    }, url);
    expect(outcome).toBe('confirmed');
    expect(journal.read().map(({ facts }) => facts.method)).toEqual(['POST', 'POST', 'POST', 'POST']);
  });

  it('reads Retry-After of a 429, and the number of the exchange', async () => {
    prepare('hotel.search:status=429,retryAfter=7,times=1');
    expect(await search()).toMatchObject({ status: 429, retryAfter: '7', exchange: '1' });
    expect(await search()).toMatchObject({ status: 200, body: '{"Token":' });
  });

  it('sees a connection that is cut before the answer, in the body, or never answered', async () => {
    prepare('hotel.search:cut');
    expect(await search()).toEqual({ error: 'TypeError' });
    prepare('hotel.search:cut=mid-body');
    expect(await search()).toMatchObject({ status: 200, body: 'TypeError' });
    const { journal } = prepare('hotel.search:hang');
    expect(await search(500)).toEqual({ error: 'TimeoutError' });
    expect(journal.read().map(({ facts }) => facts.method)).toEqual(['POST']);
  });

  it('gets no answer when its origin is not allowed', async () => {
    const { journal } = prepare();
    const { origin } = new URL(page.url());
    await page.goto(origin.replace('127.0.0.1', 'localhost'));
    expect(await search()).toEqual({ error: 'TypeError' });
    expect(journal.read()).toEqual([]);
    await page.goto(origin);
  });
});
