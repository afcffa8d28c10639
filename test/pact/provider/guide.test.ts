import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPact } from '#scenarios/pact/pact-file';
import { command } from '../../programs/index.ts';
import { type Serving, startServing } from '../../scenarios/cli/run-command.ts';
import { blocksOf } from '../../scenarios/guides/blocks.ts';
import { broken, newStandIn, verify } from '../verifying.ts';

let serving: Serving;
beforeAll(async () => {
  serving = await startServing();
});
afterAll(() => serving.end());

/** Pastes commands into a shell in which `understudy` is the command. The server uses the port of this test. */
async function paste(script: string) {
  const own = `understudy() { '${process.execPath}' '${command}' "$@"; }\n`;
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn('bash', ['-e', '-u'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text;
  });
  child.stdin.end(own + script.replaceAll('http://127.0.0.1:4010', serving.ready.baseUrl));
  const [status] = await once(child, 'close');
  return { status, stdout };
}

describe('the guide of Pact', () => {
  const [ours = '', states = '', target = ''] = blocksOf('pact', 'sh');

  it('verifies the pact that it names', async () => {
    const { status, stdout } = await paste(ours);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/\n(\d+) of \1 interactions hold\n$/),
    });
  });

  it('sets a state up by its call', async () => {
    const { stdout } = await paste(states);
    expect(JSON.parse(stdout)).toEqual({ Token: expect.any(String), 'RoomIds.0': expect.any(String) });
  });

  it('replays against a target what needs no state and books nothing', async () => {
    const { status, stdout } = await paste(target);
    expect(status).toBe(0);
    expect(stdout).toContain('✓ hotel.search, with nothing in it');
    expect(stdout).toContain('to replay the request, give --allow-booking');
    expect(stdout).toMatch(/\n\d+ of \d+ interactions hold, \d+ not replayed\n$/);
  });

  it('has an interaction that the stand-in keeps', async () => {
    const [code = ''] = blocksOf('pact', 'js');
    const dir = mkdtempSync(join(tmpdir(), 'understudy-pact-'));
    const pact = new PactV4({ consumer: 'shop', provider: 'supplier', dir, logLevel: 'error' });
    const declared = new Function('pact', 'MatchersV3', code.replace(/^pact$/m, 'return pact'))(
      pact,
      MatchersV3,
    );
    await declared.executeTest(({ url }: { url: string }) =>
      fetch(`${url}/API/REST/Hotel.svc/GetBookingConditions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          Credential: { Username: 'demo', Password: 'demo' },
          Token: 'S123',
          HotelId: 1_003_001,
          RoomIds: ['1003001-1'],
        }),
      }),
    );
    const read = readPact('shop.json', readFileSync(join(dir, 'shop-supplier.json'), 'utf8'));
    rmSync(dir, { recursive: true });
    const verdicts = await verify([read], newStandIn());
    expect(verdicts).toHaveLength(1);
    expect(broken(verdicts)).toEqual({});
  });
});
