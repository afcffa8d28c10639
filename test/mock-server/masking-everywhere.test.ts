import { describe, expect, it } from 'vitest';
import { lastEntry } from './bad-input/exchange-of.ts';
import { createTestSupplier, testCriteria } from './hotel-client.ts';
import { journalText } from './masking-traces.ts';

const own = {
  credential: { Username: 'ana', Password: 's3cret word-1' },
  staticToken: 'St4tic-Secret-77',
  mcpToken: 'Mcp-S3cret-88',
};
const other = {
  credential: { Username: 'bob', Password: '0ther word-2' },
  staticToken: 'Other-St4tic-55',
  mcpToken: 'Other-Mcp-44',
};
const secretsOf = ({ credential, staticToken, mcpToken }: typeof own): string[] => [
  credential.Password,
  staticToken,
  mcpToken,
];
const secrets = secretsOf(own);
const strange = 'Nobodys-T0ken-66';
const mapping = '/new/api/v1/mapping';
const airport = `${mapping}/airport`;
const search = '/API/REST/Hotel.svc/Search';

function create() {
  const supplier = createTestSupplier({ ...own, managerId: 5, options: { rateLimit: false } });
  supplier.sandboxes.create({ id: 'other', ...other });
  return supplier;
}

/** The ways in which a client can write a text in an address. */
const spellings: [string, (text: string) => string][] = [
  ['as it is', text => encodeURIComponent(text)],
  ['with a needless escape', text => encodeURIComponent(text).replace('-', '%2D')],
  ['all in escapes', text => text.replace(/./g, one => `%${one.charCodeAt(0).toString(16)}`)],
  ['as a form', text => encodeURIComponent(text).replaceAll('%20', '+')],
];

/** Returns all traces of a call: its answer, the journal and the HAR file. */
async function traceOf(supplier: ReturnType<typeof create>, url: string, init: RequestInit): Promise<string> {
  const answer = await (await supplier.fetch(`http://supplier.test${url}`, init)).text();
  const har = await supplier.fetch('http://supplier.test/_control/sandboxes/default/exchanges.har');
  return answer + journalText(supplier) + (await har.text());
}

function expectGone(trace: string, url: string, secret: string) {
  for (const [, spell] of spellings) expect(trace.includes(spell(secret)), `${secret} in ${url}`).toBe(false);
  expect(trace.includes(secret), `${secret} in ${url}: ${trace}`).toBe(false);
}

describe('a secret of the sandbox', () => {
  const places = [
    '/nope/SECRET',
    '/nope?SECRET=1&note=SECRET',
    '/tokn/SECRET',
    '/token//SECRET',
    '/%74oken/SECRET',
    `${airport}/LIS/tokn/SECRET`,
    `${airport}/LIS/token//SECRET`,
    `${airport}/LIS/%74oken/SECRET?managerId=5`,
    `${airport}/LIS/token/SECRET?managerId=x`,
    `${airport}/SECRET/token/${own.staticToken}?managerId=5`,
    `${airport}/LIS/token/${own.staticToken}?managerId=SECRET`,
    `${airport}/LIS/token/${own.staticToken}?managerId=5&SECRET=1&note=SECRET`,
    `${airport}/LIS/token/${own.staticToken}?managerId=5&${'x'.repeat(74)}SECRET=1`,
    `${mapping}/autocomplete/SECRET/token/${own.staticToken}?managerId=5`,
    `${search}?access_token=SECRET`,
    '/mcp?mcpToken=SECRET',
    '/mcp?SECRET',
  ];

  it.each(places)('auth.5: shows nowhere when it was sent in %s', async address => {
    for (const [, spell] of spellings) {
      for (const secret of secrets) {
        const supplier = create();
        const url = address.replaceAll('SECRET', spell(secret));
        for (const method of ['GET', 'POST']) {
          const init = method === 'POST' ? { method, body: '{}' } : { method };
          expectGone(await traceOf(supplier, url, init), url, secret);
        }
      }
    }
  });

  it('auth.5: shows nowhere when it was sent in a header, also where its end is cut off', async () => {
    for (const name of ['user-agent', 'accept', 'idempotency-key', 'content-type', 'mcp-protocol-version']) {
      for (const secret of secrets) {
        for (const value of [secret, `${'x'.repeat(292)}${secret}`]) {
          const init = { method: 'POST', body: '{}', headers: { [name]: value } };
          const trace = await traceOf(create(), search, init);
          expect(trace.includes(secret.slice(0, 7)), `${secret} in ${name}`).toBe(false);
        }
      }
    }
  });

  it('auth.5: shows nowhere when it was sent in a body, as a name, a value or the method', async () => {
    for (const secret of secrets) {
      const body = { Credential: own.credential, Criteria: testCriteria, [secret]: 1, note: [secret] };
      for (const text of [JSON.stringify(body), JSON.stringify(body).slice(0, -1), `note: ${secret}`]) {
        expectGone(await traceOf(create(), search, { method: 'POST', body: text }), search, secret);
      }
      const method = secret.replaceAll(' ', '');
      const named = createTestSupplier({ mcpToken: method });
      expectGone(await traceOf(named, search, { method }), search, method);
    }
  });

  it('auth.5: shows nowhere when it is cut off after the name of a repeated parameter', async () => {
    for (const secret of secrets) {
      const name = 'x'.repeat(74) + encodeURIComponent(secret);
      const url = `${airport}/LIS/token/${own.staticToken}?managerId=5&${name}=1&${name}=2&${name}=%E0`;
      expect((await traceOf(create(), url, {})).includes(secret.slice(0, 6)), secret).toBe(false);
    }
  });

  it('auth.5: shows nowhere in a restored sandbox either, under an id of its own', async () => {
    const supplier = create();
    supplier.sandboxes.restore(supplier.sandboxes.require('default').dump(), { id: 'copy' });
    await supplier.fetch(`http://supplier.test/sandbox/copy/nope/${own.staticToken}`);
    expect(supplier.sandboxes.require('copy').journal.read().at(-1)?.facts.url).toBe('/nope/***');
  });
});

describe('a secret of another sandbox', () => {
  it('is a word like any other, so that no sandbox changes what another one records', async () => {
    for (const secret of secretsOf(other)) {
      const supplier = create();
      await supplier.fetch(`http://supplier.test/nope/${secret}`);
      expect(lastEntry(supplier).facts.url).toBe(`/nope/${encodeURIComponent(secret)}`);
    }
  });

  it('auth.1, auth.5: shows nowhere where it is used as a credential', async () => {
    const supplier = create();
    const body = JSON.stringify({ Credential: other.credential, Criteria: testCriteria });
    const trace = [
      await traceOf(supplier, search, { method: 'POST', body }),
      await traceOf(supplier, `${airport}/LIS/token/${other.staticToken}?managerId=5`, {}),
      await traceOf(supplier, '/mcp', {
        method: 'POST',
        body: '{}',
        headers: { authorization: `Bearer ${other.mcpToken}` },
      }),
    ].join('');
    for (const secret of secretsOf(other)) expectGone(trace, 'a credential', secret);
  });
});

describe('a token that was never issued', () => {
  it.each([
    `${airport}/LIS/tokn/SECRET`,
    `${airport}/LIS/token//SECRET`,
    `${airport}/LIS/%74oken/SECRET`,
    `/new/%61pi/v1/mapping/airprt/LIS/tokens/SECRET/x`,
    `/New/API/v1/mapping/SECRET`,
    '/token//SECRET',
  ])(
    'auth.5: shows nowhere when it was sent to %s, which is nearly an address of static data',
    async address => {
      for (const [, spell] of spellings) {
        const url = address.replaceAll('SECRET', spell(strange));
        expectGone(await traceOf(create(), url, {}), url, strange);
      }
    },
  );

  it('leaves the words around it as they are, so that the mistake can be seen', async () => {
    const supplier = create();
    const trace = await traceOf(supplier, `${mapping}/airprt/LIS/tokn/${strange}`, {});
    expect(trace).toContain(
      `no operation at GET ${mapping}/airprt/LIS/tokn/***; did you mean GET ${airport}`,
    );
    expect(lastEntry(supplier).facts.url).toMatch(/\/mapping\/airprt\/LIS\/tokn\/~[\da-f]{8}$/);
  });
});

describe('a credential in a query', () => {
  it.each(['access_token', 'mcpToken', 'mcp_token', 'bearer', 'Password', 'staticToken', 'authorization'])(
    'auth.5: is a fact of the call as %s, and a mark in its address, whatever its header says',
    async name => {
      for (const headers of [{}, { authorization: `Bearer ${own.mcpToken}` }]) {
        const supplier = create();
        const url = `http://supplier.test/mcp?a=1&${name}=${strange}&b=2`;
        await supplier.fetch(url, { method: 'POST', body: '{}', headers });
        const { facts } = lastEntry(supplier);
        const mark = supplier.sandboxes.require('default').redactor.mark(strange);
        expect(facts.credential).toEqual({ in: 'url', mark });
        expect(facts.url).toBe(`/mcp?a=1&${name}=${mark}&b=2`);
      }
    },
  );
});
