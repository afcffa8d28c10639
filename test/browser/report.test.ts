import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#scenarios';
import { mergeDocument, type RunReport, writeReport } from '#scenarios/report/index';
import { run } from '#scenarios/run/node';
import { createFolder } from '../folder.ts';
import { withFinding, written } from '../scenarios/report/report-sample.ts';
import { hasBrowser, useBrowser } from './browser.ts';
import { accessibilityProblems, type Look, openOffline, overflow } from './page-checks.ts';
import { driftSample, explorationSample, manyPlays } from './report-samples.ts';

const ids = [
  'answer-lost-booked',
  'client-restarted-not-booked',
  'hotel-confirmed',
  'payment-not-arrived',
  'car-confirmed',
];
const evil =
  '</script><img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>\u202E\u2066\uD800';

describe.runIf(hasBrowser)('the HTML report, from disk and without a network', () => {
  const stage = useBrowser();
  let report: RunReport;
  const folder = createFolder();
  beforeAll(async () => {
    const scenarios = catalogue.filter(({ id }) => ids.includes(id));
    const usual = { jobs: 1, bail: false, strict: false } as const;
    report = await run({ scenarios, pace: { mode: 'scaled', speed: 'auto' }, ...usual });
  });

  async function visit(
    shown: string | Parameters<typeof written>[1],
    { fragment = '', ...look }: Look & { fragment?: string } = {},
  ) {
    const html = typeof shown === 'string' ? shown : await written('html', shown);
    const file = folder.write('report.html', html);
    const visited = await openOffline(stage.browser, `${pathToFileURL(file)}${fragment}`, look);
    stage.closeLater(visited);
    await visited.page.locator('h1').waitFor();
    return visited;
  }

  it('shows the verdict, each broken rule once, and loads no other file', async () => {
    const { page, heard } = await visit(withFinding(report, 2));
    expect(await page.locator('h1').innerText()).toBe('2 of 5 scenarios broken');
    const cards = page.locator('.card.rule');
    expect(await cards.count()).toBe(1);
    expect(await cards.innerText()).toContain('It was sent again.');
    expect(await cards.locator('.places a').allInnerTexts()).toHaveLength(2);
    expect(heard.complaints).toEqual([]);
    expect(heard.requested.filter(url => !url.startsWith('file:') && url !== 'data:,')).toEqual([]);
  });

  it('filters by state, product and text, and keeps the filters in its address', async () => {
    const { page } = await visit(withFinding(report, 1));
    const names = () => page.locator('.plays a').allTextContents();
    expect(await names()).toHaveLength(5);
    await page.getByRole('button', { name: /^Broken/ }).click();
    expect(await names()).toHaveLength(1);
    await page.getByRole('button', { name: /^All/ }).click();
    await page.getByLabel('Filter by product').selectOption('car');
    expect(await names()).toEqual(['car-confirmed']);
    await page.getByLabel('Filter by product').selectOption('');
    await page.getByLabel(/^Search/).fill('connection breaks');
    expect(await names()).toEqual(['answer-lost-booked']);
    expect(page.url()).toContain('q=connection+breaks');
    await page.reload();
    expect(await names()).toEqual(['answer-lost-booked']);
  });

  it('opens a cell of the matrix by a click, and by its address', async () => {
    const { page } = await visit(report);
    await page
      .locator('.matrix .strip')
      .first()
      .click({ position: { x: 3, y: 5 } });
    expect(page.url()).toMatch(/#play=[\w-]+&rule=outcome-as-expected$/);
    expect(await page.locator('article h2').innerText()).toContain('hotel-confirmed');
    expect(await page.locator('li.chosen').innerText()).toContain('outcome-as-expected');
    await page.goBack();
    expect(await page.locator('.matrix').count()).toBe(1);
  });

  it('tells the story of a lost answer: the supplier booked, and a look-up found it', async () => {
    const { page } = await visit(report, { fragment: '#play=answer-lost-booked' });
    const story = page.locator('.story svg');
    const calls = await story
      .locator('[data-call]')
      .evaluateAll(all => all.map(one => one.textContent?.replaceAll(/\s+/g, ' ')));
    expect(calls.slice(-2)).toEqual([
      expect.stringMatching(/^#4 hotel\.doBooking .*connection cut/),
      expect.stringMatching(/^#5 getBooking .*200 · bookingId \d+, bookingStatus CONFIRMED/),
    ]);
    expect(await story.locator('.answer.fault').allTextContents()).toEqual([
      '⚡ connection cut · fault cut, took effect',
    ]);
    expect(await story.locator('.state').allTextContents()).toEqual(['Hotel Jardim Copacabana: confirmed']);
    await story.locator('[data-call="4"]').focus();
    await page.keyboard.press('Enter');
    const details = page.locator('.call-details');
    expect(await details.innerText()).toContain('"ExternalReference"');
    expect(await details.innerText()).toContain(
      'curl -X POST "$UNDERSTUDY_BASE_URL"/API/REST/Hotel.svc/DoBooking',
    );
    expect(page.url()).toContain('call=4');
  });

  it('tells the story of a crash, shortens the long waits, and shows equal calls on demand', async () => {
    const { page } = await visit(report, { fragment: '#play=client-restarted-not-booked' });
    expect(await page.locator('.story .restart').textContent()).toBe(
      'The client is killed and started again',
    );
    expect(await page.locator('.story .wait').first().textContent()).toBe('5 min pass');
    const before = await page.locator('[data-call]').count();
    await page.getByRole('button', { name: 'Show every call' }).click();
    expect(await page.locator('[data-call]').count()).toBeGreaterThan(before);
  });

  it('marks the exchanges that prove a finding, and links to them', async () => {
    const { page } = await visit(withFinding(report, 1), { fragment: '#play=hotel-confirmed' });
    expect(await page.locator('.story .marked').count()).toBe(2);
    await page.getByRole('link', { name: 'exchange 3' }).first().click();
    expect(await page.locator('.call-details h4').innerText()).toContain('#3');
  });

  it('executes nothing that a client, an operator or a file wrote', async () => {
    const bad = withFinding(report, 2, evil);
    const texts = { title: evil, reason: evil, trouble: evil, repeat: evil };
    const call = { operation: null, url: evil, said: evil, request: evil, answer: evil };
    const scenarios = bad.scenarios.map(({ story, ...one }) => {
      const calls = story?.calls.map(known => ({ ...known, ...call }));
      const services = story?.services.map(service => ({ ...service, item: evil }));
      const output = evil + 'x'.repeat(1_000_000);
      return { ...one, ...texts, output, ...(story && { story: { ...story, calls, services } }) };
    });
    const [first, ...rest] = scenarios;
    const all = { ...bad, command: [evil], scenarios: [{ ...first, id: evil }, ...rest] };
    const html = await written('html', all as RunReport);
    for (const fragment of [
      '',
      `#${new URLSearchParams({ play: evil.toWellFormed(), q: evil })}`,
      '#play=answer-lost-booked&call=4',
    ]) {
      const { page, heard } = await visit(html, { fragment });
      expect(await page.locator('main img, main script').count()).toBe(0);
      expect(await page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined();
      expect(await page.locator('main').innerText()).not.toMatch(/[\u202E\u2066]/);
      expect(heard.complaints).toEqual([]);
    }
  });

  const comparison = (after: RunReport) =>
    writeReport(
      'html',
      mergeDocument([
        { name: 'before', report },
        { name: 'after', report: after },
      ]),
    );
  const looks = [
    { width: 1280, scheme: 'light' },
    { width: 360, scheme: 'dark' },
  ] as const;

  it.each(looks)('has no barrier and fits, at $width pixels and in $scheme', async look => {
    const bad = withFinding(report, 2);
    const pages = [
      [bad, ''],
      [bad, '#play=hotel-confirmed&call=3'],
      [report, '#play=payment-not-arrived'],
      [explorationSample(report), ''],
      [await comparison(bad), ''],
      [await driftSample(), ''],
    ] as const;
    for (const [shown, fragment] of pages) {
      const { page, close } = await visit(shown, { ...look, fragment });
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('details')) one.open = true;
      });
      expect.soft(await accessibilityProblems(page), fragment).toEqual([]);
      expect.soft(await overflow(page), fragment).toBe(0);
      await close();
    }
  });

  it('opens 5,000 plays, with few elements at first', async () => {
    const { page } = await visit(manyPlays(report, 5_000));
    expect(await page.locator('h1').innerText()).toBe('All 5000 scenarios held');
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(5_000);
    await page.getByLabel(/^Search/).fill('number-4999');
    expect(await page.locator('.plays a').allTextContents()).toEqual(['number-4999']);
  });

  it('compares two runs: what is new, and which scenarios differ', async () => {
    const { page, heard } = await visit(await comparison(withFinding(report, 1)));
    expect(await page.locator('h1').innerText()).toBe('1 new');
    expect(await page.locator('table').last().locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringContaining('hotel-confirmed'),
    ]);
    expect(heard.complaints).toEqual([]);
  });

  it('shows the failure of an exploration with its story and the matrix', async () => {
    const { page } = await visit(explorationSample(report));
    expect(await page.locator('h1').innerText()).toBe('1 failure found');
    expect(await page.locator('.story [data-call]').count()).toBeGreaterThan(3);
    expect(await page.locator('td .bad').innerText()).toBe('1 broken, 2 held');
  });

  it('shows the differing fields of a supplier first', async () => {
    const { page } = await visit(await driftSample());
    expect(await page.locator('h1').innerText()).toBe('1 field differs from the specification');
    const fields = page.locator('table').first().locator('tbody tr');
    expect(await fields.allInnerTexts()).toEqual([expect.stringContaining('missing')]);
    await page.getByRole('button', { name: /without a difference/ }).click();
    expect(await fields.last().innerText()).toContain('as specified');
  });
});
