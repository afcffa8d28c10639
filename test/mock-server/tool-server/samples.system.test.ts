import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { operationIds, parseProfile } from '#contracts';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { type ListenOptions, listen } from '#mock-server/node';
import { createToolCaller } from './tool-caller.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script as a reader pastes it into a shell. */
async function paste(script: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn('sh', ['-s'], { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text;
    });
  child.stdin.end(`${script}\n`);
  await once(child, 'close');
  return output;
}

/** Serves a supplier. `sample` returns the script for an operation, `calls` the recorded calls of the supplier. */
async function serve(options: MockSupplierOptions, on: ListenOptions = {}) {
  const supplier = createMockSupplier({ options: { rateLimit: false }, ...options });
  const { port, close } = await listen(supplier, { port: 0, ...on });
  const tools = createToolCaller(fetch, `http://127.0.0.1:${port}/mcp`);
  const { journal } = supplier.sandboxes.require('default');
  return {
    close,
    sample: async (endpointId: string) =>
      String((await tools.tell('get_endpoint', { endpointId })).data.sample),
    calls: () => journal.read().flatMap(({ facts }) => (facts.tool ? [] : [facts])),
  };
}

/** Pastes the sample of every operation. Returns those whose calls were not all answered well. */
async function pasteAll(
  options: MockSupplierOptions,
  on: ListenOptions = {},
  env: Record<string, string> = {},
) {
  const { sample, calls, close } = await serve(options, on);
  const wrong: unknown[] = [];
  for (const id of operationIds) {
    const before = calls().length;
    const output = await paste(await sample(id), env);
    const own = calls().slice(before);
    const isFine = own.every(({ status, answer, warnings }) => status === 200 && !answer.errors && !warnings);
    if (!isFine || own.at(-1)?.operation !== id) wrong.push({ id, output, own });
  }
  await close();
  return wrong;
}

describe('the samples of get_endpoint, pasted into a shell,', () => {
  it('take every name of a profile and every credential letter by letter, whatever a shell or a pattern would make of it', async () => {
    const trap = join(folder, 'x').replaceAll('.', '');
    const profile = parseProfile({
      name: 'nasty',
      fields: {
        Token: `r$(touch ${trap})`,
        ReToken: `o'hara "x" \\n \\`,
        BookingId: '`id`; $HOME & !! | /:,{}',
        HotelId: '^a*b$',
        Id: 'ação\ttab',
        CarId: '$1"',
        TransferId: '-n',
        ServiceId: 'a+b?(c)',
        Bookings: `'`,
      },
    });
    const credential = { Username: 'ana', Password: `o'hara $HOME "x" \\n` };
    expect(await pasteAll({ profile, credential })).toEqual([]);
    expect(existsSync(trap)).toBe(false);
  });

  it('take user name, password and static token from the shell where other machines reach the server', async () => {
    const own = { credential: { Username: 'ana', Password: 's3cret-word' }, staticToken: 'st4tic-word' };
    const env = {
      UNDERSTUDY_USERNAME: 'ana',
      UNDERSTUDY_PASSWORD: 's3cret-word',
      UNDERSTUDY_STATIC_TOKEN: 'st4tic-word',
    };
    expect(await pasteAll(own, { host: '0.0.0.0', controlToken: 'token' }, env)).toEqual([]);
  });

  it('name what has to be set, and send nothing without it', async () => {
    const { sample, calls, close } = await serve({}, { host: '0.0.0.0', controlToken: 'token' });
    for (const id of ['getBookingDetail', 'airportDetail'])
      expect(await paste(await sample(id))).toMatch(/UNDERSTUDY_\w+: set it to the .* of this server/);
    expect(calls()).toEqual([]);
    await close();
  });
});
