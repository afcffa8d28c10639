import { describe, expect, it } from 'vitest';
import type { MockSupplierOptions } from '#mock-server';
import { judgeRoutes } from '#scenarios';
import { rules } from '#scenarios/judge';
import { reportFormats } from '#scenarios/report/index';
import { startSupplier } from '../hotel-client.ts';

const faults = ['hotel.doBooking:timeline=pending'];
const start = (options: MockSupplierOptions = {}) => startSupplier({ routes: [judgeRoutes], ...options });

const verdictOn = (rule: string, { verdicts }: { verdicts: readonly { rule: string; verdict: string }[] }) =>
  verdicts.find(one => one.rule === rule);

describe('the verdicts on a sandbox', () => {
  it('are one for each rule, in the order of the rules', async () => {
    const { client, control } = start();
    await client.book(undefined, undefined, { headers: { 'idempotency-key': 'booking-1' } });
    const { body } = await control.ask('judgeSandbox', { query: '?format=json' });
    expect(body).toMatchObject({ version: 1, final: false, lostExchanges: 0 });
    expect(body.verdicts.map(({ rule }) => rule)).toEqual(rules.map(({ id }) => id));
    expect(verdictOn('idempotency-key-present', body)).toMatchObject({
      verdict: 'fail',
      findings: [{ exchanges: [3], message: expect.stringContaining('"booking-1"') }],
    });
    expect(verdictOn('booking-uses-conditions-token', body)?.verdict).toBe('pass');
  });

  it.each(reportFormats)('come in the report format %s', async format => {
    const { client, control } = start();
    await client.book(undefined, undefined, { headers: { 'idempotency-key': 'booking-1' } });
    const answer = await control.send('judgeSandbox', { query: `?format=${format}` });
    const type = { text: 'text/plain', junit: 'application/xml', html: 'text/html' }[format as string] ?? '';
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
    expect(await answer.text()).toContain('idempotency-key-present');
  });

  it('are refused in another format, with the formats that exist', async () => {
    const refused = await start().control.refused('judgeSandbox', { query: '?format=juint' });
    expect([refused.brief, refused.message]).toEqual(['400 format', expect.stringContaining('junit')]);
  });

  it('are final once it is closed, which shows what never came', async () => {
    const { client, control } = start({ faults });
    await client.book();
    const open = await control.ask('judgeSandbox');
    expect(verdictOn('ambiguous-status-polled', open.body)?.verdict).toBe('not-observed');
    await control.ask('closeSandbox');
    const { body } = await control.ask('judgeSandbox');
    expect(body.final).toBe(true);
    const warned = { verdict: 'warn', findings: [{ exchanges: [3] }] };
    expect(verdictOn('ambiguous-status-polled', body)).toMatchObject(warned);
    expect((await control.ask('judgeSandbox')).body).toEqual(body);
  });

  it('stay what they were in an exported sandbox, and know when it was closed', async () => {
    const { client, control, supplier } = start({ faults });
    await client.book();
    await control.ask('closeSandbox');
    const { closedAt, clock } = supplier.sandboxes.require('default');
    expect(closedAt).toBe(clock.now());
    const { body: file } = await control.ask('exportSandbox');
    await control.ask('importSandbox', { query: '?id=again', body: file });
    const judged = ['default', 'again'].map(id => control.ask('judgeSandbox', { id }));
    const [first, again] = await Promise.all(judged);
    expect(again?.body).toEqual(first?.body);
  });

  it('are inconclusive where a small journal has dropped calls', async () => {
    const { client, control } = start({ options: { journalBytes: 20_000, rateLimit: false } });
    for (let sent = 0; sent < 40; sent += 1) await client.search();
    const { body } = await control.ask('judgeSandbox');
    expect(body.lostExchanges).toBeGreaterThan(0);
    expect(verdictOn('country-codes', body)?.verdict).toBe('inconclusive');
  });
});
