import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { loadPacts } from '#scenarios/cli/commands/verify-pact';
import { createFolder } from '../../folder.ts';
import { runProcess, startCommand } from '../../scenarios/cli/run-command.ts';
import { committedPact } from '../verifying.ts';

const { path: folder } = createFolder();

/** Writes a file with some interactions of the hotel pact. */
function pactFile(name: string, descriptions: readonly string[]): string {
  const pact = committedPact('hotel', descriptions);
  const file = join(folder, name);
  const interactions = pact.interactions.map(({ json }) => json);
  writeFileSync(file, JSON.stringify({ ...pact.json, interactions }));
  return file;
}

const some = pactFile('some.json', ['hotel.search', 'hotel.doBooking, and fails']);

describe('understudy verify-pact', () => {
  it('takes every file of a folder, prints what holds and what differs, and ends with 1', () => {
    const fault = 'hotel.search:business,errors=SupplierTimeout';
    const { stdout, ...ended } = runProcess(['verify-pact', folder, '--fault', fault]);
    expect(ended).toMatchObject({ status: 1, stderr: '' });
    expect(stdout.split('\n').filter(line => line !== '')).toEqual([
      `${some}: what understudy-client expects of travel-supplier`,
      '  ✓ all that hotel.doBooking needs; the fault hotel.doBooking:status=500: hotel.doBooking, and fails',
      '  ✗ all that hotel.search needs: hotel.search',
      expect.stringMatching(/^ {6}Body \$\.Errors: Expected an empty List/),
      '1 of 2 interactions hold, 1 broken',
    ]);
  });

  it('takes the credential of a target from the environment, books nothing there, and ends with 0', async () => {
    const secret = 'a-real-secret';
    const credential = { Username: 'shop', Password: secret };
    const clock = { mode: 'manual', start: Date.parse('2026-11-20T10:00:00Z') } as const;
    const { url, close } = await listen(createMockSupplier({ credential, clock }), { port: 0 });
    const target = ['--target', url, '--states', `${url}/_control/provider-states`];
    const env = { UNDERSTUDY_USERNAME: 'shop', UNDERSTUDY_PASSWORD: secret };
    const { stdout, ...ended } = await startCommand(['verify-pact', some, ...target], env).ended;
    await close();
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(stdout).toContain(
      '    POST (hotel.doBooking) could book, pay or cancel; to replay the request, give --allow-booking',
    );
    expect(stdout).toContain('1 of 2 interactions hold, 1 not replayed');
    expect(stdout).not.toContain(secret);
  });

  it('hides the password and the static token where a target repeats them', async () => {
    const secrets = { UNDERSTUDY_PASSWORD: 'a-real-secret', UNDERSTUDY_STATIC_TOKEN: 'a-real-token' };
    const echo = createServer(async (incoming, outgoing) => {
      let sent = incoming.url ?? '';
      for await (const part of incoming) sent += part;
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ received: sent }));
    });
    await once(echo.listen(0, '127.0.0.1'), 'listening');
    const { port } = echo.address() as AddressInfo; // it listens on a port
    const [airport] = committedPact('static-data', ['airportDetail']).interactions;
    const response = { status: 200, body: { received: 'nothing' } };
    const headers = { 'Content-Type': 'application/json' };
    const path = '/API/REST/Hotel.svc/Search';
    const look = { method: 'POST', path, headers, body: { Credential: {} } };
    const interactions = [
      { description: 'a look', request: look, response },
      { description: 'an airport', request: { method: 'GET', path: airport?.path }, response },
    ];
    const file = join(folder, 'echo.json');
    const metadata = { pactSpecification: { version: '2.0.0' } };
    writeFileSync(file, JSON.stringify({ ...committedPact('hotel', []).json, interactions, metadata }));
    const target = ['--target', `http://127.0.0.1:${port}`];
    const { stdout, ...ended } = await startCommand(['verify-pact', file, ...target], secrets).ended;
    echo.close();
    rmSync(file);
    expect(ended).toMatchObject({ status: 1, stderr: '' });
    expect(stdout).toContain('***');
    expect(stdout).toContain('0 of 2 interactions hold, 2 broken');
    for (const secret of Object.values(secrets)) expect(stdout).not.toContain(secret);
  });

  it('warns of plain http to another machine, and ends with 2 where nothing was replayed', () => {
    const file = pactFile('booking.json', ['hotel.doBooking']);
    const stderr =
      'calls to supplier.invalid use plain http, so other users of the network can read the credential; use https\n';
    const stdout = expect.stringContaining('0 of 1 interactions hold, 1 not replayed');
    const ended = runProcess(`verify-pact ${file} --target http://supplier.invalid`); // no request is sent
    expect(ended).toMatchObject({ status: 2, stdout, stderr });
  });

  it.each([
    ['nowhere.json', 'cannot be read: there is no such file'],
    ['docs', 'this folder has no .json file'],
    ['package.json', 'the file is not a pact; a pact has "consumer", "provider" and "interactions"'],
  ])('cannot verify %s', async (path, message) => {
    await expect(loadPacts(path)).rejects.toThrow(`${path}: ${message}`);
  });
});
