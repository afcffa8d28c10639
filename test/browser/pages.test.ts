import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { catalogue } from '#scenarios';
import { hasBrowser, listenTo, useBrowser } from './browser.ts';
import { accessibilityProblems, overlaps } from './page-checks.ts';

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const;

describe.runIf(hasBrowser)('the pages of the server, in a browser', () => {
  const supplier = createMockSupplier({ catalogue, readConsole: async () => '<!doctype html>' });
  const stage = useBrowser();
  let listening: Listening;
  beforeAll(async () => {
    listening = await listen(supplier, { port: 0 });
    return () => listening.close();
  });

  async function visit(path: string, options: BrowserContextOptions = {}) {
    const context = await stage.browser.newContext(options);
    const page = await context.newPage();
    stage.closeLater(context);
    const heard = listenTo(page);
    await page.goto(listening.url + path);
    return { page, heard };
  }

  /** Opens a page as a visitor sees it. The docs page then shows operations of each kind, and one answer. */
  async function look(path: string, { colorScheme, width }: (typeof looks)[number]) {
    // The content security policy would refuse the script of axe.
    const { page } = await visit(path, { colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
    if (path === '/docs') {
      await openOperations(page);
      const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark-mode'));
      expect(isDark).toBe(colorScheme === 'dark');
    }
    return page;
  }

  describe.each(['/', '/scenarios', '/docs'])('%s', path => {
    // A browser needs seconds to show the docs, so these are looked at in one way only: the harder one.
    const ways = path === '/docs' ? looks.slice(1) : looks;
    it.each(ways)('fits, and has no problem that axe finds ($colorScheme, $width pixels)', async how => {
      const page = await look(path, how);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(how.width);
      expect(await accessibilityProblems(page)).toEqual([]);
      if (path !== '/docs') expect(await overlaps(page)).toEqual([]);
    });
  });

  it.each(['/', '/scenarios'])('%s follows the theme of the system', async path => {
    const { page } = await visit(path, { colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await background()).toBe('rgb(251, 250, 247)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(background).toBe('rgb(20, 24, 29)');
  });

  it('lead from one to the next by the keyboard alone', async () => {
    const { page, heard } = await visit('/');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to the content');
    for (const name of ['Understudy', 'Start', 'Scenarios']) {
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe(name);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/scenarios');
    expect(await page.locator('[aria-current=page]').innerText()).toBe('Scenarios');
    expect(await page.getByRole('link', { name: 'Console' }).getAttribute('href')).toMatch(/\/console$/);
    expect(heard.complaints).toEqual([]);
  });

  it('filter the scenarios while the visitor types, and keep the filters in the address', async () => {
    const { page, heard } = await visit('/scenarios');
    const rows = page.locator('tbody tr:visible');
    const status = page.getByRole('status');
    expect(await status.innerText()).toBe(`${catalogue.length} of ${catalogue.length} scenarios`);
    await page.getByLabel('Tag').selectOption('money');
    await page.getByLabel('Text').fill('ANSWER lost');
    expect(await page.locator('#answer-lost-booked').isVisible()).toBe(true);
    expect(await page.locator('#hotel-confirmed').isVisible()).toBe(false);
    expect(await status.innerText()).toBe(`${await rows.count()} of ${catalogue.length} scenarios`);
    expect(new URL(page.url()).search).toBe('?tag=money&text=ANSWER+lost');
    const before = await rows.allInnerTexts();
    await page.reload();
    expect(await rows.allInnerTexts()).toEqual(before);
    expect(heard.complaints).toEqual([]);
  });

  it('say that no scenario matches', async () => {
    const { page } = await visit('/scenarios');
    const word = page.getByText('No scenario matches all filters.');
    expect(await word.isVisible()).toBe(false);
    await page.getByLabel('Text').fill('no such words');
    await word.waitFor();
  });

  it.each(['', '/sandbox/default'])(
    'create a sandbox that plays a scenario, at %s/scenarios, and link to it in the console',
    async prefix => {
      const { page, heard } = await visit(`${prefix}/scenarios#answer-lost-booked`);
      const row = page.locator('#answer-lost-booked');
      await row.locator('summary').click();
      await row.getByText('hotel.doBooking:cut,commit=before,times=1').waitFor();
      await row.getByRole('button', { name: 'Create a sandbox' }).click();
      const link = row.getByRole('link', { name: 'Open it in the console' });
      const href = (await link.getAttribute('href')) ?? '';
      const [, id = ''] = /#\/sandboxes\/(.+)$/.exec(href) ?? [];
      expect(new URL(href, page.url()).pathname).toBe('/console');
      expect(supplier.sandboxes.require(id).identity.scenario).toBe('answer-lost-booked');
      expect(await row.locator('.said').innerText()).toContain(`${listening.url}/sandbox/${id}`);
      expect(heard.complaints).toEqual([]);
    },
  );

  it('say why no sandbox was created', async () => {
    const { page } = await visit('/scenarios');
    await page.route('**/_control/sandboxes', route =>
      route.fulfill({ status: 401, json: { error: { message: 'this call needs the control token' } } }),
    );
    const row = page.locator('#hotel-confirmed');
    await row.getByRole('button', { name: 'Create a sandbox' }).click();
    await row.getByText('No sandbox was created: this call needs the control token').waitFor();
  });

  it('list the operations at /docs while Swagger UI loads, and when it cannot load', async () => {
    const { page } = await visit('/');
    await page.route('**/swagger-ui-bundle.js', route => route.abort());
    await page.goto(`${listening.url}/docs`);
    await page.getByText('Loading the fields').waitFor();
    await page.locator('#loading li', { hasText: 'POST /API/REST/Hotel.svc/Search' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute('**/swagger-ui-bundle.js');
    await page.reload();
    await page.locator('.opblock').first().waitFor();
    expect(await page.locator('#loading').count()).toBe(0);
  });

  it('filter the scenarios without scripts too', async () => {
    const { page } = await visit('/scenarios', { javaScriptEnabled: false });
    await page.getByLabel('Product').selectOption('car');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/scenarios?product=car&tag=&text=');
    const cars = catalogue.filter(({ products }) => products.some(product => product === 'car'));
    expect(await page.locator('tbody tr:visible').count()).toBe(cars.length);
    expect(await page.getByLabel('Product').inputValue()).toBe('car');
  });
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** Opens operations of several methods in the docs page, and sends the example of the first. */
async function openOperations(page: Page): Promise<void> {
  const first = page.locator('.opblock').first();
  await first.waitFor();
  await first.locator('.opblock-summary-control').click();
  await first.getByRole('button', { name: 'Try it out' }).click();
  await first.getByRole('button', { name: 'Execute' }).click();
  await first.locator('.live-responses-table .response').first().waitFor();
  for (const path of ['/API/REST/Hotel.svc/Search', '/_control/sandboxes/{id}']) {
    const blocks = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) });
    for (const block of await blocks.all()) {
      await block.locator('.opblock-summary-control').click();
      await block.getByRole('button', { name: 'Try it out' }).click();
    }
  }
}
