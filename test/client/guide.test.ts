import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { createFolder } from '../folder.ts';

const { path: folder } = createFolder();

const examplesIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/```(?:js|ts)\n(.*?)```/gs)].map(([, code = '']) => code);

const [booking = '', sharing = ''] = examplesIn('docs/guides/client.md');

async function run(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { status, output };
}

it('the client library books, looks again and shows the voucher as the example of the guide says', async () => {
  const supplier = createMockSupplier({ clock: { mode: 'real', start: Date.parse('2026-12-01T10:00:00Z') } });
  const { url, close } = await listen(supplier, { port: 0 });
  const here = booking
    .replace("'travel-understudy/client'", JSON.stringify(resolve('client/index.ts')))
    .replace("'travel-understudy/client/node'", JSON.stringify(resolve('client/node/index.ts')))
    .replace('http://127.0.0.1:4010', url)
    .replace("'bookings'", JSON.stringify(folder));
  try {
    const booked = {
      status: 0,
      output: expect.stringMatching(/^[\d.]+ BRL as searched\nvoucher HCN\d{7}\n$/),
    };
    expect(await run(here)).toEqual(booked);
    // The same request in another process is the same booking, and asks its user nothing.
    expect(await run(here)).toEqual({ ...booked, output: expect.stringMatching(/^voucher HCN\d{7}\n$/) });
    expect(supplier.sandboxes.require('default').store.bookingCount).toBe(1);
  } finally {
    await close();
  }
});

it('the client library books as the example of the README says', async () => {
  const code = examplesIn('README.md').find(each => each.includes('client.book(')) ?? '';
  const here = code.replace("'travel-understudy'", JSON.stringify(resolve('index.ts')));
  expect(await run(here)).toEqual({ status: 0, output: 'confirmed\n' });
});

it('limit.rate: the client library makes two clients that share a rate as the example of the guide says', async () => {
  const here = sharing.replace("'travel-understudy/client'", JSON.stringify(resolve('client/index.ts')));
  const more = 'console.log(policies.rate === createRate(), typeof desk.book, typeof nightly.book);';
  expect(await run(here + more)).toEqual({ status: 0, output: 'false function function\n' });
});
