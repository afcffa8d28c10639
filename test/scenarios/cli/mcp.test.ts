import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { judgeRoutes } from '#scenarios';
import { createFolder } from '../../folder.ts';
import { command, program } from '../../programs/index.ts';

const folder = createFolder();
const clients: Client[] = [];

async function connect(args: readonly string[] = [], cwd = process.cwd()): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const started = { command: process.execPath, args: [command, 'mcp', ...args], cwd };
  await client.connect(new StdioClientTransport(started));
  clients.push(client);
  return client;
}

async function call(client: Client, name: string, args: object) {
  const { content, isError = false } = await client.callTool({ name, arguments: { ...args } });
  const [part] = content;
  const text = part?.type === 'text' ? part.text : '';
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_000);
  return { text, isError };
}

let own: Client;
beforeAll(async () => {
  own = await connect();
});
afterAll(() => Promise.all(clients.map(one => one.close())));

/** Expects that a tool refuses a call with a message. */
async function expectRefused(client: Client, name: string, args: object, message: string): Promise<void> {
  expect(await call(client, name, args)).toEqual({ text: expect.stringContaining(message), isError: true });
}

const broken = program('test/clients/broken/broken-adapter.ts');
const scenario = 'answer-lost-not-booked';
const rebooking = ['node', broken, 'books again at once after a lost answer', scenario];

describe('understudy mcp', () => {
  it('lists six tools in at most 5300 bytes, which are about 1350 tokens', async () => {
    const { tools } = await own.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['sandbox', 'fault', 'clock', 'run', 'verdict', 'explain']);
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(5_300);
  });

  it('gives its config file to the commands that it starts', async () => {
    folder.write('understudy.config.yaml', 'scenarios: missing');
    folder.write('other.yaml', 'seed: autumn');
    const client = await connect(['--config', 'other.yaml'], folder.path);
    expect((await call(client, 'explain', { name: scenario })).text).toContain('no-blind-rebooking');
    const played = await call(client, 'run', { scenario: [scenario] });
    expect(played.text).toMatch(/^exit code 0; 1 held;/);
  });

  it('ends with a stdin that is no pipe', () => {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const timeout = 60_000;
    expect(spawnSync(process.execPath, [command, 'mcp'], { stdio: [...stdio], timeout }).status).toBe(0);
  });

  it('creates a sandbox with a clock, a fault and a copy', async () => {
    const clock = { mode: 'manual', start: '2026-12-01T10:00:00Z' };
    const made = JSON.parse((await call(own, 'sandbox', { action: 'create', id: 'a', clock })).text);
    expect(made).toMatchObject({ id: 'a', own: true, baseUrl: expect.stringMatching(/\/sandbox\/a$/) });
    const faults = ['hotel.doBooking:cut,commit=before,times=1', 'hotel.search:status=503'];
    const armed = await call(own, 'fault', { action: 'arm', sandbox: 'a', faults });
    expect(armed.text.split('\n').map(line => JSON.parse(line).id)).toEqual(['fault-1', 'fault-2']);
    const left = await call(own, 'fault', { action: 'remove', sandbox: 'a', id: 'fault-1' });
    expect(left.text).toMatch(/^\{"id":"fault-2".*\}$/);
    const later = await call(own, 'clock', { action: 'advance', sandbox: 'a', by: 'PT20M' });
    expect(JSON.parse(later.text).now).toBe('2026-12-01T10:20:00.000Z');
    await call(own, 'sandbox', { action: 'fork', from: 'a', id: 'b' });
    const list = (await call(own, 'sandbox', { action: 'show' })).text.split('\n');
    expect(list.map(line => JSON.parse(line).id)).toEqual(['a', 'b', 'default']);
    expect(JSON.parse(list[1] ?? '')).toMatchObject({ own: true, faults: 1 });
    const reset = await call(own, 'sandbox', { action: 'reset', id: 'a' });
    expect(JSON.parse(reset.text).clock.now).toBe('2026-12-01T10:00:00.000Z');
    expect((await call(own, 'verdict', { sandbox: 'a' })).text).toContain('received no call');
  });

  it('plays scenarios with a client, shows the progress, and explains a finding of the report', async () => {
    const progress: unknown[] = [];
    const { content } = await own.callTool(
      { name: 'run', arguments: { command: rebooking, scenario: [scenario] } },
      { onprogress: ({ progress: done, total }) => progress.push([done, total]) },
    );
    expect(progress).toEqual([[1, 1]]);
    const text = content[0]?.type === 'text' ? content[0].text : '';
    expect(text).toMatch(/^exit code 1; 1 broken; report .*\n/);
    expect(text).toContain('no-blind-rebooking (must) in answer-lost-not-booked');
    const [, report = ''] = /report (\S+)/.exec(text) ?? [];
    expect(JSON.parse(readFileSync(report, 'utf8')).format).toBe('understudy-report');
    const explained = await call(own, 'explain', { name: 'no-blind-rebooking', report });
    expect(explained.text).toContain('Run it again: npx travel-understudy run');
    // The rest of a long answer is in a file.
    const [, whole = ''] = /… the whole answer: (\S+)$/.exec(explained.text) ?? [];
    expect(readFileSync(whole, 'utf8')).toContain('Play them');
    const other = await call(own, 'explain', { name: 'token-fresh', report });
    expect(other.text).toMatch(/^report .* has no finding about token-fresh\n/);
  });

  const arm = { action: 'arm', sandbox: 'default' };
  const actions = 'action: expected one of create, show, reset, fork';
  const wanted = 'command: expected a list of texts, such as ["node", "client.mjs"]';
  const near = 'did you mean "answer-lost-booked"?';
  const absent = 'cannot be read: there is no such file';

  it.each([
    ['sandbox', { action: 'creat' }, `${actions}, got "creat"; did you mean "create"?`],
    ['sandbox', { action: 'create', clok: {} }, 'clok: unknown; did you mean "clock"?'],
    ['sandbox', { action: 'create', id: 'A b' }, 'id: expected 1 to 40 characters'],
    ['sandbox', { action: 'create', id: 'default' }, 'sandbox "default" exists; use another id'],
    ['sandbox', { action: 'create', scenario: 'answer-lost-boked' }, near],
    ['sandbox', { action: 'fork', from: 'default' }, 'id: missing; fork needs it'],
    ['sandbox', { action: 'reset' }, 'id: missing; reset needs it'],
    ['fault', { action: 'remove', sandbox: 'default' }, 'id: missing; remove needs it'],
    ['sandbox', { action: 'show', id: 'nope' }, 'this server has no sandbox "nope"'],
    ['fault', arm, 'faults: missing; arm needs it'],
    ['fault', { ...arm, faults: ['hotel.doBoking:cut'] }, 'did you mean "hotel.doBooking"?'],
    ['clock', { action: 'advance', sandbox: 'default' }, 'by: send exactly one of "by", "to" and "until"'],
    ['clock', { action: 'set', sandbox: 'nope', mode: 'real' }, 'sandbox "nope" is not of this session'],
    ['run', { command: 'node client.mjs' }, `${wanted}, got "node client.mjs"`],
    ['run', { scenario: ['answer-lost-boked'] }, `there is no scenario "answer-lost-boked"; ${near}`],
    ['run', { command: ['no-such-program'], scenario: [scenario] }, 'there is no command "no-such-program"'],
    ['verdict', {}, 'give "sandbox" or "recording"'],
    ['verdict', { recording: 'nope.har' }, `nope.har: ${absent}`],
    ['explain', { name: 'no-blind-rebokin' }, 'did you mean "no-blind-rebooking"?'],
    ['explain', { name: 'flow.3', report: 'nope.json' }, `report "nope.json": ${absent}`],
  ])('refuses %s %j', (name, args, message) => expectRefused(own, name, args, message));
});

describe('understudy mcp --url', () => {
  const supplier = createMockSupplier({ routes: [judgeRoutes] });
  const shared = { client: own, control: '' };
  beforeAll(async () => {
    const { url, close } = await listen(supplier, { port: 0, controlToken: 'secret' });
    shared.control = `${url}/_control/sandboxes`;
    shared.client = await connect(['--url', url, '--control-token', 'secret']);
    await fetch(shared.control, {
      method: 'POST',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: '{"id":"other","clock":{"mode":"manual","start":"2026-12-01T10:00:00Z"},"faults":["delay=PT1S"]}',
    });
    return close;
  });

  it.each([
    ['sandbox', { action: 'reset', id: 'other' }],
    ['sandbox', { action: 'reset', id: 'default' }],
    ['fault', { action: 'remove', sandbox: 'other', id: 'fault-1' }],
    ['fault', { action: 'arm', sandbox: 'other', faults: ['cut'] }],
    ['clock', { action: 'set', sandbox: 'other', mode: 'manual' }],
    ['clock', { action: 'advance', sandbox: 'other', by: 'PT1H' }],
  ])('does not change a sandbox of another session: %s %j', async (name, args) => {
    const before = JSON.stringify(supplier.sandboxes.require('other').dump());
    const message = 'is not of this session, so its tools do not change it';
    await expectRefused(shared.client, name, args, message);
    expect(JSON.stringify(supplier.sandboxes.require('other').dump())).toBe(before);
  });

  it('reads, judges and copies a sandbox of another session, and lets its own sandboxes expire', async () => {
    const seen = await call(shared.client, 'sandbox', { action: 'show', id: 'other' });
    expect(JSON.parse(seen.text)).toMatchObject({ id: 'other', own: false, faults: 1 });
    expect((await call(shared.client, 'verdict', { sandbox: 'other' })).isError).toBe(false);
    const copy = await call(shared.client, 'sandbox', { action: 'fork', from: 'other', id: 'copy' });
    expect(JSON.parse(copy.text)).toMatchObject({ id: 'copy', own: true, faults: 1, expiresAfter: 86_400 });
    const made = await call(shared.client, 'sandbox', { action: 'create' });
    expect(JSON.parse(made.text)).toMatchObject({ own: true, expiresAfter: 86_400 });
  });

  it('says that no server answers', async () => {
    const lost = await connect(['--url', 'http://127.0.0.1:9']);
    await expectRefused(lost, 'sandbox', { action: 'show' }, 'no server answers at http://127.0.0.1:9/');
  });
});
