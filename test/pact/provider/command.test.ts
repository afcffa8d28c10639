import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand, startServing } from '../../scenarios/cli/run-command.ts';
import { committedPact } from '../verifying.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file with some interactions of the pact of hotels. */
function pactFile(name: string, descriptions: readonly string[]): string {
  const pact = committedPact('hotel', descriptions);
  const file = join(folder, name);
  const interactions = pact.interactions.map(({ written }) => written);
  writeFileSync(file, JSON.stringify({ ...pact.written, interactions }));
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
      '    POST (hotel.doBooking) could book, pay or cancel; --allow-booking replays it',
    );
    expect(stdout).toContain('1 of 2 interactions hold, 1 not replayed');
    expect(stdout).not.toContain(secret);
  });

  it('ends with 2 where nothing was replayed', () => {
    const file = pactFile('booking.json', ['hotel.doBooking']);
    // Nobody is there, and nobody is asked.
    const { status, stdout } = runCommand(['verify-pact', file, '--target', 'http://127.0.0.1:9']);
    expect(status).toBe(2);
    expect(stdout).toContain('0 of 1 interactions hold, 1 not replayed');
  });

  it.each([
    [[], 'verify-pact needs a file or folder: understudy verify-pact pacts'],
    [['nowhere.json'], 'nowhere.json: there is no such file or folder'],
    [['docs'], 'docs: no .json file in this folder'],
    [['package.json'], 'package.json: no pact: it needs "consumer", "provider" and "interactions"'],
  ])('says what it cannot verify: %j', (words, message) => {
    expect(runCommand(['verify-pact', ...words])).toMatchObject({
      status: 64,
      stderr: `understudy: ${message}\n`,
    });
  });
});
