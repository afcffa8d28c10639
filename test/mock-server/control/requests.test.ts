import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { version } from '#contracts';
import type { SandboxFile } from '#contracts/control';
import { judgeRoutes } from '#scenarios';
import { startSupplier } from '../hotel-client.ts';

const start = () => startSupplier({ routes: [judgeRoutes] });
const zeros = (length: number) => new Array(length).fill(0);
const members = (count: number) => Object.fromEntries(zeros(count).map((_, index) => [`m${index}`, 0]));

describe('the control API', () => {
  it('says that it is up, with the version of the package', async () => {
    const { body } = await start().control.ask('health');
    const uptimeMs = expect.any(Number);
    expect(body).toEqual({ status: 'ok', version, uptimeMs, sandboxes: 1, stopping: false });
    expect(version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  });

  it('names the nearest path for an unknown one', async () => {
    const answer = await start().fetch('http://supplier.test/_control/sandboxes/default/exchange');
    const { error } = await answer.json();
    expect([answer.status, error.details[0].nearest]).toEqual([404, '/_control/sandboxes/default/exchanges']);
  });

  it('names the methods that a path takes', async () => {
    const address = 'http://supplier.test/_control/sandboxes/default';
    const answer = await start().fetch(address, { method: 'PATCH' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PUT, GET, DELETE']);
  });

  it('names every wrong field, the valid names and the nearest', async () => {
    const body = { sead: 1, clock: { mode: 'manuel', statr: 0 }, managerId: 'x' };
    const { status, details } = await start().control.refused('createSandbox', { body });
    const found = Object.fromEntries(details.map(({ field, nearest = null }) => [field, nearest]));
    const near = { sead: 'seed', 'clock.mode': 'manual', 'clock.statr': 'start', managerId: null };
    expect([status, found]).toEqual([400, near]);
  });

  it.each([
    [`{"faults":[${'0,'.repeat(1_000)}0]}`, 'faults: has 1001 entries; send at most 1000'],
    [JSON.stringify({ options: members(1_001) }), 'options: has 1001 members; send at most 1000'],
    [JSON.stringify(members(10_001)), 'body: has 10001 members; send at most 1000'],
    [`{"seed":${'['.repeat(700)}${']'.repeat(700)}}`, 'body: is nested deeper than 200 levels'],
    [JSON.stringify({ faults: [`hang${',a=1'.repeat(30_000)}`] }), 'write at most 100000'],
  ])('refuses a body with 400 that is too large: %.20s', async (body, message) => {
    const refused = await start().control.refused('createSandbox', { body });
    expect([refused.status, refused.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each([
    ['start.faults', ({ start }: SandboxFile) => ({ start: { ...start, faults: zeros(1_001) } })],
    ['identity.credentials', ({ identity }) => ({ identity: { ...identity, credentials: zeros(1_001) } })],
  ])('refuses an import with more entries in %s than a body may have', async (field, change) => {
    const { control } = start();
    const { body: file } = await control.ask('exportSandbox');
    const call = { body: { ...file, ...change(file as SandboxFile) }, query: '?id=x' };
    expect(await control.brief('importSandbox', call)).toBe(`400 ${field}`);
  });

  it.each([
    ['no JSON', 400, '{"seed": 1', {}],
    ['no object', 400, '[]', {}],
    ['of another type', 415, 'seed=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['of a type that a page can send by itself', 415, '{}', { 'content-type': 'text/plain' }],
    ['larger than 1 MiB', 413, `{"seed":"${'x'.repeat(1_048_576)}"}`, {}],
  ])('refuses a body that is %s', async (_what, status, body, headers) => {
    expect((await start().control.refused('createSandbox', { body, headers })).status).toBe(status);
  });

  const odd = ['0x10', '1e3', '%205', '-1', '1.5', ''];
  it.each(odd)('refuses the limit "%s", which is not a text of digits', async limit => {
    const { control } = start();
    expect(await control.brief('listSandboxes', { query: `?limit=${limit}` })).toBe('400 limit');
    expect((await control.send('listSandboxes', { query: '?limit=5' })).status).toBe(200);
  });

  it('refuses a query that it does not know', async () => {
    const { control } = start();
    const query = '?limt=3&after=x&operation=hotel.serch';
    expect(await control.brief('listExchanges', { query })).toBe('400 after operation limt');
  });

  it('is not reached under the prefix of a sandbox', async () => {
    const answer = await start().fetch('http://supplier.test/sandbox/default/_control/health');
    expect(answer.status).toBe(404);
  });
});
