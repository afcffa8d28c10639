import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { hasBrowser, useBrowser } from './browser.ts';
import { bookInPage, openPage, searchBody, servePage } from './msw-page.ts';

describe.runIf(hasBrowser)('a page of another origin, in a browser', () => {
  const supplier = createMockSupplier();
  const stage = useBrowser();
  let page: Page;
  let url: string;
  beforeAll(async () => {
    const own = await servePage(
      `import { createClient } from '#client'; Object.assign(globalThis, { createClient, isReady: true });`,
    );
    const { origin } = new URL(own.url);
    const listening = await listen(supplier, { port: 0, cors: [origin] });
    page = await openPage(stage.browser, own.url);
    url = listening.url;
    return async () => {
      await listening.close();
      own.close();
    };
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
      async ([address, body, wait]) => {
        const answer = await fetch(`${address}/API/REST/Hotel.svc/Search`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
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
      [url, searchBody, abortAfterMs] as const,
    );

  it('books with the reference client', async () => {
    const { journal } = prepare();
    expect(await page.evaluate(bookInPage, url)).toBe('confirmed');
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
