import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messageOn, play, referenceClient, reporter, scriptClient, verdictOn } from './clients.ts';

const scenario = 'hotel-confirmed';

/** Whether a process exists. An ended process whose exit code was not read counts as gone. */
async function isThere(pid: number): Promise<boolean> {
  const { readFile } = await import('node:fs/promises');
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/^\d+ \(.*\) Z/.test(status);
}

describe('a client that reports nothing that can be read', () => {
  it.each([
    [
      'writes nothing',
      '',
      'The client ended with exit code 0, but reported no result: the file in UNDERSTUDY_RESULT is missing or empty, and it wrote no output',
    ],
    [
      'writes garbage',
      'console.log("\\u0000\\ufffd <garbage>"); process.exit(3)',
      'The client ended with exit code 3, but reported no result: the file in UNDERSTUDY_RESULT is missing or empty, and the last line of its output is',
    ],
    [
      'breaks off',
      'console.log(\'{"outcome":\')',
      'the last line of its output is not a result: the text is not JSON: "{\\"outcome\\":"',
    ],
    ['reports an unknown outcome', 'console.log(\'{"outcome":"confirmd"}\')', 'did you mean "confirmed"?'],
    [
      'leaves the outcome out',
      'console.log(\'{"bookingId":"1"}\')',
      'the last line of its output is not a result: outcome: missing',
    ],
    [
      'writes a file that is no result',
      'import { writeFileSync } from "node:fs"; writeFileSync(process.env.UNDERSTUDY_RESULT, "[]"); console.log(\'{"outcome":"confirmed"}\')',
      'the file in UNDERSTUDY_RESULT is not a result: body: expected an object',
    ],
    [
      'dies by a signal',
      'console.log(\'{"outcome":"confirmed"}\'); process.kill(process.pid, "SIGSEGV")',
      'The signal SIGSEGV ended the client.',
    ],
  ])('gets a message when it %s', async (_, script, message) => {
    const report = await play(scenario, scriptClient(script));
    expect(report.state).toBe('broken');
    expect(verdictOn(report, 'outcome-as-expected')?.verdict).toBe('fail');
    expect(messageOn(report)).toContain(message);
    expect(report.trouble).toContain(message);
  });
});

describe('a client that reports', () => {
  it('is held to the outcome, the bookings and whatever else its scenario says', async () => {
    const report = await play(scenario, reporter({ outcome: 'rejected' }));
    expect(report).toMatchObject({ state: 'broken', outcome: 'rejected', calls: 0 });
    const broken = report.verdicts.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
    expect(broken).toEqual(['outcome-as-expected', 'booked-as-expected']);
  });

  it('may leave fields out, say null for them, and say more than is asked', async () => {
    const result = { outcome: 'confirmed', bookingId: null, shownToUser: null, mood: 'well' };
    const report = await play(scenario, reporter(result));
    expect(report).toMatchObject({ outcome: 'confirmed' });
    expect(verdictOn(report, 'outcome-as-expected')?.verdict).toBe('pass');
  });
});

describe('a client that does not end', () => {
  it('is ended when its time is over, with what it has started, and has held no rule', async () => {
    const script = `import { spawn } from 'node:child_process';
      const child = spawn('sleep', ['1000'], { stdio: 'inherit' });
      process.on('SIGTERM', () => console.log('no'));
      console.log(child.pid, process.pid, process.env.UNDERSTUDY_STATE_DIR);
      setInterval(() => {}, 1e6);`;
    const report = await play(scenario, scriptClient(script), {
      pace: { mode: 'scaled', speed: 1, timeout: 1_500 },
    });
    expect(messageOn(report)).toBe('The client did not end within 1.5 s, so the runner ended it.');
    const [, child, own, folder = ''] = /^(\d+) (\d+) (.+)$/m.exec(report.output ?? '') ?? [];
    for (const pid of [child, own]) expect(await isThere(Number(pid))).toBe(false);
    expect(folder).toContain('understudy-');
    expect(existsSync(folder)).toBe(false);
  });

  it('is held to no poll that would have come after it was ended', async () => {
    const report = await play('pending-confirmed', referenceClient, {
      pace: { mode: 'per-poll', speed: 'auto', timeout: 6_000 },
    });
    expect(messageOn(report)).toBe('The client did not end within 6 s, so the runner ended it.');
    expect(verdictOn(report, 'conditions-before-booking')?.verdict).toBe('pass');
    expect(verdictOn(report, 'ambiguous-status-polled')?.verdict).toBe('not-observed');
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
      expect(await isThere(Number(pid))).toBe(false);
      expect(report.outcome).toBe('confirmed');
    },
  );

  it('is ended when the run is, and judged by nothing then', async () => {
    const stop = new AbortController();
    const report = await play(scenario, scriptClient('console.log("on"); setInterval(() => {}, 1e6)'), {
      signal: stop.signal,
      onProgress: ({ kind }) => {
        if (kind === 'began') stop.abort();
      },
    });
    expect(report).toMatchObject({
      state: 'not-played',
      reason: 'the run was stopped while the client was playing this scenario',
      verdicts: [],
    });
  });
});

describe('a client that writes and writes', () => {
  it('is read to its end, and found out in the middle of 100 MB', async () => {
    const script = `import { writeSync } from 'node:fs';
      const chunk = Buffer.from('noise '.repeat(20_000) + '\\n');
      const write = data => { for (let at = 0; at < data.length;) { try { at += writeSync(1, data, at); } catch (error) { if (error.code !== 'EAGAIN') throw error; } } };
      for (let round = 0; round < 850; round += 1) {
        write(chunk);
        if (round === 400) write(Buffer.from('card 4111 1111 1111 1111 of ana%40example.com\\n'));
      }
      write(Buffer.from('\\n{"outcome":"confirmed"}\\n\\n'));`;
    const report = await play('logs-clean', scriptClient(script));
    expect(report.outcome).toBe('confirmed');
    expect(messageOn(report, 'no-card-data-kept')).toContain('stdout, line 402');
    expect(messageOn(report, 'personal-data-masked')).toContain('stdout, line 402');
    expect(report.output?.length).toBeLessThan(5_000);
  });
});

describe('the output that is kept', () => {
  it('has none of the secrets that were found in it', async () => {
    const script = `const { UNDERSTUDY_PASSWORD: password, UNDERSTUDY_STATIC_TOKEN: token } = process.env;
      console.log('password', password); console.error('token', token, 'card 4111111111111111');
      console.log(JSON.stringify({ cvv: '123' })); console.log('{"outcome":"confirmed"}');`;
    const report = await play('logs-clean', scriptClient(script));
    expect(messageOn(report, 'credentials-not-in-output')).toMatch(/password|static token/);
    expect(messageOn(report, 'no-card-data-kept')).toContain('std');
    expect(report.output).toContain('password ***');
    expect(report.output).toContain('token *** card');
    expect(report.output).not.toContain('4111111111111111');
  });
});

describe('a secret in another form', () => {
  const code = (text: string) => `console.log(${JSON.stringify(text)})`;

  it.each([
    ['JSON', code('{"SecurityCode":"123"}')],
    ['JSON within JSON', code(JSON.stringify({ body: '{"SecurityCode":"123"}' }))],
    ['XML', code('<SecurityCode>123</SecurityCode>')],
    ['words', code('cvv 123')],
    ['a sentence', code('CVV is 123')],
  ])('is a security code in %s, which is not kept', async (_, script) => {
    const report = await play('logs-clean', scriptClient(`${script}; process.exit(1)`));
    expect(JSON.stringify(report.output)).not.toContain('123');
    expect(report.trouble).not.toContain('123');
  });

  it('is the password as Basic authentication has it, which is found and not kept', async () => {
    const script = `const { UNDERSTUDY_USERNAME: user, UNDERSTUDY_PASSWORD: password } = process.env;
      const both = btoa(user + ':' + password);
      console.log('seen', [...both].reverse().join(''));
      console.log('Authorization: Basic', both);`;
    const report = await play('logs-clean', scriptClient(script));
    const [, seen = ''] = /seen (\S+)/.exec(report.output ?? '') ?? [];
    expect(messageOn(report, 'credentials-not-in-output')).toContain('password');
    expect(report.output).toContain('Authorization: Basic ***');
    expect(JSON.stringify(report)).not.toContain([...seen].reverse().join(''));
  });

  it('is a document in small letters, which is found and not kept', async () => {
    const report = await play('logs-clean', scriptClient(code('xa123456, 111.444.777-35')));
    expect(messageOn(report, 'personal-data-masked')).toContain('stdout, line 1');
    expect(report.output).not.toMatch(/123456|444/);
  });
});

it('says why a command cannot be started', async () => {
  await expect(play(scenario, ['no-such-client'])).rejects.toThrow('there is no command "no-such-client"');
});
