import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import {
  callControl,
  clientOf,
  download,
  openConsole,
  openTabs,
  rowOf,
  serve,
  useConsole,
} from './console-page.ts';
import { accessibilityProblems, overlaps } from './page-checks.ts';

describe.runIf(hasBrowser)('the console, when something goes wrong', () => {
  const { visit, stage } = useConsole();
  const calls = '#/sandboxes/default/calls';

  it('keeps the calls of a server that was started again, says so, and shows the new calls', async () => {
    const { server, page, client } = await visit(calls);
    await client.search();
    await client.search();
    await rowOf(page, 2).waitFor();
    await server.close();
    await page.getByText('The server does not answer.').waitFor();
    expect(await page.locator('.banner').first().innerText()).toContain('You still see the 2 calls');
    stage.closeLater(await serve({}, { port: server.port }));
    await page.getByText('The server does not have the 2 calls from before any more.').waitFor();
    await client.call('hotel.search', {});
    await rowOf(page, 1).getByText('400').waitFor();
    const saved = await download(page, page.getByRole('button', { name: 'Save these calls' }));
    const kept = JSON.parse(readFileSync(await saved.path(), 'utf8'));
    expect(kept).toMatchObject([{ number: 1 }, { number: 2 }]);
  });

  it('reads the calls that it missed while the connection was lost', async () => {
    const { page, context, client } = await visit(calls);
    await client.search();
    await rowOf(page, 1).waitFor();
    await context.setOffline(true);
    await client.search();
    await page.getByText('The server does not answer.').waitFor();
    await context.setOffline(false);
    await rowOf(page, 2).waitFor();
    await expect.poll(() => page.locator('.banner').count()).toBe(0);
  });

  it('says that a sandbox was removed, keeps its calls, and creates it again on request', async () => {
    const { page, url } = await visit('');
    await callControl(url, 'sandboxes', { id: 'mine' });
    await page.goto(`${url}/console#/sandboxes/mine/calls`);
    await clientOf(`${url}/sandbox/mine`).call('hotel.search', {});
    await rowOf(page, 1).waitFor();
    await fetch(`${url}/_control/sandboxes/mine`, { method: 'DELETE' });
    await page.getByText('The server has no sandbox “mine” any more.').waitFor();
    await rowOf(page, 1).waitFor();
    await page.getByRole('button', { name: 'Create it again' }).click();
    await page.getByText('The server does not have the 1 call from before any more.').waitFor();
    expect(await callControl(url, 'sandboxes/mine')).toMatchObject({ id: 'mine', calls: 0 });
  });

  it('says that a sandbox is unknown, shows nothing else, and creates it on request', async () => {
    const { page, url } = await visit('#/sandboxes/nosuch/calls');
    await page.getByText('The server has no sandbox “nosuch”, or your token may not see it.').waitFor();
    expect(await page.getByText('base address').count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Parts' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Create it' }).click();
    await page.getByText(`The base address is ${url}/sandbox/nosuch.`).waitFor();
  });

  it('asks for the control token, refuses a wrong token, and keeps the right token in memory only', async () => {
    const { page, context, client } = await visit(calls, { controlToken: 'right-token' });
    await page.getByLabel('Control token').fill('wrong-token');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The server refused this token.').waitFor();
    await page.getByLabel('Control token').fill('right-token');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('No calls yet.').waitFor();
    await client.call('hotel.search', {});
    await rowOf(page, 1).waitFor();
    await page.locator('.log summary').click();
    expect(await page.content()).not.toContain('right-token');
    expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
    await page.reload();
    await page.getByLabel('Control token').waitFor();
  });

  it('shows markup in names, ids, addresses, headers and bodies as text', async () => {
    const { page, url, heard, client } = await visit(calls);
    const attack =
      '<img src=x onerror="globalThis.hacked=1"></script><script>globalThis.hacked=1</script>\u202e';
    await callControl(url, 'sandboxes/default/faults', {
      match: { operations: ['hotel.search'], body: { 'Criteria.Nationality': attack } },
      effect: { kind: 'status', status: 503 },
    });
    await client.call(
      'hotel.search',
      { [attack]: attack, Criteria: { Nationality: attack } },
      { headers: { 'x-note': '<b onclick=1>' } },
    );
    await fetch(`${url}/${encodeURIComponent(attack)}?a=<script>globalThis.hacked=1</script>`);
    const conditions = await client.conditions();
    await client.book(conditions, {
      Reference: attack,
      Rooms: conditions.choice.RoomIds.map(RoomId => ({
        RoomId,
        Paxs: [1, 2].map(() => ({ Name: attack, Surname: attack, Age: 34 })),
      })),
    });
    await rowOf(page, 5).waitFor(); // rows that arrive later would move the row away from the click
    await rowOf(page, 1).click();
    await page.locator('.detail pre').first().getByText('onerror').waitFor();
    await openTabs(page);
    await page.goto(`${url}/console#/sandboxes/${encodeURIComponent(attack)}/calls`);
    await page.getByText('The server has no sandbox').waitFor();
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    expect(await page.locator('img, script:not(body > script)').count()).toBe(0);
    expect(heard.complaints.filter(text => /content security/i.test(text))).toEqual([]);
  });

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('has no accessibility violation in %s mode at %d px', async (colorScheme, width) => {
    const server = await serve();
    const client = clientOf(server.url);
    await callControl(server.url, 'sandboxes/default/faults', 'hotel.doBooking:timeline=on-request,times=1');
    await client.book();
    await client.call('hotel.search', { Critera: {} });
    await callControl(server.url, 'sandboxes/default/clock/advance', { by: 'PT12M34.567S' });
    await client.search();
    const { page, context } = await openConsole(stage.browser, {
      url: server.url,
      colorScheme,
      viewport: { width, height: 800 },
    });
    stage.closeLater(server, context);
    await page.getByRole('link', { name: 'default' }).waitFor();
    expect(await accessibilityProblems(page), 'list').toEqual([]);
    await page.getByRole('button', { name: 'New sandbox' }).click();
    expect(await accessibilityProblems(page), 'create').toEqual([]);
    for (const [tab, ready] of views) {
      await page.goto(`${server.url}/console#/sandboxes/default/${tab}`);
      await page.reload();
      await page.locator(ready).first().waitFor();
      expect(await accessibilityProblems(page), tab).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), tab).toBe(true);
      expect(await overlaps(page), tab).toEqual([]);
    }
  });
});

const views = [
  ['calls/4', '.why'],
  ['bookings', '.story'],
  ['faults', 'table.list'],
  ['inventory', 'table.list'],
  ['verdicts', '.group'],
  ['connect', '.copyable'],
] as const;
