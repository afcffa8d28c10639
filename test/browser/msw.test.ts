import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from '../docs/blocks.ts';
import { hasBrowser, useBrowser } from './browser.ts';
import { bookInPage, openPage, type Stage, searchBody, servePage } from './msw-page.ts';

const baseUrl = 'https://api.example.com/travel';

describe.runIf(hasBrowser)('handlers for MSW, in a browser', () => {
  const stage = useBrowser();
  let page: Page;
  beforeAll(async () => {
    const example = (blocksOf('msw', 'js')[1] ?? '')
      .replace("'travel-understudy/mock-server'", "'#mock-server'")
      .replace("'travel-understudy/msw'", "'#mock-server/msw'");
    const served = await servePage(`${example}\nimport { createClient } from '#client';
      Object.assign(globalThis, { createClient, isReady: true });`);
    page = await openPage(stage.browser, served.url);
    return () => served.close();
  });

  /** Resets the sandbox in the page, and arms faults. */
  const prepare = (...faults: string[]) =>
    page.evaluate(given => {
      const { supplier } = globalThis as unknown as Stage; // the script of the page has set it
      supplier.sandboxes.reset('default').faults.armList(given);
    }, faults);

  /** Books in the page under faults. Returns the outcome, and how the calls ended. */
  async function book(faults: string[]) {
    await prepare(...faults);
    const outcome = await page.evaluate(bookInPage, baseUrl);
    const ended = await page.evaluate(() => {
      const { supplier } = globalThis as unknown as Stage; // the script of the page has set it
      const { journal, store } = supplier.sandboxes.require('default');
      const calls = journal
        .read()
        .map(({ facts }) => `${facts.operation} ${facts.status ?? facts.closed?.ending}`);
      return { calls, bookings: store.bookingCount };
    });
    return { outcome, ...ended };
  }

  const rest = ['hotel.getBookingConditions 200', 'hotel.doBooking 200', 'getBookingDetail 200'];

  it('let the page book as the guide sets it up', async () => {
    expect(await book([])).toEqual({
      outcome: 'confirmed',
      calls: ['hotel.search 200', ...rest],
      bookings: 1,
    });
  });

  it('reset a connection: a failed fetch, after which the booking is looked up', async () => {
    const { outcome, calls, bookings } = await book(['hotel.doBooking:cut,commit=before,times=1']);
    expect({ outcome, bookings }).toEqual({ outcome: 'confirmed', bookings: 1 });
    expect(calls.slice(2)).toEqual(['hotel.doBooking reset', 'getBooking 200']);
  });

  it('pass a 429 on with its Retry-After', async () => {
    expect(await book(['hotel.search:status=429,times=1'])).toEqual({
      outcome: 'confirmed',
      calls: ['hotel.search 429', 'hotel.search 200', ...rest],
      bookings: 1,
    });
  });

  /** Sends a Search from the page under a fault. With `leaves`, it aborts the call when the supplier has received it. */
  async function send(fault: string, { leaves }: { leaves: boolean }) {
    await prepare(fault);
    return page.evaluate(
      async ([address, body, leaves]) => {
        const { supplier } = globalThis as unknown as Stage; // the script of the page has set it
        const { journal } = supplier.sandboxes.require('default');
        const leaving = new AbortController();
        const { signal } = leaving;
        const outcome = fetch(`${address}/API/REST/Hotel.svc/Search`, { method: 'POST', body, signal })
          .then(answer => answer.text())
          .catch(error => error.name);
        while (leaves && journal.read().length === 0)
          await new Promise(resolve => requestAnimationFrame(resolve));
        if (leaves) leaving.abort();
        const endings = () => journal.read().map(({ facts }) => facts.closed?.ending ?? 'open');
        return { outcome: await outcome, endings: endings() };
      },
      [baseUrl, searchBody, leaves] as const,
    );
  }

  it('fail the reading of a body that is cut off', async () => {
    expect(await send('hotel.search:cut=mid-body,commit=before', { leaves: false })).toEqual({
      outcome: 'TypeError',
      endings: ['reset'],
    });
  });

  it('let the caller of a hang give up, which the supplier does not notice', async () => {
    expect(await send('hotel.search:hang', { leaves: true })).toEqual({
      outcome: 'AbortError',
      endings: ['open'],
    });
  });
});
