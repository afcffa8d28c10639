import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { flagOf } from '#scenarios/cli/command';
import { loadCommands } from '#scenarios/cli/commands/index';
import { createFolder } from '../folder.ts';
import { action, recordWords, runAction, type Workspace } from './action/runner.ts';

const { path: temp, newFolder } = createFolder();
/** Creates a workspace with a project in one of its folders. */
const root = join(temp, 'workspace');
const project = 'my "shop"';
const inProject = (name: string): string => join(root, project, name);
let workspace: Workspace;
beforeAll(() => {
  mkdirSync(inProject(''), { recursive: true });
  symlinkSync(join(inject('packedProject'), 'node_modules'), inProject('node_modules'));
  writeFileSync(inProject('package.json'), '{ "private": true }\n');
});
beforeEach(() => {
  workspace = { root, temp: newFolder() };
});

const good = 'node node_modules/travel-understudy/docs/adapters/client.mjs';
/** A client that reports a booking, but has not booked. */
const bad = `echo '{ "outcome": "confirmed", "bookingId": "1" }'`;
const search = `JSON='Content-Type: application/json'; curl -s "$UNDERSTUDY_BASE_URL/API/REST/ClientBackOffice.svc/GetBookingList" -H "$JSON" -d '{"Credential":{"Username":"demo","Password":"demo"}}'`;

/** A Search with a country code of three letters. */
const searchWrongly = `JSON='Content-Type: application/json'; curl -s "$UNDERSTUDY_BASE_URL/API/REST/Hotel.svc/Search" -H "$JSON" -d '{"Credential":{"Username":"demo","Password":"demo"},"Criteria":{"DestinationId":"1001","CheckinDate":"2099-01-10","NumNights":2,"SearchRooms":[{"NumAdults":2}],"Nationality":"BRA"}}'`;

const run = (inputs: Readonly<Record<string, string>>) =>
  runAction({ 'working-directory': project, ...inputs }, workspace);

const read = (report = ''): string => readFileSync(join(root, report), 'utf8');
/** Returns the outputs that name the reports of a mode. */
const reportsOf = (mode: string) => {
  const file = `${project}/understudy-${mode}`;
  return { 'report-json': `${file}.json`, 'report-junit': `${file}.xml`, 'report-html': `${file}.html` };
};
const noReports = { 'report-json': '', 'report-junit': '', 'report-html': '' };

describe('the action for GitHub', () => {
  it('runs scenarios with a correct client, and reports that in outputs, reports and the summary', () => {
    const scenario = 'hotel-confirmed\nanswer-lost-b*\n';
    const { status, outputs, summary } = run({ scenario, product: 'hotel', command: good });
    const held = { verdict: 'held', 'exit-code': '0', played: '2', failed: '0', warned: '0' };
    expect({ status, outputs }).toEqual({ status: 0, outputs: { ...held, ...reportsOf('run') } });
    expect(summary).toContain('| answer-lost-booked | held | confirmed |  |');
    expect(JSON.parse(read(outputs['report-json']))).toMatchObject({ exitCode: 0 });
    expect(read(outputs['report-junit'])).toContain('<testsuite name="scenarios"');
  });

  it('fails for a client that breaks a rule, with outputs and annotations all the same', () => {
    const { status, outputs, summary, log } = run({ scenario: 'hotel-confirmed', command: bad });
    expect({ status, outputs }).toMatchObject({
      status: 1,
      outputs: { verdict: 'broken', 'exit-code': '1', played: '1', failed: '1', warned: '0' },
    });
    expect(summary).toContain('| hotel-confirmed | BROKEN |');
    expect(log).toMatch(/^::error title=[a-z-]+ in hotel-confirmed::/m);
  });

  it('leaves the judgement to later steps where it is advisory, unless options are wrong', () => {
    const advisory = { scenario: 'hotel-confirmed', advisory: 'true' };
    const judged = { status: 0, outputs: { verdict: 'broken', failed: '1' } };
    expect(run({ ...advisory, command: bad })).toMatchObject(judged);
    expect(run({ ...advisory, scenario: 'hotel-confirmd' })).toMatchObject({
      status: 64,
      outputs: { verdict: 'misused', 'report-json': '', played: '' },
      log: expect.stringContaining('did you mean "hotel-confirmed"'),
    });
  });

  it.each([
    ['run', 1, 'misused'],
    ['run', 139, 'stopped'],
    ['exec', 1, 'misused'],
    ['exec', 139, 'misused'],
  ])('fails without a report, advisory or not: %s that ends with %i', (mode, exitCode, verdict) => {
    recordWords(workspace, 'npm');
    recordWords(workspace, 'understudy', exitCode);
    const result = run({ mode, version: '1', command: 'npm test', advisory: 'true' });
    expect(result).toMatchObject({ status: exitCode, outputs: { verdict } });
  });

  it('explores a client, and counts its runs and failures', () => {
    const explore = { mode: 'explore', flow: 'car', jobs: '1', clock: 'real' };
    const right = run({ ...explore, budget: '3' });
    expect(right).toMatchObject({ status: 0, outputs: { verdict: 'held', failed: '0' } });
    expect(Number(right.outputs.played)).toBeGreaterThan(0);
    expect(read(right.outputs['report-html'])).toContain('<html');
    expect(run({ ...explore, command: bad })).toMatchObject({ status: 1, outputs: { verdict: 'broken' } });
  });

  it('counts without a report file', () => {
    const { outputs } = run({ scenario: 'hotel-confirmed', ...noReports });
    expect(outputs).toMatchObject({ verdict: 'held', played: '1', ...noReports });
  });

  it.each([
    ['as its command did', search, 0, 'held', '0'],
    ['as its command did where that failed', `${search}; exit 3`, 3, 'failed', '0'],
    ['with 1 for a rule that was broken', searchWrongly, 1, 'broken', expect.stringMatching(/^[1-9]/)],
  ])('ends with exec %s, with reports and a summary', (_, command, status, verdict, failed: unknown) => {
    const fault = 'delay=PT0.01S\nhotel.search:cut,nth=9';
    const { outputs, ...result } = run({ mode: 'exec', fault, command });
    expect(result.status).toBe(status);
    const ended = { verdict, 'exit-code': String(status), played: '', failed, warned: '0' };
    expect(outputs).toEqual({ ...ended, ...reportsOf('exec') });
    const report = JSON.parse(read(outputs['report-json']));
    expect(report).toMatchObject({ format: 'understudy-verdicts', exitCode: status });
    expect(result.summary).toContain('### Understudy');
    expect(result.log).toMatch(/ (?:getBookingList|hotel\.search) +1 +(?:200|400)\n/);
  });

  it.each([
    ['a baseline that is not there', { advisory: 'true', baseline: 'nosuch.txt' }, 64, 'misused'],
    ['a folder of scenarios that is not there', { advisory: 'true', scenarios: 'nosuch' }, 64, 'misused'],
    ['a clock that does not exist', { mode: 'exec', command: 'true', clock: 'bogus' }, 64, 'misused'],
    ['a command that ends as a misused one does', { mode: 'exec', command: 'exit 64' }, 64, 'failed'],
    ['a command that ends as a broken harness does', { mode: 'exec', command: 'exit 70' }, 70, 'failed'],
    [
      'a scenario with a line end',
      { mode: 'exec', command: search, scenario: 'hotel-confirmed\n' },
      0,
      'held',
    ],
    ['an advisory that is neither', { command: bad, advisory: 'perhaps' }, 64, 'misused'],
  ])('names the cause of a failure: %s', (_, inputs, status, verdict) => {
    const result = run({ scenario: 'hotel-confirmed', ...inputs });
    expect({ status: result.status, verdict: result.outputs.verdict }).toEqual({ status, verdict });
  });

  it('is unproven after exec without a call, and names no report of an earlier run', () => {
    const inputs = { mode: 'exec', command: 'true' };
    expect(run(inputs)).toMatchObject({ status: 2, outputs: { verdict: 'unproven', ...reportsOf('exec') } });
    expect(run({ ...inputs, clock: 'bogus' }).outputs).toMatchObject(noReports);
  });

  it('runs a command of several lines, which ends at the first that fails', () => {
    const { status, log } = run({ mode: 'exec', command: 'echo one\nfalse | cat\necho two\n' });
    expect([status, log.includes('one\n'), log.includes('two')]).toEqual([1, true, false]);
  });

  it.each([
    [{ mode: 'walk' }, 'the input mode is run, explore or exec, and not: walk'],
    [{ mode: 'exec' }, 'mode: exec needs the input command'],
    [{ mode: 'exec', command: 'true', baseline: 'a' }, 'the input baseline is for mode: run or explore, and'],
    [{ fault: 'cut' }, 'the input fault is for mode: exec'],
    [{ strict: 'yes' }, 'the input strict is true or false, and not: yes'],
    [{ mode: 'a\n::error::b%' }, 'not: a%0A::error::b%25\n'],
  ])('refuses %j', (inputs, words) => {
    const outputs = { verdict: 'misused', 'exit-code': '64' };
    expect(run(inputs)).toMatchObject({ status: 64, outputs, log: expect.stringContaining(words) });
  });
});

const touching = ['$(touch stolen)`touch stolen`', '; touch stolen #'];
const hostile = ['two words', `it's "quoted"`, ...touching, '-- --help', '*', `\\n%0A\${{ inputs.seed }}`];

describe('the inputs of the action', () => {
  /** Returns the arguments of understudy, where npm installs nothing. */
  const recordAll = () => {
    recordWords(workspace, 'npm');
    return recordWords(workspace, 'understudy');
  };
  const lines = hostile.join('\n');

  it('reach the command word for word, whatever they hold', () => {
    const words = recordAll();
    const [clock = '', speed = ''] = hostile;
    const { status } = run({
      seed: lines,
      clock,
      speed,
      start: clock,
      baseline: lines,
      profile: lines,
      version: '1.0.0; touch stolen',
      scenario: lines,
      tag: `\n ${hostile[2]} \n`,
      'report-json': 'a "b"\n$(touch stolen).json',
      command: 'echo "$HOME"; true',
      strict: 'true',
    });
    expect(status).toBe(0);
    expect(words()).toEqual([
      'run',
      ...hostile.map(line => `--scenario=${line}`),
      `--tag=${hostile[2]}`,
      `--baseline=${lines}`,
      `--speed=${hostile[1]}`,
      `--start=${hostile[0]}`,
      `--seed=${lines}`,
      `--clock=${hostile[0]}`,
      `--profile=${lines}`,
      '--strict',
      '--report=json=a "b"\n$(touch stolen).json',
      '--report=junit=understudy-run.xml',
      '--report=html=understudy-run.html',
      '--',
      'bash',
      '-e',
      '-o',
      'pipefail',
      '-c',
      'echo "$HOME"; true',
    ]);
    expect(existsSync(inProject('stolen'))).toBe(false);
  });

  it('cannot begin an output of their own', () => {
    const file = 'r\nverdict<<x\nheld\nx\n.json';
    const { outputs } = run({ scenario: 'hotel-confirmed', command: bad, 'report-json': file });
    expect(outputs).toMatchObject({ verdict: 'broken', 'report-json': `${project}/${file}` });
  });

  it('are for run, explore and exec all flags that those have', async () => {
    const words = recordAll();
    const values = { mode: 'run', command: '', version: '1', advisory: 'true', strict: 'true' };
    const every = ['seed', 'clock', 'profile', 'inventory', 'config'];
    const shared = [...every, 'scenarios', 'scenario'];
    const plays = ['product', 'baseline', 'jobs', 'timeout'];
    const ofRun = [...shared, ...plays, 'tag', 'rule', 'speed', 'start', 'vary'];
    const filled = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, `${name} it`]));
    const flags = () => words().flatMap(word => /^--([a-z]+)/.exec(word)?.[1] ?? []);
    const options = new Map((await loadCommands()).map(({ name, command }) => [name, command.options]));
    const known = (name: string) => Object.keys(options.get(name) ?? {}).map(flagOf);
    run({ ...values, ...filled(ofRun) });
    expect([...new Set(flags())].sort()).toEqual([...ofRun, 'report', 'strict'].sort());
    expect(known('run')).toEqual(expect.arrayContaining(flags()));
    run({ ...values, ...filled([...shared, 'fault']), strict: 'false', mode: 'exec', command: 'true' });
    expect([...new Set(flags())].sort()).toEqual([...shared, 'fault', 'report'].sort());
    expect(known('exec')).toEqual(expect.arrayContaining(flags()));
    const ofExplore = [...every, ...plays, 'flow', 'depth', 'budget'];
    run({ ...values, ...filled(ofExplore), strict: 'false', mode: 'explore' });
    expect([...new Set(flags())].sort()).toEqual([...ofExplore, 'report'].sort());
    expect(known('explore')).toEqual(expect.arrayContaining(flags()));
  });

  it('stand in no script, and each is used', () => {
    const { steps } = action.runs;
    expect(steps.filter(({ run: script }) => script?.includes('${{'))).toEqual([]);
    const used = JSON.stringify(steps);
    expect(Object.keys(action.inputs).filter(name => !used.includes(`inputs.${name}`))).toEqual([]);
    for (const { env = {} } of steps)
      for (const [name, value] of Object.entries(env))
        expect(value).toBe(`\${{ inputs.${name.replace('INPUT_', '').toLowerCase().replaceAll('_', '-')} }}`);
  });
});

it.each([
  ['1.2.3', 'travel-understudy@1.2.3'],
  ['$(touch stolen) "x"', 'travel-understudy@$(touch stolen) "x"'],
  ['../my package.tgz', `travel-understudy@${root}/my package.tgz`],
])('the version of the action "%s" is the version that npm installs', (version, wanted) => {
  const words = recordWords(workspace, 'npm', 9);
  expect(run({ version }).status).toBe(9);
  expect(words().slice(-3)).toEqual(['--prefix', `${workspace.temp}/understudy`, wanted]);
  expect(existsSync(inProject('stolen'))).toBe(false);
});

it('bash can read the scripts of the action', () => {
  for (const name of ['run.sh', 'install.sh']) {
    const { status, stderr } = spawnSync('bash', ['-n', `.github/action/${name}`], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  }
});
