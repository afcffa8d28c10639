import { existsSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addDays, systemClock, utcDate } from '#contracts';
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
    const stderr = expect.stringContaining('] rate-limit-real: held');
    expect(runCommand('run --rule rate-limit-kept --product hotel')).toMatchObject({ status: 0, stderr });
  });

  it('writes several reports, the text to stdout where no other one goes there', () => {
    const [json, junit] = [`${folder.path}/report.json`, `${folder.path}/report.xml`];
    const files = ['--report', `json=${json}`, '--report', `junit=${junit}`];
    const ended = runCommand([...one, ...files, ...wrong]);
    expect(ended).toMatchObject({ status: 1, stdout: expect.stringContaining('BROKEN') });
    const written = JSON.parse(readFileSync(json, 'utf8'));
    expect(written).toMatchObject({ version: 1, exitCode: 1, summary: { broken: 1 } });
    expect(readFileSync(junit, 'utf8')).toContain('<failure type="broken"');
    const alone = runCommand([...one, '--report', 'json', ...wrong]);
    expect(JSON.parse(alone.stdout)).toMatchObject({ format: 'understudy-report' });
  });

  it('says that the options select no scenario', () => {
    const stderr = expect.stringContaining('run: no scenario matches these options');
    expect(runCommand([...one, '--tag', 'cancel'])).toMatchObject({ status: 2, stderr });
  });

  it('runs no scenario where the folder of a report does not exist', () => {
    const none = `${folder.path}/none`;
    const stderr = `understudy: --report json=${none}/report.json: there is no folder ${none}; create it with: mkdir -p ${none}\n`;
    expect(runCommand([...one, '--report', `json=${none}/report.json`])).toMatchObject({
      status: 64,
      stderr,
    });
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
    const repeat = new RegExp(`run --scenario hotel-confirmed .*${end}$`);
    expect(JSON.parse(stdout).scenarios[0].repeat).toMatch(repeat);
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
    const rulesOf = ['outcome-as-expected', 'booked-as-expected'];
    const known = folder.write('known.txt', rulesOf.map(rule => `hotel-confirmed: ${rule}\n`).join(''));
    const rules = ['--rule', 'conditions-before-booking'];
    const { status, stdout } = runCommand([...one, '--baseline', known, ...wrong]);
    expect(stdout).toContain('  outcome-as-expected (must, known): hotel-confirmed\n');
    expect(status).toBe(2);
    expect(runCommand([...one, '--baseline', known, ...rules]).status).toBe(0);
    expect(runCommand([...one, '--baseline', known]).stdout).toContain(
      'hotel-confirmed: outcome-as-expected',
    );
  });

  it.each(['SIGINT', 'SIGHUP'] as const)(
    'ends its clients at %s, reports what was played, and leaves no process running',
    async signal => {
      rmSync(`${folder.path}/pid`, { force: true });
      const file = `${folder.path}/pid`;
      const script = `fs.writeFileSync('${file}', String(process.pid)); setInterval(() => {}, 1e6)`;
      const running = startCommand([...one, '--report', 'json', '--', ...scriptClient(script)]);
      const written = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
      await expect.poll(written, { timeout: 60_000 }).toBeGreaterThan(0);
      const pid = written();
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
