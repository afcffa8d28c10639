import { describe, expect, it } from 'vitest';
import {
  all,
  body,
  card,
  create,
  each,
  expectHidden,
  journalText,
  password,
  path,
  traces,
} from './masking-traces.ts';

describe('what is not the body', () => {
  const unread = { body: body({}) };
  const urls = each.flatMap(({ name, value }) => [
    { name, value, where: 'a path', url: `/nowhere/${encodeURIComponent(value)}` },
    { name, value, where: 'a query', url: `${path}?note=${encodeURIComponent(value)}` },
    {
      name,
      value,
      where: 'a parameter of its name',
      url: `${path}?password=${encodeURIComponent(value)}&x=1`,
    },
    {
      name,
      value,
      where: 'a static address',
      url: `/new/api/v1/mapping/hotel/1/token/${encodeURIComponent(value)}?managerId=1`,
    },
  ]);

  it.each(urls)('hides a $name in $where', async ({ url, value }) => {
    const { answer, journal } = await traces(url, unread);
    expectHidden(answer + journal, [value, encodeURIComponent(value)]);
  });

  it.each([
    'user-agent',
    'content-type',
    'accept',
    'idempotency-key',
    'authorization',
    'cookie',
    'x-api-key',
  ])('hides everything in the header %s', async name => {
    for (const value of all) {
      const { answer, journal } = await traces(path, { ...unread, headers: { [name]: value } });
      expectHidden(answer + journal, [value]);
    }
  });

  const bodies: [string, (name: string, value: string) => string][] = [
    [
      'JSON that breaks off',
      (name, value) => `{"Credential":{"Username":"x","${name}":${JSON.stringify(value)}`,
    ],
    [
      'JSON that breaks off in the value',
      (name, value) => `{"a":1,"${name}":${JSON.stringify(value).slice(0, -1)}`,
    ],
    ['JSON with single quotes', (name, value) => `{'${name}': '${value}'}`],
    ['a list', (name, value) => JSON.stringify([{ [name]: value }])],
    ['a form', (name, value) => `a=1&${name}=${encodeURIComponent(value)}&b=2`],
    ['XML', (name, value) => `<Credential><${name}>${value}</${name}></Credential>`],
    ['a line', (name, value) => `${name}: ${value}\nUsername: x`],
  ];

  it.each(bodies)('hides everything in a body that cannot be read: %s', async (_, write) => {
    for (const value of all) {
      for (const name of ['Password', 'CardNumber', 'Email', 'Remarks']) {
        const { answer, journal } = await traces(path, { body: write(name, value) });
        expectHidden(answer + journal, [value]);
      }
    }
    for (const name of ['Password', 'SecurityCode', 'DocumentNumber', 'senha']) {
      expectHidden((await traces(path, { body: write(name, 'unguessable') })).journal, [
        'unguessable',
        'nguessabl',
      ]);
    }
  });

  it('hides everything in bodies that are too large, and in those of unknown paths and wrong methods', async () => {
    const large = body({ Remarks: all, Padding: 'x'.repeat(1_100_000) });
    for (const [url, init] of [
      [path, { body: large }],
      ['/nowhere', { body: large }],
      ['/nowhere', { body: body({ Remarks: all }) }],
      [path, { method: 'PUT', body: body({ Remarks: all }) }],
    ] as const) {
      const { answer, journal } = await traces(url, init);
      expectHidden(answer + journal, all);
    }
  });

  it('hides a secret at the end of the kept part of an unreadable body', async () => {
    for (let shift = 0; shift < 60; shift += 1) {
      for (const end of [200, 400, 2_000]) {
        const { journal } = await traces(path, { body: `{"a":"${'x'.repeat(end - shift)} ${card}` });
        expect(journal).not.toMatch(/4539578763/);
      }
    }
  });

  it('hides everything while the request is still open', async () => {
    const supplier = create();
    const { readable, writable } = new TransformStream();
    const url = `http://supplier.test/${encodeURIComponent(password)}/${card}`;
    const pending = supplier.fetch(url, { method: 'POST', body: readable, duplex: 'half' } as RequestInit); // the type lacks `duplex`
    expectHidden(journalText(supplier), [password, card]);
    await writable.close();
    expect((await pending).status).toBe(404);
  });
});
