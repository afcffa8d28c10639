import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { judgeRoutes } from '#scenarios';
import { hasBrowser, useBrowser } from './browser.ts';
import { openConsole, readConsole, rowOf } from './console-page.ts';

const calls = 10_000;

describe.runIf(hasBrowser)('the console with ten thousand calls', () => {
  const stage = useBrowser();

  it('draws only the visible calls, and filters, scrolls and selects among all of them', async () => {
    const supplier = createMockSupplier({ routes: [judgeRoutes], readConsole });
    const send = (number: number) =>
      supplier.fetch(`http://supplier.test/unknown/${number}`, { method: 'POST', body: '{"a":1}' });
    for (let number = 1; number < calls; number += 1) await send(number);
    const server = await listen(supplier, { port: 0 });
    const { page, context } = await openConsole(stage.browser, {
      url: server.url,
      hash: '#/sandboxes/default/calls',
    });
    stage.closeLater(server, context);
    await page.getByText(`${calls - 1} calls`).waitFor();
    await send(calls);
    await rowOf(page, calls).waitFor();
    expect(await page.locator('tr[data-number]').count()).toBeLessThan(60);
    await page.getByRole('searchbox').fill('/unknown/77');
    await page.getByRole('searchbox').fill('');
    await page.evaluate(() => {
      const scroller = document.querySelector('.calls-scroll');
      scroller?.scrollTo(0, scroller.scrollHeight);
    });
    await rowOf(page, 1).click();
    await page.getByRole('complementary', { name: 'Call 1', exact: true }).waitFor();
    await page.getByRole('searchbox').fill('/unknown/7777');
    await page.getByText(`1 of ${calls} calls`).waitFor();
  });
});
