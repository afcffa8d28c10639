import type { Browser, BrowserContextOptions, Download, Locator, Page } from 'playwright-core';
import { once } from '#contracts/util';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { type Listening, type ListenOptions, listen } from '#mock-server/node';
import { judgeRoutes } from '#scenarios';
import { buildPage } from '../../.ci/build-web.ts';
import { createHotelClient, testStart } from '../mock-server/hotel-client.ts';
import { listenTo, useBrowser } from './browser.ts';

/** The HTML of the console from the sources of this checkout. Each test file builds the page once. */
export const readConsole = once(() => buildPage('console'));

export function serve(
  options: MockSupplierOptions = {},
  listenOptions: ListenOptions = {},
): Promise<Listening> {
  const supplier = createMockSupplier({
    clock: { mode: 'manual', start: testStart },
    routes: [judgeRoutes],
    readConsole,
    ...options,
  });
  return listen(supplier, { port: 0, ...listenOptions });
}

/** Opens the console in a new window. `hash` selects the part of the console. */
export async function openConsole(
  browser: Browser,
  { url, hash = '', ...options }: BrowserContextOptions & { url: string; hash?: string },
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  const heard = listenTo(page);
  await page.goto(`${url}/console${hash}`);
  return { context, page, heard };
}

/** Starts a browser for a suite. Its `visit` serves a stand-in, opens the console for the time of a test, and creates a client. */
export function useConsole() {
  const stage = useBrowser();
  return {
    stage,
    async visit(hash = '', options: ListenOptions = {}) {
      const server = await serve({}, options);
      const opened = await openConsole(stage.browser, { url: server.url, hash });
      stage.closeLater(server, opened.context);
      return { server, url: server.url, client: clientOf(server.url), ...opened };
    },
  };
}

export async function callControl(url: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${url}/_control/${path}`, {
    ...(body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

export const clientOf = (url: string) =>
  createHotelClient((address, init) => fetch(address, init), { baseUrl: url });

/** Opens the tabs of a sandbox, each until it shows its part. */
export async function openTabs(page: Page): Promise<void> {
  for (const tab of ['Bookings', 'Faults', 'Verdicts', 'Connect']) {
    await page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name: tab }).click();
    await page.getByRole('region', { name: tab }).waitFor();
  }
}

/** Clicks a button, and returns the file that the browser then saves. */
export async function download(page: Page, button: Locator): Promise<Download> {
  const [saved] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return saved;
}

export const rowOf = (page: Page, number: number) => page.locator(`tr[data-number="${number}"]`);
