import { describe, expect, it } from 'vitest';
import { explore } from '#scenarios/explore/explore';
import { documentOf, writeReport } from '#scenarios/report/index';
import { createFolder } from '../../folder.ts';
import { linesOf, runCommand, runProcess, startCommand } from './run-command.ts';

const folder = createFolder();

const car = ['explore', '--flow', 'car', '--jobs', '1'];

describe('understudy explore with the reference client', () => {
  it('plays one run with its disturbance, and keeps nothing that held', () => {
    const replay = ['--flow', 'hotel', '--replay', 'hotel.doBooking:cut,commit=before,nth=1'];
    const { status, stdout } = runProcess(['explore', '--jobs', '1', ...replay]);
    expect(stdout).toContain('1 of 1 flow, 1 run, 1 new trace: 0 failures');
    expect(status).toBe(0);
  });

  it('gives a partial report after Ctrl-C, goes on where it was stopped, and then reports the same as without a stop', async () => {
    const resume = `${folder.path}/runs.jsonl`;
    const running = startCommand([...car, '--resume', resume]);
    await expect.poll(() => linesOf(resume)).toBeGreaterThan(3);
    running.signal('SIGINT');
    const stopped = await running.ended;
    expect(stopped.stdout).toMatch(/1 of 1 flow, [1-9]\d* runs.*; stopped with about \d+ runs left/);
    expect(stopped.status).toBe(130);
    const json = [...car, '--report', 'json', '--budget', '12'];
    const rest = runProcess([...json, '--resume', resume]);
    const whole = await explore(undefined, { flows: ['car'], maxRuns: 12 });
    expect(rest.stdout).toBe(await writeReport('json', documentOf(whole)));
    expect(linesOf(resume)).toBeGreaterThanOrEqual(12);
    const stderr = expect.stringContaining('belongs to another client, seed, profile or version');
    const other = runCommand([...json, '--resume', resume, '--seed', 'other']);
    expect(other).toMatchObject({ status: 64, stderr });
  });
});

describe('understudy explore with a client that cannot be explored', () => {
  const exploreCar = (...command: string[]) => {
    const options = ['--flow', 'car', '--budget', '5', '--clock', 'real', '--timeout', '2'];
    const { status, stdout } = runCommand(['explore', ...options, '--', ...command]);
    expect(status).toBe(2);
    expect(stdout).toContain('0 of 1 flow, 0 runs');
    return stdout;
  };
  const report = (outcome: string) =>
    `echo '{"outcome":"${outcome}","why":"the test"}' > "$UNDERSTUDY_RESULT"`;

  it.each([
    ['does not support the flow', report('unsupported'), '  the test'],
    ['crashes with a message', 'echo broken >&2; exit 3', 'The end of its output:\n    broken'],
    ['never ends', 'sleep 1000', 'did not end within 2 s, so the runner ended it'],
    [
      'leaves processes behind',
      `sleep 1000 & sleep 1001 & ${report('unavailable')}`,
      'reported unavailable (the test)',
    ],
    ['fails without a disturbance', report('error'), 'reported error (the test) instead of confirmed'],
  ])('says that it %s', (_, script, why) => {
    const stdout = exploreCar('sh', '-c', script);
    expect(stdout).toContain('car  not played\n');
    expect(stdout).toContain(why);
  });

  it('shows both runs if it behaves differently on each run', () => {
    const flag = `${folder.path}/was-played`;
    const client = folder.write(
      'differs.mjs',
      `import { existsSync, writeFileSync } from 'node:fs';
const { UNDERSTUDY_RESULT, UNDERSTUDY_BASE_URL } = process.env;
const flag = ${JSON.stringify(flag)};
if (existsSync(flag)) await fetch(UNDERSTUDY_BASE_URL + '/API/REST/Hotel.svc/Search', { method: 'POST', body: '{}' });
writeFileSync(flag, '');
writeFileSync(UNDERSTUDY_RESULT, '{"outcome":"confirmed"}');`,
    );
    const command = ['explore', '--flow', 'hotel', '--clock', 'real', '--', process.execPath, client];
    const { stdout, status } = runCommand(command);
    expect(stdout).toMatch(
      /behaved differently in two equal runs without a fault\.\n {2}Run 1:\n {4}the client reported confirmed\n {4}the supplier holds nothing\n {4}broken: truth-told\n {2}Run 2:\n {4}hotel\.search → 40/,
    );
    expect(status).toBe(2);
  });
});
