import { describe, expect, it, vi } from 'vitest';
import { createMockSupplier } from '#mock-server';

const page = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-x'"><p>console</p>`;

describe('the page at /console', () => {
  it('is the page that readConsole returns, with its content security policy also as a header', async () => {
    const { fetch } = createMockSupplier({ readConsole: async () => page });
    const answer = await fetch('http://supplier.test/console');
    expect([answer.status, await answer.text()]).toEqual([200, page]);
    const policy = "default-src 'none'; script-src 'sha256-x'; frame-ancestors 'none'";
    expect(answer.headers.get('content-security-policy')).toBe(policy);
  });

  it('is read only when a person visits the page', async () => {
    const readConsole = vi.fn(async () => page);
    const { fetch } = createMockSupplier({ readConsole });
    await fetch('http://supplier.test/');
    await fetch('http://supplier.test/_control/sandboxes');
    expect(readConsole).not.toHaveBeenCalled();
    await fetch('http://supplier.test/console');
    expect(readConsole).toHaveBeenCalledOnce();
  });

  it('leads from the address of a sandbox to the page of this sandbox', async () => {
    const { fetch } = createMockSupplier({ readConsole: async () => page });
    const address = 'http://supplier.test/sandbox/default/console';
    const { status, headers } = await fetch(address);
    const target = new URL(headers.get('location') ?? '', address).href;
    expect([status, target]).toEqual([302, 'http://supplier.test/console#/sandboxes/default']);
  });
});

describe('the control API for the console', () => {
  it('lists calls without headers and bodies', async () => {
    const { fetch } = createMockSupplier();
    await fetch('http://supplier.test/API/REST/Hotel.svc/Search', { method: 'POST', body: '{"a":1}' });
    const list = async (query: string) =>
      (await fetch(`http://supplier.test/_control/sandboxes/default/exchanges${query}`)).json();
    const [whole] = await list('');
    const { requestHeaders, requestBody, answerHeaders, answerBody, ...facts } = whole;
    expect(requestBody).toEqual({ a: 1 });
    expect(await list('?bodies=false')).toEqual([facts]);
    expect(await list('?bodies=true')).toEqual([whole]);
    expect([requestHeaders, answerHeaders, answerBody]).not.toContain(undefined);
  });

  it('shows when a sandbox was created, and how many calls it received', async () => {
    const machine = { now: () => 1_000, monotonic: () => 0, afterMacrotask: () => {}, timer: () => () => {} };
    const { fetch } = createMockSupplier({ machine });
    const view = async () => (await fetch('http://supplier.test/_control/sandboxes/default')).json();
    expect(await view()).toMatchObject({ createdAt: '1970-01-01T00:00:01.000Z', calls: 0 });
    await fetch('http://supplier.test/anything');
    expect(await view()).toMatchObject({ calls: 1 });
  });
});
