import { readFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addDays, systemClock, utcDate } from '#contracts';
import { reportFormats } from '#scenarios/report/index';
import { createFolder } from '../../folder.ts';
import { referenceClient, reporter, scriptClient } from '../run/clients.ts';
import { runCommand, startCommand } from './run-command.ts';

const folder = createFolder();

const right = ['--', ...referenceClient];
const wrong = ['--', ...reporter({ outcome: 'rejected' })];
const one = ['run', '--scenario', 'hotel-confirmed'];

describe('understudy run', () => {
  it('runs a scenario with a client over a port and reports the result', () => {
    const { status, stdout, stderr } = runCommand([...one, '--clock', 'scaled', ...right]);
    expect(stdout).toBe('1 scenario: 1 held\n');
    expect(stderr).toMatch(
      /^\[1\/1\] hotel-confirmed: held {2}[\d.]+ s, \d:\d\d on the sandbox clock {2}confirmed\n$/,
    );
    expect(status).toBe(0);
  });

  it('runs the reference client where there is no command', () => {
    const { status, stderr } = runCommand(['run', '--rule', 'rate-limit-kept', '--product', 'hotel']);
    expect({ status, stderr }).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('] rate-limit-real: held'),
    });
  });

  it('writes several reports, the text to stdout where no other one goes there', () => {
    const [json, junit] = [`${folder.path}/report.json`, `${folder.path}/report.xml`];
    const { status, stdout } = runCommand([
      ...one,
      '--report',
      `json=${json}`,
      '--report',
      `junit=${junit}`,
      ...wrong,
    ]);
    expect({ status, stdout }).toMatchObject({ status: 1, stdout: expect.stringContaining('BROKEN') });
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
      version: 1,
      exitCode: 1,
      summary: { broken: 1 },
    });
    expect(readFileSync(junit, 'utf8')).toContain('<failure type="broken"');
    const alone = runCommand([...one, '--report', 'json', ...wrong]);
    expect(JSON.parse(alone.stdout)).toMatchObject({ format: 'understudy-report' });
  });

  it('says that the options select no scenario', () => {
    const { status, stderr } = runCommand(['run', '--scenario', 'hotel-confirmed', '--tag', 'cancel']);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('run: no scenario matches these options'),
    });
  });

  it('runs no scenario where the folder of a report does not exist', () => {
    const file = `${folder.path}/none/report.json`;
    const { status, stderr } = runCommand([...one, '--report', `json=${file}`]);
    expect({ status, stderr }).toEqual({
      status: 64,
      stderr: `understudy: --report json=${file}: there is no folder ${folder.path}/none; create it with: mkdir -p ${folder.path}/none\n`,
    });
  });

  it('annotates, and adds to the summary of the step, under GitHub Actions', () => {
    const summary = folder.write('summary.md', '# before\n');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const { stdout } = runCommand([...one, ...wrong], env);
    expect(stdout).toMatch(/^::error title=outcome-as-expected in hotel-confirmed::/m);
    expect(readFileSync(summary, 'utf8')).toMatch(/^# before\n### Understudy\n/);
  });

  it('creates tasks with dates in the future, and reports the current day', () => {
    const taskFile = `${folder.path}/task.json`;
    const client = scriptClient(`fs.writeFileSync(${JSON.stringify(taskFile)}, process.env.UNDERSTUDY_TASK)`);
    const playOn = (...start: string[]) => {
      const { stdout } = runCommand([...one, '--report', 'json', ...start, '--', ...client]);
      const [repeat] = JSON.parse(stdout).scenarios.map((played: { repeat: string }) => played.repeat);
      const { checkinDate } = JSON.parse(readFileSync(taskFile, 'utf8')).steps[0].criteria;
      return { checkinDate, start: /--start (\S+)/.exec(repeat)?.[1] };
    };
    const today = utcDate(systemClock.now());
    const { start = '', checkinDate } = playOn();
    expect([addDays(today, -1), today]).toContain(start); // the day may end during the test
    expect(checkinDate).toBe(addDays(start, 20));
    expect(playOn('--start', '2027-05-01')).toEqual({ start: '2027-05-01', checkinDate: '2027-05-21' });
    expect(playOn('--start', 'as-written')).toEqual({ start: 'as-written', checkinDate: '2026-12-10' });
  });

  it.each([
    ['without options', [], '--start 2027-05-01'],
    ['as strictly', ['--strict'], '--start 2027-05-01 --strict'],
  ])('reports the command that repeats a scenario, %s', (_, options, end) => {
    const { stdout } = runCommand([...one, '--report', 'json', '--start', '2027-05-01', ...options]);
    expect(JSON.parse(stdout).scenarios[0].repeat).toMatch(
      new RegExp(`run --scenario hotel-confirmed .*${end}$`),
    );
  });

  it('lists the scenarios that it would run', () => {
    const { status, stdout } = runCommand('run --list --speed auto --scenario answer-lost-*');
    expect(stdout).toMatch(
      /^ {2}answer-lost-booked +DoBooking books the room, but the connection breaks before the answer\.$/m,
    );
    expect(stdout).toMatch(/no-blind-rebooking/);
    expect(status).toBe(0);
  });

  it('takes a baseline', () => {
    const known = folder.write(
      'known.txt',
      'hotel-confirmed: outcome-as-expected\nhotel-confirmed: booked-as-expected\n',
    );
    const rules = ['--rule', 'conditions-before-booking'];
    const { status, stdout } = runCommand([...one, '--baseline', known, ...wrong]);
    expect(stdout).toContain('  outcome-as-expected (must, known): hotel-confirmed\n');
    expect(status).toBe(2);
    expect(runCommand([...one, '--baseline', known, ...rules]).status).toBe(0);
    expect(runCommand([...one, '--baseline', known]).stdout).toContain(
      'hotel-confirmed: outcome-as-expected',
    );
  });

  it.each([
    ['--scenario hotel-confirmd', 'there is no scenario "hotel-confirmd"; did you mean "hotel-confirmed"?'],
    [
      '--rule token-fresch',
      '--rule "token-fresch": there is no rule with this id; did you mean "token-fresh"?',
    ],
    [
      '--report junitt=a',
      `--report "junitt=a": expected ${reportFormats.join(' or ')}, optionally followed by =<file>; did you mean "junit"?`,
    ],
    [
      '--report json --report junit',
      '--report: only one report can go to stdout; give the others a file, as in json=report.json',
    ],
    ['--speed fast', '--speed "fast": expected auto, or a number above 0 and up to 1000000, as in 60'],
    [
      '--start 2027-02-30',
      '--start "2027-02-30": expected a date such as 2027-05-01, or yesterday, or as-written',
    ],
    ['--clock manual', '--clock "manual": expected real or scaled or per-poll or warp'],
    ['--product flight', '--product "flight": expected hotel or car or transfer or tour'],
    [
      '--profile docs/guides/acme.yaml',
      '--profile works only with your own client; write the command of the client after "--"',
    ],
    [
      '-- no-such-client',
      'run: there is no command "no-such-client"; give a command in PATH, or a path such as ./book.sh',
    ],
    ['--', 'run: there is nothing after "--"; write the command after "--"'],
    ['--baseline none.txt', '--baseline none.txt: cannot be read: there is no such file'],
    ['--scenarios none', 'none: cannot be read: there is no such file'],
    ['--report json=docs', '--report json=docs: this is a folder; give a file in this folder'],
    [
      '--report json=a --report junit=./a',
      '--report junit=./a: the json report has the same file; give this report another file',
    ],
    ['client.py', 'run takes its command after "--": npx travel-understudy run -- client.py'],
  ])('is called wrongly with "%s"', (args, message) => {
    const { status, stderr } = runCommand(`run ${args}`);
    expect(status).toBe(64);
    expect(stderr.trimEnd()).toBe(`understudy: ${message}`);
  });

  it.each(['SIGINT', 'SIGHUP'] as const)(
    'ends its clients at %s, reports what was played, and leaves no process running',
    async signal => {
      rmSync(`${folder.path}/pid`, { force: true });
      const script = "console.error('x'); setInterval(() => {}, 1e6)";
      const running = startCommand([
        ...one,
        '--report',
        'json',
        '--',
        process.execPath,
        '--eval',
        `require('fs').writeFileSync('${folder.path}/pid', String(process.pid)); ${script}`,
      ]);
      const pid = await (async () => {
        for (;;) {
          try {
            const text = readFileSync(`${folder.path}/pid`, 'utf8');
            if (text !== '') return Number(text);
          } catch {
            // not yet
          }
          await new Promise(resolve => setImmediate(resolve));
        }
      })();
      running.signal(signal);
      const { status, stdout } = await running.ended;
      expect(status).toBe(130);
      expect(JSON.parse(stdout).scenarios[0]).toMatchObject({
        state: 'not-played',
        reason: 'the run was stopped while the client was playing this scenario',
      });
      expect(() => process.kill(pid, 0)).toThrow();
    },
  );
});
