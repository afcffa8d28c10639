import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { statuses } from '#contracts';
import { testCriteria } from '../mock-server/hotel-client.ts';
import { createTripClient } from '../mock-server/trip-client.ts';
import { hasBrowser } from './browser.ts';
import { callControl, download, rowOf, useConsole } from './console-page.ts';

describe.runIf(hasBrowser)('the console, in a browser', () => {
  const { visit } = useConsole();

  it('creates a sandbox, which opens at once, and shows the call that created the sandbox', async () => {
    const { page, heard } = await visit();
    await page.getByRole('button', { name: 'New sandbox' }).click();
    await page.getByLabel('Name').fill('checkout');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('No calls yet.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('checkout');
    await page.locator('.log summary').click();
    expect(await page.locator('.log pre').first().innerText()).toContain(
      `-d '{"id":"checkout","clock":{"mode":"manual"}}'`,
    );
    expect(heard.complaints).toEqual([]);
  });

  it.each([1280, 360])('has the header of the other pages, %d pixels wide', async width => {
    const { page, url } = await visit();
    await page.setViewportSize({ width, height: 800 });
    const header = async (path: string) => {
      await page.goto(url + path);
      await page.locator('.site').waitFor();
      return page.locator('.site, .site a').evaluateAll(elements =>
        elements.map(element => {
          const { x, y, height } = element.getBoundingClientRect();
          const { fontSize, fontWeight } = getComputedStyle(element);
          return { text: element.textContent?.replaceAll(/\s+/g, ' '), x, y, height, fontSize, fontWeight };
        }),
      );
    };
    const first = await header('/');
    expect(first).toHaveLength(6);
    for (const path of ['/scenarios', '/docs', '/console']) expect(await header(path), path).toEqual(first);
    await page.locator('.skip').press('Enter');
    expect(await page.evaluate(() => [document.activeElement?.id, location.hash])).toEqual(['content', '']);
  });

  it('arms a fault by a click on a call, and the next call gets the fault', async () => {
    const { page, heard, client } = await visit('#/sandboxes/default/calls');
    await page.getByText('No calls yet.').waitFor();
    await client.search();
    await rowOf(page, 1).click();
    await page.getByRole('button', { name: 'Answer 503' }).click();
    await page.getByText('armed for the next hotel.search').waitFor();
    expect((await client.call('hotel.search', { Criteria: testCriteria })).status).toBe(503);
    await rowOf(page, 2).getByText('503').waitFor();
    await page.getByRole('link', { name: 'Faults' }).click();
    await page.getByText('used up').waitFor();
    expect(heard.complaints.filter(text => !text.includes('503'))).toEqual([]);
  });

  it('arms a fault from the form, whose fields come from the registry of the server', async () => {
    const { page, url } = await visit('#/sandboxes/default/faults');
    await page.getByRole('button', { name: 'Arm a fault' }).click();
    await page.getByLabel('Kind').selectOption('status');
    await page.getByLabel('Operations').fill('hotel.*');
    await page.getByLabel('status', { exact: true }).selectOption('429');
    await page.getByLabel('retryAfter (optional)').fill('30');
    await page.getByRole('button', { name: 'Arm the fault' }).click();
    await page.getByText('status 429, retryAfter 30').waitFor();
    expect(await callControl(url, 'sandboxes/default/faults')).toMatchObject([
      {
        match: { operations: ['hotel.*'], times: 1 },
        effect: { kind: 'status', status: 429, retryAfter: 30 },
      },
    ]);
    await page.getByRole('button', { name: 'Disarm', exact: true }).click();
    await page.getByText('No fault is armed.').waitFor();
  });

  it('shows what is wrong with a fault, keeps the form open, and closes it by Cancel', async () => {
    const { page, url } = await visit('#/sandboxes/default/faults');
    await page.getByRole('button', { name: 'Arm a fault' }).click();
    await page.getByLabel('Operations').fill('hotel.serch');
    await page.getByRole('button', { name: 'Arm the fault' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('hotel.search');
    await page.getByLabel('Operations').fill('');
    await page.getByLabel('Probability').fill('half');
    await page.getByRole('button', { name: 'Arm the fault' }).click();
    await page.getByText('match.probability').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('"half"');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await callControl(url, 'sandboxes/default/faults')).toEqual([]);
  });

  it('says in the form and in the list what each fault does, and counts the faults as the list of sandboxes does', async () => {
    const { page, url, client } = await visit('#/sandboxes/default/faults');
    await callControl(url, 'sandboxes/default/faults', 'hotel.search:status=503,times=1');
    await client.call('hotel.search', { Criteria: testCriteria });
    await page.getByText('used up').waitFor();
    await page.locator('table.list').getByText('The answer has an error status').waitFor();
    expect(await page.locator('.tabs').getByRole('link', { name: 'Faults' }).innerText()).toMatch(/1$/);
    await page.getByRole('button', { name: 'Arm a fault' }).click();
    const kinds = page.getByLabel('Kind').locator('option');
    for (const text of await kinds.allInnerTexts()) expect(text).toMatch(/^[a-z-]+: [A-Z].+\.$/);
    await page.goto(`${url}/console#/`);
    expect(await page.locator('tr', { hasText: 'default' }).locator('td').nth(3).innerText()).toBe('1');
  });

  it('tells the story of a booking whose answer was lost with the calls that made it, and without an end', async () => {
    const { page, url, client } = await visit('#/sandboxes/default/bookings');
    await callControl(url, 'sandboxes/default/faults', 'hotel.doBooking:cut,commit=before,times=1');
    const conditions = await client.conditions();
    await client.book(conditions, { ExternalReference: 'my-trip' }).catch(() => {});
    await page.locator('.story').getByText('#3 hotel.doBooking').waitFor();
    const story = await page.locator('.story').innerText();
    for (const call of ['#1 hotel.search', '#2 hotel.getBookingConditions', 'fault cut'])
      expect(story).toContain(call);
    expect(story).not.toContain('has ended');
  });

  it('shows the services of a trip by name, and one status for the trip', async () => {
    const { page, url, client } = await visit('#/sandboxes/default/bookings');
    const { BookingId = '' } = await client.book();
    await createTripClient(fetch, { baseUrl: url }).bookService('transfer', { change: { BookingId } });
    const entry = page.locator('.booking-list li');
    await expect.poll(() => entry.locator('strong').innerText()).toContain(', ');
    const { services } = Object(((await callControl(url, 'sandboxes/default/bookings')) as unknown[])[0]);
    const names: string[] = services.map(({ name }: { name: string }) => name);
    expect(await entry.locator('strong').innerText()).toBe(names.join(', '));
    expect(names.join()).not.toMatch(/^\d|,\d/);
    expect(await entry.locator('.badge').allInnerTexts()).toEqual(['confirmed']);
    await callControl(url, `sandboxes/default/bookings/${BookingId}/decide`, {
      status: 'cancelled',
      serviceId: services[1].serviceId,
    });
    await expect.poll(() => entry.locator('.badge').allInnerTexts()).toEqual(['1 confirmed, 1 cancelled']);
  });

  it('does not count itself among the callers that wait for the clock', async () => {
    const { page, url, client } = await visit('#/sandboxes/default/calls');
    await page.getByLabel('Mode').selectOption('scaled');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await client.search();
    await rowOf(page, 1).waitFor();
    expect(await page.locator('.upcoming').innerText()).toBe('No event is planned.');
    await page.getByRole('button', { name: 'Pause' }).click();
    await callControl(url, 'sandboxes/default/faults', 'hotel.search:delay=PT1M,times=1');
    const late = client.search();
    await page.getByText('1 caller waits for the clock.').waitFor();
    await page.getByRole('button', { name: '+1 min' }).click();
    await late;
  });

  it('advances the clock, and shows how an OnRequest becomes CONFIRMED', async () => {
    const { page, url, client } = await visit('#/sandboxes/default/bookings');
    await callControl(url, 'sandboxes/default/faults', 'hotel.doBooking:timeline=on-request;confirmed@PT20M');
    const { BookingId = '' } = await client.book();
    const status = page.locator('.booking .services .badge').first();
    await expect.poll(() => status.innerText()).toBe('on-request');
    await page.getByRole('button', { name: '+20 min' }).click();
    await page.getByText(`${BookingId}: on-request → confirmed`).waitFor();
    await expect.poll(() => status.innerText()).toBe('confirmed');
    await client.detail(String(BookingId));
    await page.getByText('The client sees CONFIRMED').waitFor();
    await page.locator('.story').getByText('getBookingDetail').waitFor();
  });

  it('decides as the supplier about a service', async () => {
    const { page, url, client } = await visit('#/sandboxes/default/bookings');
    await callControl(url, 'sandboxes/default/faults', 'hotel.doBooking:timeline=on-request');
    const { BookingId = '' } = await client.book();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('This status is final.').waitFor();
    const { Booking } = await client.detail(String(BookingId));
    expect(Booking?.bookingStatus).toBe(statuses.rejected.bookingStatus);
  });

  it('finds, adds, changes and removes records of the inventory, and shows what is wrong with each field', async () => {
    const { page, url, client } = await visit('#/sandboxes/default/inventory');
    const find = page.getByLabel('Find a record');
    const row = (text: string) => page.locator('table.list tr', { hasText: text });
    const nameOf = async (id: number) =>
      Object(await callControl(url, `sandboxes/default/inventory/hotels/${id}`)).name;
    await find.fill('jardim copa');
    await page.getByText('1 hotel.').waitFor();
    await row('1001001').getByRole('button', { name: 'Sell out' }).click();
    await row('sold out').waitFor();
    const { Hotels = [] } = await client.search({ DestinationId: '1001' });
    expect(Hotels.map(({ HotelId }) => HotelId)).not.toContain(1001001);
    expect(Hotels.length).toBeGreaterThan(5);
    await row('1001001').getByRole('button', { name: 'Change' }).click();
    const json = page.getByRole('dialog').getByRole('textbox');
    const whole = await json.inputValue();
    await json.fill(whole.replace('"category": "4"', '"category": "6"').replace('"photos"', '"fotos"'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('category: expected one of 1, 2, 3, 4, 5').waitFor();
    expect(await page.getByRole('alert').count()).toBe(2);
    await json.fill(whole.replace('Hotel Jardim Copacabana', 'Jardim Novo'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1001001 is saved.').waitFor();
    expect(await nameOf(1001001)).toBe('Jardim Novo');
    await page.getByRole('button', { name: 'Add a record' }).click();
    for (const [text, problem] of [
      ['{', 'The text is not JSON'],
      ['{ "destination": "1001" }', 'id: missing'],
      ['{ "id": 1001001, "destination": "1001" }', 'id: 1001001 exists'],
    ] as const) {
      await json.fill(text);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').filter({ hasText: problem }).waitFor();
    }
    await json.fill('{ "id": 77, "destination": "1001", "name": "Hotel Zeta" }');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('77 is saved.').waitFor(); // until then, the open dialog keeps a user from the search
    await find.fill('hotel zeta');
    await row('77').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No record found.').waitFor();
    await expect(nameOf(77)).rejects.toThrow('has no record 77');
  });

  it('reads the verdicts, and opens the call that a finding names', async () => {
    const { page, url, client } = await visit();
    await client.book();
    await page.goto(`${url}/console#/sandboxes/default/verdicts`);
    const rule = page.locator('.group li', { hasText: 'idempotency-key-present' });
    await rule.waitFor();
    await page.reload(); // the page now opens with the verdicts, and reads the calls beside them
    await rule.waitFor();
    expect(await page.locator('.summary').innerText()).not.toContain('since then');
    await client.search();
    await page.getByText('1 call arrived since then.').waitFor();
    await rule.getByRole('link', { name: 'Call 3' }).click();
    await page.getByRole('complementary', { name: 'Call 3' }).waitFor();
    expect(page.url()).toMatch(/#\/sandboxes\/default\/calls\/3$/);
  });

  it('downloads the calls as HAR', async () => {
    const { page, client } = await visit('#/sandboxes/default/calls');
    await client.search();
    await rowOf(page, 1).waitFor();
    const saved = await download(page, page.getByRole('button', { name: 'Download HAR' }));
    expect(saved.suggestedFilename()).toBe('default.har');
    const { log } = JSON.parse(await readFile(await saved.path(), 'utf8'));
    expect(log).toMatchObject({ version: '1.2', entries: [{ response: { status: 200 } }] });
  });

  it('explains why the server refused a call, with the field that the client may have meant', async () => {
    const { page, client } = await visit('#/sandboxes/default/calls');
    await client.call('hotel.search', { Critera: {} });
    await rowOf(page, 1).click();
    await page.getByText('Why the server refused this call').waitFor();
    expect(await page.locator('.why').innerText()).toContain('did you mean "Criteria"');
  });

  it('filters the calls by operation, status, booking and text', async () => {
    const { page, client } = await visit('#/sandboxes/default/calls');
    const { BookingId = '' } = await client.book();
    await client.call('hotel.search', {});
    await rowOf(page, 4).waitFor();
    const shows = (numbers: number[]) => expect.poll(() => shownCalls(page)).toEqual(numbers);
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('hotel.search');
    await shows([4, 1]);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('4');
    await shows([4]);
    await page.getByRole('button', { name: 'Clear' }).click();
    await shows([4, 3, 2, 1]);
    await page.getByRole('textbox', { name: 'Booking' }).fill(String(BookingId));
    await shows([3]);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('body').press('/');
    await page.keyboard.type('invalidrequest');
    await shows([4]);
  });

  it('moves through the calls by the arrow keys, and closes the call by Escape', async () => {
    const { page, client } = await visit('#/sandboxes/default/calls');
    for (let count = 0; count < 3; count += 1) await client.call('hotel.search', {});
    await rowOf(page, 3).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('complementary', { name: 'Call 2' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('complementary', { name: 'Call 1' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('complementary').count()).toBe(0);
    expect(page.url()).toMatch(/\/calls$/);
  });

  it('forks a sandbox, exports and imports it, resets it and deletes it after a question', async () => {
    const { page, url } = await visit();
    await callControl(url, 'sandboxes', { id: 'origin' });
    const row = page.locator('tr', { hasText: 'origin' });
    const saved = await download(page, row.getByRole('button', { name: 'Export' }));
    await page.getByLabel('File of an exported sandbox').setInputFiles(await saved.path());
    await page.getByRole('link', { name: 'origin-2' }).waitFor();
    await row.first().getByRole('button', { name: 'Fork' }).click();
    await page.getByText('continues from “origin”').waitFor();
    await page.goto(`${url}/console#/`);
    await row.first().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
    expect(await callControl(url, 'sandboxes/origin')).toMatchObject({ id: 'origin' });
    await row.first().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Sandbox “origin” is deleted.').waitFor();
  });
});

function shownCalls(page: Page): Promise<number[]> {
  const rows = page.locator('tr[data-number]');
  return rows.evaluateAll(elements => elements.map(element => Number(element.getAttribute('data-number'))));
}
