import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { parseProfile } from '#contracts';
import { createMockSupplier } from '#mock-server';
import { createTestCertificates, listen } from '#mock-server/node';
import { type DriftReport, driftReportSchema } from '#scenarios/verify';
import { createFolder } from '../../folder.ts';
import { type Running, runBeside, runCommand, startCommand } from './run-command.ts';

const folder = createFolder();

const proof = {
  UNDERSTUDY_USERNAME: 'demo',
  UNDERSTUDY_PASSWORD: 'demo',
  UNDERSTUDY_STATIC_TOKEN: 'demo-static-token',
  UNDERSTUDY_MANAGER_ID: '1',
  UNDERSTUDY_MCP_TOKEN: 'demo-mcp-token',
};

const server = await listen(createMockSupplier(), { port: 0 });
afterAll(() => server.close());

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Serves answers at an address until the test ends. */
async function serveAnswers(
  answer: (
    request: IncomingMessage,
    sent: string,
  ) => Promise<{ status: number; body: string; type?: string }>,
): Promise<string> {
  const listening = createServer(async (request, response) => {
    let sent = '';
    for await (const chunk of request) sent += chunk;
    const { status, body, type = 'application/json' } = await answer(request, sent);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    listening.close();
    listening.closeAllConnections();
  });
  const { port } = listening.address() as AddressInfo; // it listens on a port
  return `http://127.0.0.1:${port}`;
}

/** A supplier with the same answer to every call. */
async function serveAlways(status: number, body: (sent: string) => string, type = 'application/json') {
  const asked: string[] = [];
  const url = await serveAnswers(async ({ url, headers }, text) => {
    const sent = `${url} ${headers.authorization ?? ''} ${text}`;
    asked.push(sent);
    return { status, body: body(sent), type };
  });
  return { url, asked };
}

/** Puts a proxy before the stand-in. A test can act when a path is requested, before the answer, or return a status instead. */
const serveBehind = (hear: (path: string) => Promise<void> | number | undefined) =>
  serveAnswers(async ({ url = '/', method = 'GET' }, sent) => {
    const own = await hear(url);
    if (own !== undefined) return { status: own, body: '{}' };
    const headers = { 'content-type': 'application/json' };
    const came = await fetch(server.url + url, { method, headers, ...(method !== 'GET' && { body: sent }) });
    return { status: came.status, body: await came.text() };
  });

const verify = (target: string, ...args: string[]) =>
  runBeside(['verify', '--target', target, ...args], proof);

describe('understudy verify', () => {
  it('shows the certificate of the client to a supplier that requires one (auth.5)', async () => {
    const { ca, server: own, client } = await createTestCertificates({ folder: folder.path });
    const supplier = createMockSupplier();
    const { url, close } = await listen(supplier, { port: 0, tls: { ...own, clientCa: ca } });
    closing.push(() => void close());
    const file = (name: string) => `${folder.path}/${name}.pem`;
    const args = [url, '--ca', file('ca'), '--client-cert', file('client')] as const;
    expect((await verify(...args, '--client-key', file('client-key'))).status).toBe(0);
    const { facts } = supplier.sandboxes.require('default').journal.read()[0] ?? expect.fail('no call');
    expect(facts.connection?.certificate?.fingerprint).toBe(new X509Certificate(client.cert).fingerprint256);
    const refused = (said: string) => ({ status: 64, stderr: expect.stringContaining(said) });
    expect(await verify(...args)).toMatchObject(refused('give both'));
    const wrong = await verify(...args, '--client-key', file('ca-key'));
    expect(wrong).toMatchObject(refused('key values mismatch'));
  });

  it('finds no drift in a stand-in that runs, and writes reports and a profile', async () => {
    const baseUrl = server.url;
    const [json, yaml] = [`${folder.path}/drift.json`, `${folder.path}/learned.yaml`];
    const { status, stdout, stderr } = await runBeside(
      ['verify', '--target', baseUrl, '--report', 'text', '--report', `json=${json}`, '--profile-out', yaml],
      { ...proof, UNDERSTUDY_MCP_URL: `${baseUrl}/mcp` },
    );
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.not.stringContaining('--allow') });
    expect(stdout).toMatch(/no drift\n$/);
    expect(stdout).toMatch(
      /^tools\/get_reference +1 answer {3}0 as specified, 5 not specified and now known$/m,
    );
    const report = driftReportSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
    expect(report).toMatchObject({ source: { kind: 'target', name: baseUrl }, exitCode: 0 });
    const published = readFileSync('contracts/drift-report.schema.json', 'utf8');
    expect(z.fromJSONSchema(JSON.parse(published)).parse(report)).toEqual(report);
    const profile = readFileSync(yaml, 'utf8');
    expect(profile).toContain('# Observations and assumptions of the contract that are now confirmed:');
    expect(parseProfile(parse(profile))).toEqual({ name: new URL(baseUrl).host });
  });

  it('announces a booking before it books, and cancels it', async () => {
    const ended = await verify(server.url, '--allow-booking', '--report', 'json');
    expect(ended.stderr).toMatch(
      /^--allow-booking: verify books one hotel room at 127\.0\.0\.1:\d+ and cancels the booking at once/,
    );
    const report: DriftReport = JSON.parse(ended.stdout);
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
    expect(ended.status).toBe(0);
  });

  it('finds the same in files that the server has written', async () => {
    const exchanges = `${server.url}/_control/sandboxes/default/exchanges`;
    const read = async (url: string, accept = '*/*') => (await fetch(url, { headers: { accept } })).text();
    const files = [
      folder.write('a.har', await read(`${exchanges}.har`)),
      folder.write('a.ndjson', await read(exchanges, 'application/x-ndjson')),
    ];
    const verified = files.map(file => {
      const { status, stdout } = runCommand(['verify', file, '--report', 'json']);
      const { summary, operations, source }: DriftReport = JSON.parse(stdout);
      return { status, kind: source.kind, summary, ids: operations.map(({ id }) => id) };
    });
    expect(verified[0]).toEqual(verified[1]);
    expect(verified[0]).toMatchObject({ status: 0, kind: 'traffic', summary: { drift: 0, learned: 0 } });
    expect(verified[0]?.ids).toEqual(
      expect.arrayContaining(['tour.search', 'hotelDetail', 'getBookingDetail']),
    );
  });

  it('shows no secret, whatever the supplier does with it', async () => {
    const secrets = { UNDERSTUDY_PASSWORD: 'p4ss"word & more', UNDERSTUDY_STATIC_TOKEN: 'static-secret/7' };
    const echo = await serveAlways(200, sent => {
      const said = { [`key ${secrets.UNDERSTUDY_PASSWORD}`]: sent, mail: 'ana@example.com' };
      return JSON.stringify({ ...said, Errors: [{ Code: sent, Message: `${sent} ana@example.com` }] });
    });
    const [json, yaml] = [`${folder.path}/echo.json`, `${folder.path}/echo.yaml`];
    const ended = await runBeside(
      `verify --target ${echo.url} --report text --report json=${json} --profile-out ${yaml} --destination-id 7`,
      { ...proof, ...secrets },
    );
    expect(echo.asked.join()).toContain('static-secret%2F7');
    expect(echo.asked.join()).toContain('p4ss\\"word');
    const written = [json, yaml].map(file => readFileSync(file, 'utf8'));
    const shown = [ended.stdout, ended.stderr, ...written].join('\n');
    expect(shown).toContain('the answer has Errors[]');
    expect(shown).not.toMatch(/p4ss|word & more|static-secret|ana@example/);
    expect(ended.status).not.toBe(70);
  });

  it('reports a page and a refusal as such, and compares nothing', async () => {
    const page = await serveAlways(200, () => '<html><p>Login', 'text/html');
    const shown = await verify(page.url, '--profile-out', `${folder.path}/no.yaml`);
    expect(shown.stdout).toContain('autocomplete: not readable: HTTP 200 with an HTML page instead of JSON');
    expect(shown.stdout).toMatch(/Nothing could be compared\n$/);
    expect(shown.stderr).toContain('no.yaml: no file was written, because nothing could be compared');
    expect(shown.status).toBe(2);

    const refusal = await serveAlways(401, sent => JSON.stringify({ Errors: [{ Message: sent }] }));
    const refused = await runBeside(['verify', '--target', refusal.url], {
      ...proof,
      UNDERSTUDY_PASSWORD: 'my-own-secret',
    });
    expect(refused.stdout).toContain('airportDetail: not called: the static token was refused (401)');
    expect(refused.stdout + refused.stderr).not.toContain('my-own-secret');
    expect(refusal.asked).toHaveLength(2);
    expect(refused.status).toBe(2);
  });

  it('warns of plain http to anywhere but this machine', async () => {
    const { stderr } = await verify('http://supplier.invalid');
    expect(stderr).toContain('calls to supplier.invalid use plain http');
  });
});

const referenceIn = (stderr: string) =>
  /^hotel\.doBooking: sending a booking with the reference (contract-check-[\w-]+)$/m.exec(stderr)?.[1];

/** Verifies the stand-in with a test booking, behind a proxy. `hear` also gets the function that sends Ctrl-C. */
async function interrupt(
  hear: (path: string, press: () => void) => ReturnType<Parameters<typeof serveBehind>[0]>,
) {
  let running: Running | undefined;
  const url = await serveBehind(path => hear(path, () => running?.signal('SIGINT')));
  running = startCommand(['verify', '--target', url, '--allow-booking'], proof);
  return running.ended;
}

describe('Ctrl-C during a booking', () => {
  it('cancels what was booked, and says to wait for that', async () => {
    const asked: string[] = [];
    const { status, stderr, stdout } = await interrupt((path, press) => {
      asked.push(path.replace(/.*\//, ''));
      if (path.endsWith('DoBooking')) press();
      return undefined;
    });
    expect(asked).toContain('CancelBooking');
    expect(referenceIn(stderr)).toBeDefined();
    expect(stderr.indexOf('sending a booking with the reference')).toBeLessThan(
      stderr.indexOf('hotel.doBooking: 200'),
    );
    expect(stderr).toContain('The booking is being cancelled. Please wait');
    expect(stdout).toMatch(/booking \S+ is cancelled/);
    expect(status).toBe(130);
  });

  it('that comes twice names the reference that may stand, and exits with 1', async () => {
    const ended = new AbortController();
    const { status, stderr } = await interrupt(async (path, press) => {
      // Two signals of one keypress count as one, so the test repeats the signal until the command reacts.
      while (path.endsWith('DoBooking') && !ended.signal.aborted) {
        press();
        await fetch(`${server.url}/_control/health`).then(answer => answer.text());
      }
    });
    ended.abort();
    const reference = referenceIn(stderr);
    expect(stderr).toContain(
      `a booking may exist under the reference ${reference}; ask the supplier to cancel the booking`,
    );
    expect(status).toBe(1);
  });

  it('exits with 1 where the booking cannot be cancelled', async () => {
    const { status, stdout } = await interrupt((path, press) => {
      if (path.endsWith('DoBooking')) press();
      return path.endsWith('CancelBooking') ? 500 : undefined;
    });
    expect(stdout).toContain('NOT CANCELLED');
    expect(status).toBe(1);
  });
});
