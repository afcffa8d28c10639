import type { Page } from 'playwright-core';
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
    const figures = {
      filter: await timed(page, `document.querySelector('input[type=search]')`, '/unknown/77'),
      clear: await timed(page, `document.querySelector('input[type=search]')`, ''),
      scroll: await scrolled(page),
      heapMegabytes: await heapOf(page),
    };
    console.info(
      `The console with ${calls} calls: ${JSON.stringify(figures)} (times in ms, until the next frame)`,
    );
    await rowOf(page, 1).click();
    await page.getByRole('complementary', { name: 'Call 1', exact: true }).waitFor();
    await page.getByRole('searchbox').fill('/unknown/7777');
    await page.getByText(`1 of ${calls} calls`).waitFor();
  });
});

/** Types a text into a field, and returns the time until the page has drawn the result. */
function timed(page: Page, field: string, text: string): Promise<number> {
  return page.evaluate(`new Promise(resolve => {
    const field = ${field};
    const start = performance.now();
    field.value = ${JSON.stringify(text)};
    field.dispatchEvent(new Event('input', { bubbles: true }));
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(Math.round(performance.now() - start))));
  })`);
}

/** Scrolls to the oldest call, and returns the time until the page has drawn its row. */
function scrolled(page: Page): Promise<number> {
  return page.evaluate(`new Promise(resolve => {
    const start = performance.now();
    const scroller = document.querySelector('.calls-scroll');
    scroller.scrollTop = scroller.scrollHeight;
    const look = () => document.querySelector('tr[data-number="1"]')
      ? resolve(Math.round(performance.now() - start))
      : requestAnimationFrame(look);
    look();
  })`);
}

/** Returns the memory of the page's JavaScript after a garbage collection, in megabytes. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return Math.round(usedSize / 1_048_576);
}
