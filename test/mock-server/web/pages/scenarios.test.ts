import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { catalogue } from '#scenarios';
import { serve } from '../../over-port.ts';

const base = 'http://supplier.test';
const withConsole = { readConsole: async () => '<!doctype html>' };

function create(options: MockSupplierOptions = {}) {
  const supplier = createMockSupplier({ catalogue, ...options });
  supplier.sandboxes.create({ id: 's1' });
  return supplier;
}

async function get(path: string, options: MockSupplierOptions = {}) {
  const answer = await create(options).fetch(base + path);
  const { status, headers } = answer;
  return { status, headers, policy: headers.get('content-security-policy') ?? '', text: await answer.text() };
}

describe('the page at /scenarios', () => {
  it('names every scenario, its faults, rules and task, the outcome of a correct client and its offer in Testville', async () => {
    const { status, headers, policy, text } = await get('/scenarios');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(policy).toContain("default-src 'none'");
    for (const { id, outcomes, rules, setup, task, trigger = '', surname = '' } of catalogue) {
      const [, row = ''] = text.split(`<tr id="${id}" `);
      const cells = row.split('</tr>')[0]?.replaceAll('&quot;', '"').replaceAll('&#39;', "'") ?? '';
      const faults = (setup?.faults ?? []).map(one => (typeof one === 'string' ? one : JSON.stringify(one)));
      const parts = [...outcomes, ...rules, ...faults, JSON.stringify(task, null, 1), trigger, surname];
      for (const part of parts) expect(cells).toContain(part);
      expect(cells).not.toMatch(/<\/dt>\s*<(?!dd)/);
    }
    expect(text).toContain('X-Understudy-Scenario: ');
    expect(text).toContain('<code>POST http://supplier.test/_control/sandboxes</code>');
  });

  it('writes titles as text, whatever they hold', async () => {
    const [first] = catalogue;
    if (!first) throw new Error('the catalogue is empty');
    const odd = { ...first, id: 'odd', title: '<script>alert(1)</script>' };
    const { text } = await get('/scenarios', { catalogue: [odd] });
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script>alert');
  });

  it('states that a server has no scenarios, and exists under every sandbox', async () => {
    const answer = await createMockSupplier().fetch(`${base}/scenarios`);
    expect(await answer.text()).toContain('has no catalogue');
    expect((await get('/sandbox/s1/scenarios')).text).toContain(`href="${base}/sandbox/s1/"`);
  });
});

/** Returns the links in the navigation of a page: title, address, and whether the link is marked as the current page. */
const linksIn = (text: string) =>
  [...text.matchAll(/<li><a href="([^"]*)"( aria-current="page")?>(\w+)<\/a><\/li>/g)].map(
    ([, href, current, title]) => [title, href, current !== undefined],
  );

describe('the navigation of the pages', () => {
  it.each([
    ['/', '', 'Start'],
    ['/scenarios', '', 'Scenarios'],
    ['/sandbox/s1', '/sandbox/s1', 'Start'],
    ['/sandbox/s1/scenarios', '/sandbox/s1', 'Scenarios'],
  ])('links at %s the pages of the sandbox, and the console of the server', async (path, prefix, current) => {
    const links = [
      ['Start', `${base}${prefix}/`],
      ['Scenarios', `${base}${prefix}/scenarios`],
      ['Docs', `${base}${prefix}/docs`],
      ['Console', `${base}/console`],
    ];
    const { text } = await get(path, withConsole);
    expect(linksIn(text)).toEqual(links.map(([title, href]) => [title, href, title === current]));
  });

  it.each([
    ['/docs', './console'],
    ['/sandbox/s1/docs', '../../console'],
  ])('links at %s relative addresses, also on a server that cannot show the docs', async (path, address) => {
    const expected = [
      ['Start', './', false],
      ['Scenarios', './scenarios', false],
      ['Docs', './docs', true],
      ['Console', address, false],
    ];
    expect(linksIn((await get(path, withConsole)).text)).toEqual(expected);
    const { url } = await serve(create(withConsole));
    expect(linksIn(await (await fetch(url + path)).text())).toEqual(expected);
  });

  it('has no link to a console that does not exist', async () => {
    expect((await get('/')).text).not.toContain('console');
  });
});

const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policied = ['/', '/scenarios', '/docs'];
it.each(policied)('the policy of %s allows only the style and the script of the page', async path => {
  const { policy, text } = await get(path, withConsole);
  const [, style] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
  const [, script] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? [];
  expect(script === undefined).toBe(path !== '/scenarios');
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]);
  expect(text).not.toMatch(/ style="| on\w+="/);
});

describe('the filters at /scenarios', () => {
  async function shown(query: string): Promise<string[]> {
    const { text } = await get(`/scenarios?${query}`);
    const rows = [...text.matchAll(/<tr id="([^"]*)"[^>]*?( hidden)?>/g)];
    expect(rows).toHaveLength(catalogue.length);
    return rows.flatMap(([, id = '', hidden]) => (hidden === undefined ? [id] : []));
  }

  it('show the scenarios of a product, with a tag, and with each word of a text', async () => {
    type Scenario = (typeof catalogue)[number];
    const idsOf = (wanted: (one: Scenario) => boolean) => catalogue.filter(wanted).map(({ id }) => id);
    expect(await shown('')).toEqual(idsOf(() => true));
    const ofCars = idsOf(({ products }) => products.some(product => product === 'car'));
    expect(await shown('product=car')).toEqual(ofCars);
    const ofMoney = idsOf(({ tags = [] }) => tags.some(tag => tag === 'money'));
    expect(await shown('tag=money')).toEqual(ofMoney);
    expect(await shown('text=LOST+answer')).toContain('answer-lost-booked');
    expect(await shown('text=LOST+answer')).not.toContain('hotel-confirmed');
    expect(await shown('text=answer&tag=money&product=tour')).toEqual(['tour-answer-lost-booked']);
    expect(await shown('tag=mone')).toEqual([]);
  });

  it('say how many scenarios there are, and write what the visitor typed as text', async () => {
    const { text } = await get('/scenarios?text=%22%3E%3Cscript%3Ealert(1)');
    expect(text).toContain(`role="status">0 of ${catalogue.length} scenarios`);
    expect(text).toContain('<p id="nothing">No scenario matches all filters.');
    expect((await get('/scenarios?text=lost')).text).toContain('<p id="nothing" hidden>');
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)"');
    expect((await get('/scenarios?product=car')).text).toContain('<option selected>car</option>');
  });
});
