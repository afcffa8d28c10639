import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { createClient } from '#client';
import type { MockSupplier } from '#mock-server';
import { blocksOf } from '../docs/blocks.ts';
import { hasBrowser, launch } from './browser.ts';
import { servePage } from './msw-page.ts';

/** The globals that the page of the guide, with one additional line, sets for a test. */
interface Stage {
  supplier: MockSupplier;
  createClient: typeof createClient;
}

const baseUrl = 'https://api.example.com/travel';

describe.runIf(hasBrowser)('handlers for MSW, in a browser', () => {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof servePage>>;
  let page: Page;
  beforeAll(async () => {
    const example = (blocksOf('msw', 'js')[1] ?? '')
      .replace("'travel-understudy/mock-server'", "'#mock-server'")
      .replace("'travel-understudy/msw'", "'#mock-server/msw'");
    served = await servePage(`${example}\nimport { createClient } from '#client';
      Object.assign(globalThis, { createClient, isReady: true });`);
    browser = await launch();
    page = await browser.newPage();
    await page.goto(served.url);
    await page.waitForFunction('globalThis.isReady');
  });
  afterAll(async () => {
    await browser.close();
    served.close();
  });

  /** Books in the page under faults. Returns the outcome, and how the calls ended. */
  const book = (faults: string[]) =>
    page.evaluate(
      async ([given, address]) => {
        const { supplier, createClient } = globalThis as unknown as Stage; // the script of the page has set them
        const { clock, faults, journal } = supplier.sandboxes.reset('default');
        faults.armList(given);
        const credential = { Username: 'demo', Password: 'demo' };
        const client = createClient({ baseUrl: address, credential, clock });
        const day = (offset: number) =>
          new Date(clock.now() + offset * 86_400_000).toISOString().slice(0, 10);
        const criteria = {
          DestinationId: '1003',
          CheckinDate: day(30),
          CheckoutDate: day(32),
          SearchRooms: [{ NumAdults: 1 }],
          Nationality: 'BR',
        };
        const { outcome } = await client.book(
          {
            product: 'hotel',
            criteria,
            guests: [{ Name: 'Ana', Surname: 'Souza', Age: 34 }],
            choose: offers => offers.find(({ isPrePayment, canPayLater }) => !isPrePayment && canPayLater),
          },
          () => true,
        );
        const calls = journal
          .read()
          .map(({ facts }) => `${facts.operation} ${facts.status ?? facts.closed?.ending}`);
        return { outcome, calls, bookings: supplier.sandboxes.require('default').store.bookingCount };
      },
      [faults, baseUrl] as const,
    );

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
  const send = (fault: string, { leaves }: { leaves: boolean }) =>
    page.evaluate(
      async ([given, address, leaves]) => {
        const { supplier } = globalThis as unknown as Stage; // the script of the page has set it
        const { faults, journal } = supplier.sandboxes.reset('default');
        faults.arm(given);
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
        const leaving = new AbortController();
        const outcome = fetch(`${address}/API/REST/Hotel.svc/Search`, {
          method: 'POST',
          body: JSON.stringify(body),
          signal: leaving.signal,
        })
          .then(answer => answer.text())
          .catch(error => error.name);
        while (leaves && journal.read().length === 0)
          await new Promise(resolve => requestAnimationFrame(resolve));
        if (leaves) leaving.abort();
        return {
          outcome: await outcome,
          endings: journal.read().map(({ facts }) => facts.closed?.ending ?? 'open'),
        };
      },
      [fault, baseUrl, leaves] as const,
    );

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
