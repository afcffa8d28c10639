import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { catalogue } from '#scenarios';

const page = async (supplier: ReturnType<typeof createMockSupplier>, path = '/scenarios') => {
  const answer = await supplier.fetch(`http://supplier.test${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('the page at /scenarios', () => {
  it('names every scenario, its effect, the outcome of a correct client and its offer in Testville', async () => {
    const { status, headers, text } = await page(createMockSupplier({ catalogue }));
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const { id, outcomes, trigger = '', surname = '' } of catalogue) {
      const [, row = ''] = text.split(`<tr id="${id}" `);
      const [cells = ''] = row.split('</tr>');
      for (const part of [...outcomes, trigger, surname]) expect(cells).toContain(part);
    }
    expect(text).toContain('X-Understudy-Scenario: ');
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
    expect((await page(supplier, '/sandbox/mine/scenarios')).text).toContain(
      'href="http://supplier.test/sandbox/mine/"',
    );
  });
});
