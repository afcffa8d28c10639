import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { operations, parseProfile } from '#contracts';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { listen } from '#mock-server/node';
import { hasBrowser, listenTo, useBrowser } from './browser.ts';

const acme = parseProfile({
  name: 'acme',
  operations: {
    'hotel.search': { path: '/v2/availability', request: { 'Criteria.HotelIds': 'hotelCodes' } },
  },
});

const own = { Username: 'ana', Password: `"o'hara" <b>` };

describe.runIf(hasBrowser)('the page at /docs, in a browser', () => {
  const stage = useBrowser();

  async function visit(options: MockSupplierOptions = {}) {
    const listening = await listen(createMockSupplier(options), { port: 0 });
    const page = await stage.browser.newPage();
    stage.closeLater(listening, page);
    const heard = listenTo(page);
    await page.goto(`${listening.url}/docs`);
    await page.locator('.opblock').first().waitFor();
    return { page, heard, url: listening.url };
  }

  it('shows every operation, and sends requests to its own server only', async () => {
    const { page, heard, url } = await visit();
    for (const { path } of Object.values(operations)) {
      expect(await blockAt(page, path).count(), path).toBe(1);
    }
    expect(heard.complaints).toEqual([]);
    expect(heard.requested).toContain(`${url}/openapi.json`);
    expect(heard.requested.filter(address => !address.startsWith(`${url}/`) && address !== 'data:,')).toEqual(
      [],
    );
  });

  it.each([
    ['real', {}, operations['hotel.search'].path],
    [
      "in a supplier's own words, on a manual clock, with a credential of one's own",
      {
        profile: acme,
        clock: { mode: 'manual', start: Date.parse('2031-01-31T23:30:00Z') },
        credential: own,
      },
      '/v2/availability',
    ],
  ] satisfies [string, MockSupplierOptions, string][])(
    'sends the unchanged example of Search and shows the hotels (%s)',
    async (_, options, path) => {
      const { page, heard } = await visit(options);
      const { status, answer } = await tryOut(page, path);
      expect(status).toBe('200');
      expect(JSON.parse(answer)).toMatchObject({ Hotels: [{ Rooms: expect.any(Array) }], Errors: [] });
      expect(heard.complaints).toEqual([]);
    },
  );

  it('resolves the references of the document only when a visitor opens an operation', async () => {
    const listening = await listen(createMockSupplier(), { port: 0 });
    const page = await stage.browser.newPage();
    stage.closeLater(listening, page);
    const tools = await page.context().newCDPSession(page);
    await tools.send('Profiler.enable');
    await tools.send('Profiler.startPreciseCoverage', { callCount: true });
    const resolutions = async () => {
      const { result } = await tools.send('Profiler.takePreciseCoverage');
      const functions = result.flatMap(script => script.functions);
      const resolve = functions.find(({ functionName }) => functionName === 'resolveSubtree');
      return resolve?.ranges[0]?.count ?? 0;
    };
    await page.goto(`${listening.url}/docs`);
    await page.getByRole('button', { name: 'Authorize' }).waitFor();
    await page.locator('.opblock').first().waitFor();
    expect(await resolutions()).toBe(0);
    await tryOut(page, operations['hotel.search'].path);
    expect(await resolutions()).toBeGreaterThan(0);
  });

  it('moves the clock by the control API', async () => {
    const { page, heard } = await visit({
      clock: { mode: 'manual', start: Date.parse('2026-12-01T10:00Z') },
    });
    const { status, answer } = await tryOut(page, '/_control/sandboxes/{id}/clock/advance');
    expect({ status, ...JSON.parse(answer) }).toMatchObject({
      status: '200',
      now: '2026-12-01T10:20:00.000Z',
    });
    expect(heard.complaints).toEqual([]);
  });
});

function blockAt(page: Page, path: string) {
  return page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) });
}

/** Sends the example of an operation like a visitor, and returns the text that the page then shows. */
async function tryOut(page: Page, path: string): Promise<{ status: string; answer: string }> {
  const block = blockAt(page, path);
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const shown = block.locator('.live-responses-table .response').first();
  const status = await shown.locator('.response-col_status').innerText();
  const answer = await shown.locator('.response-col_description .highlight-code').first().innerText();
  return { status: status.trim(), answer: answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1) };
}
