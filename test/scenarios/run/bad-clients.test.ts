import { existsSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { isRunning } from '../../programs/running.ts';
import { messageOn, play, reporter, scriptClient, verdictOn } from './clients.ts';

const scenario = 'hotel-confirmed';

/** A killed process still exists for a moment on a busy machine. */
async function ends(pid: string | undefined): Promise<void> {
  expect(pid).toMatch(/^\d+$/);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 20_000, interval: 10 });
}

describe('a client that reports', () => {
  it('nothing is broken, with a message about its end', async () => {
    const report = await play(scenario, ['sh', '-c', 'exit 3']);
    const message = 'The client ended with exit code 3, but reported no result';
    expect(report.state).toBe('broken');
    expect(messageOn(report)).toContain(message);
    expect(report.trouble).toContain(message);
  });

  it('another outcome is held to the outcome, the bookings and whatever else its scenario says', async () => {
    const report = await play(scenario, reporter({ outcome: 'rejected' }));
    expect(report).toMatchObject({ state: 'broken', outcome: 'rejected', calls: 0 });
    const broken = report.verdicts.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
    expect(broken).toEqual(['outcome-as-expected', 'booked-as-expected']);
  });
});

describe('a client that does not end', () => {
  it('is ended when its time is over, with what it has started, and its folder is removed', async () => {
    // The client needs a few milliseconds until its last line; the rest of the time it waits.
    const script = `trap 'echo no' TERM; sleep 1000 & echo "$! $$ $UNDERSTUDY_STATE_DIR"; while :; do sleep 1000; done`;
    const pace = { mode: 'scaled', speed: 1, timeout: 2_000 } as const;
    const report = await play(scenario, ['sh', '-c', script], { pace });
    expect(messageOn(report)).toBe('The client did not end within 2 s, so the runner ended it.');
    const [, child, own, folder = ''] = /^(\d+) (\d+) (.+)$/m.exec(report.output ?? '') ?? [];
    for (const pid of [child, own]) await ends(pid);
    expect(folder).toContain('understudy-');
    expect(existsSync(folder)).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'cannot leave a running daemon that has left its process group',
    async () => {
      const script = `import { spawn } from 'node:child_process';
      const daemon = spawn('sh', ['-c', 'trap "" TERM; sleep 1000 & wait'], { detached: true, stdio: 'ignore' });
      daemon.unref();
      console.log('daemon', daemon.pid);
      console.log('{"outcome":"confirmed"}');`;
      const report = await play(scenario, scriptClient(script));
      const [, pid] = /daemon (\d+)/.exec(report.output ?? '') ?? [];
      await ends(pid);
      expect(report.outcome).toBe('confirmed');
    },
  );

  it('is ended when the run is, and judged by nothing then', async () => {
    const stop = new AbortController();
    const onProgress = ({ kind }: { readonly kind: string }) => kind === 'began' && stop.abort();
    const report = await play(scenario, ['sleep', '1000'], { signal: stop.signal, onProgress });
    const reason = 'the run was stopped while the client was playing this scenario';
    expect(report).toMatchObject({ state: 'not-played', reason, verdicts: [] });
  });
});

describe('the output of a client', () => {
  it('is read to its end and searched for secrets, but only its end is kept', async () => {
    const script = `yes noise | head -n 300000; echo 'card 4111 1111 1111 1111 of ana%40example.com'
      yes noise | head -n 300000; echo '{"outcome":"confirmed"}'; echo`;
    const report = await play('logs-clean', ['sh', '-c', script]);
    expect(report.outcome).toBe('confirmed');
    expect(messageOn(report, 'no-card-data-kept')).toContain('stdout, line 300001');
    expect(messageOn(report, 'personal-data-masked')).toContain('stdout, line 300001');
    expect(report.output?.length).toBeLessThan(5_000);
  });

  it('is kept without the secrets that were found in it, also as Basic authentication has them', async () => {
    const script = `basic=$(printf %s "$UNDERSTUDY_USERNAME:$UNDERSTUDY_PASSWORD" | base64 -w 0)
      echo "password $UNDERSTUDY_PASSWORD"; echo "token $UNDERSTUDY_STATIC_TOKEN card 4111111111111111" >&2
      echo "Authorization: Basic $basic"; echo 'xa123456'; echo '{"SecurityCode":"123"}'; exit 1`;
    const report = await play('logs-clean', ['sh', '-c', script]);
    expect(messageOn(report, 'credentials-not-in-output')).toMatch(/password|static token/);
    expect(verdictOn(report, 'no-card-data-kept')?.verdict).toBe('fail');
    expect(messageOn(report, 'personal-data-masked')).toContain('stdout, line 3');
    for (const line of ['password ***', 'token *** card', 'Basic ***']) expect(report.output).toContain(line);
    expect(report.output).not.toMatch(/4111111111111111|123/);
    expect(report.trouble).not.toContain('123');
  });
});
