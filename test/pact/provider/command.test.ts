import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand, startCommand, startServing } from '../../scenarios/cli/run-command.ts';
import { committedPact } from '../verifying.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const airportPath = String(
  committedPact('static-data', ['airportDetail']).interactions.map(({ path }) => path),
);

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
  it('says what holds', () => {
    const { status, stdout, stderr } = runCommand(['verify-pact', some]);
    expect({ status, stderr, lines: stdout.split('\n').filter(line => line !== '') }).toEqual({
      status: 0,
      stderr: '',
      lines: [
        `${some}: what understudy-client expects of travel-supplier`,
        '  ✓ all that hotel.doBooking needs; the fault hotel.doBooking:status=500: hotel.doBooking, and fails',
        '  ✓ all that hotel.search needs: hotel.search',
        '2 of 2 interactions hold',
      ],
    });
  });

  it('takes every file of a folder, says what differs, and ends with 1', () => {
    const fault = 'hotel.search:business,errors=SupplierTimeout';
    const { status, stdout } = runCommand(['verify-pact', folder, '--fault', fault]);
    expect(status).toBe(1);
    expect(stdout).toContain(
      '  ✗ all that hotel.search needs: hotel.search\n      Body $.Errors: Expected an empty List',
    );
    expect(stdout).toContain('1 of 2 interactions hold, 1 broken');
  });

  it('takes the credential of a target from the environment, and books nothing there', async () => {
    const secret = 'a-real-secret';
    const serving = await startServing(['--username', 'shop', '--clock', 'manual@2026-11-20T10:00:00Z'], {
      UNDERSTUDY_PASSWORD: secret,
    });
    const { baseUrl } = serving.ready;
    const states = `${baseUrl}/_control/provider-states`;
    const target = ['--target', baseUrl, '--states', states];
    const { status, stdout, stderr } = runCommand(['verify-pact', some, ...target], {
      UNDERSTUDY_USERNAME: 'shop',
      UNDERSTUDY_PASSWORD: secret,
    });
    const ended = await serving.end();
    expect({ status, stderr, ended }).toEqual({ status: 0, stderr: '', ended: 0 });
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
    const file = join(folder, 'echo.json');
    const asked = [
      {
        description: 'a look',
        request: {
          method: 'POST',
          path: '/API/REST/Hotel.svc/Search',
          headers: { 'Content-Type': 'application/json' },
          body: { Credential: {} },
        },
        response: { status: 200, body: { received: 'nothing' } },
      },
      {
        description: 'an airport',
        request: { method: 'GET', path: airportPath },
        response: { status: 200, body: { received: 'nothing' } },
      },
    ];
    const { json } = committedPact('hotel', []);
    const metadata = { pactSpecification: { version: '2.0.0' } };
    writeFileSync(file, JSON.stringify({ ...json, interactions: asked, metadata }));
    const running = startCommand(['verify-pact', file, '--target', `http://127.0.0.1:${port}`], secrets);
    const { status, stdout, stderr } = await running.ended;
    echo.close();
    rmSync(file);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toContain('***');
    expect(stdout).toContain('0 of 2 interactions hold, 2 broken');
    for (const secret of Object.values(secrets)) expect(stdout).not.toContain(secret);
  });

  it('warns of plain http to anywhere but this machine', () => {
    const file = pactFile('plain.json', ['hotel.doBooking']);
    const { stderr } = runCommand(['verify-pact', file, '--target', 'http://supplier.invalid']);
    expect(stderr).toBe(
      'calls to supplier.invalid use plain http, so other users of the network can read the credential; use https\n',
    );
  });

  it('ends with 2 where nothing was replayed', () => {
    const file = pactFile('booking.json', ['hotel.doBooking']);
    // No server listens there, and no request is sent.
    const { status, stdout } = runCommand(['verify-pact', file, '--target', 'http://127.0.0.1:9']);
    expect(status).toBe(2);
    expect(stdout).toContain('0 of 1 interactions hold, 1 not replayed');
  });

  it.each([
    [[], 'verify-pact needs a file or folder, as in: npx travel-understudy verify-pact pacts'],
    [['nowhere.json'], 'nowhere.json: cannot be read: there is no such file'],
    [['docs'], 'docs: this folder has no .json file; give the folder that holds your pacts'],
    [
      ['package.json'],
      'package.json: the file is not a pact; a pact has "consumer", "provider" and "interactions"',
    ],
  ])('says what it cannot verify: %j', (words, message) => {
    expect(runCommand(['verify-pact', ...words])).toMatchObject({
      status: 64,
      stderr: `understudy: ${message}\n`,
    });
  });
});
