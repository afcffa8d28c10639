import { expect, it } from 'vitest';
import type { SandboxFile } from '#contracts/control';
import { catalogue } from '#scenarios';
import { startSupplier } from '../hotel-client.ts';
import { exportMidway } from './midway.ts';

const { control } = startSupplier({ catalogue });
const zeros = (length: number) => new Array(length).fill(0);
const members = (count: number) => Object.fromEntries(zeros(count).map((_, index) => [`m${index}`, 0]));

it('an import with more faults and credentials than a body may have entries is refused', async () => {
  const file: SandboxFile = JSON.parse(await exportMidway());
  const { start, identity } = file;
  for (const [change, field] of [
    [{ start: { ...start, faults: zeros(1_001) } }, 'start.faults'],
    [{ identity: { ...identity, credentials: zeros(1_001) } }, 'identity.credentials'],
  ] as const) {
    const call = { body: { ...file, ...change }, query: '?id=x' };
    expect(await control.brief('importSandbox', call)).toBe(`400 ${field}`);
  }
});

it.each([
  [`{"faults":[${'0,'.repeat(1_000)}0]}`, 'faults: has 1001 entries; send at most 1000'],
  [JSON.stringify({ options: members(1_001) }), 'options: has 1001 members; send at most 1000'],
  [JSON.stringify(members(10_001)), 'body: has 10001 members; send at most 1000'],
  [`{"seed":${'['.repeat(700)}${']'.repeat(700)}}`, 'body: is nested deeper than 200 levels'],
  [JSON.stringify({ faults: [`hang${',a=1'.repeat(30_000)}`] }), 'write at most 100000'],
])('a body of the control API is refused with 400 if it is too large: %.20s', async (body, message) => {
  const refused = await control.refused('createSandbox', { body });
  expect([refused.status, refused.message]).toEqual([400, expect.stringContaining(message)]);
});
