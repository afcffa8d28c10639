import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { catalogue } from '#scenarios';

const page = async (supplier: ReturnType<typeof createMockSupplier>, path = '/scenarios') => {
  const answer = await supplier.fetch(`http://supplier.test${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('the page at /scenarios', () => {
  it('names every scenario, its faults, rules and task, the outcome of a correct client and its offer in Testville', async () => {
    const { status, headers, text } = await page(createMockSupplier({ catalogue }));
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
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
    const { text } = await page(createMockSupplier({ catalogue: [odd] }));
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script>alert');
  });

  it('states that a server has no scenarios, and exists under every sandbox', async () => {
    const { text } = await page(createMockSupplier());
    expect(text).toContain('has no catalogue');
    const supplier = createMockSupplier({ catalogue });
    supplier.sandboxes.create({ id: 'mine' });
    const mine = (await page(supplier, '/sandbox/mine/scenarios')).text;
    expect(mine).toContain('href="http://supplier.test/sandbox/mine/"');
  });
});
