import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { faultKinds } from '#contracts/fault';
import { runCommandLine } from '#scenarios/cli/main';
import { runProcess } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function fileWith(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Returns the error message of a failing call, without the name at the start of each line, and its exit code. */
async function complaintOf(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const status = await runCommandLine(args);
  expect(printed).not.toHaveBeenCalled();
  const lines = said.mock.calls.map(([line]) => stripVTControlCharacters(String(line)));
  for (const line of lines) expect(line).toMatch(/^understudy: /);
  return { status, lines: lines.map(line => line.replace('understudy: ', '').replaceAll(folder, 'DIR')) };
}

describe('the process', () => {
  it('ends with the exit code, and writes to stderr alone', () => {
    expect(runProcess(['serv'])).toMatchObject({
      status: 64,
      stdout: '',
      stderr: 'understudy: there is no command "serv"; did you mean "serve"?\n',
    });
  });
});

describe('a command that is called wrongly', () => {
  it.each([
    ['serv', 'there is no command "serv"; did you mean "serve"?'],
    ['help opnapi', 'there is no command "opnapi"; did you mean "openapi"?'],
    ['fly', expect.stringMatching(/^there is no command "fly"; the commands are serve, exec, .*, help$/)],
    ['--port 1 serve', 'write the command first: npx travel-understudy serve --port …'],
    ['--nothing', 'there is no option --nothing; see --help'],
    ['serve --prot 4010', 'there is no option --prot; did you mean --port?'],
    ['serve -p', 'there is no option -p; see --help'],
    ['serve now', 'serve takes options only; "now" is one too many'],
    ['serve --port', '--port needs a value; write --port <number>'],
    [
      'serve --seed --log',
      '--seed needs a value, but the next argument is --log; write --seed <text>, or --seed=--log if --log is the value',
    ],
    ['endpoints --json=yes', '--json takes no value, but "yes" was given'],
    ['openapi --json', 'there is no option --json; see --help'],
    ['serve --port 99999', '--port "99999": expected a port, a whole number from 0 to 65535'],
    ['serve --port 4e3', '--port "4e3": expected a port, a whole number from 0 to 65535'],
    ['serve --manager-id x', '--manager-id "x": expected a managerId, a whole number from 0 to 2147483647'],
    ['serve --host=', '--host "": expected a text that is not empty'],
    ['serve --log josn', '--log "josn": expected pretty or json or quiet; did you mean "json"?'],
    [
      'serve --public-url acme',
      '--public-url "acme": expected an address such as https://understudy.example.com',
    ],
    [
      'serve --public-url http://a.b/?c',
      '--public-url "http://a.b/?c": expected an address without "?" and "#"',
    ],
    [
      'serve --fault hotel.serch:cut',
      '--fault "hotel.serch:cut": match.operations[0]: no operation "hotel.serch"; did you mean "hotel.search"?',
    ],
    [
      'serve --fault cutt',
      '--fault "cutt": effect.kind: no kind "cutt" in "cutt"; did you mean "cut"? The form is <operations>:<kind>[=<value>][,<name>=<value> …], as in hotel.doBooking:cut,commit=before,times=1',
    ],
    [
      'serve --fault {"effect":{"kind":"cut","att":"x"}}',
      '--fault "{"effect":{"kind":"cut","att":"x"}}": effect.att: unknown; did you mean "at"?',
    ],
    [
      'serve --fault ["cut",{"effect":{}}]',
      `--fault "["cut",{"effect":{}}]": [1].effect.kind: missing: expected one of ${Object.keys(faultKinds).join(', ')}`,
    ],
    [
      'serve --fault cut --fault hang=PT1S,nth=2 --fault hotel.search:status=503,nth=3',
      '--fault "hotel.search:status=503,nth=3": effect: contradicts --fault "cut": both faults decide the status for hotel.search; let the two faults match different operations or a different "nth"',
    ],
    [
      'serve --fault cut,id=a --fault ["delay=PT1S","delay=PT2S,id=a"]',
      '--fault "delay=PT2S,id=a": id: "a" is also the id of --fault "cut,id=a"; choose another id',
    ],
    [
      'serve --fault ["cutt","cut","hangg"]',
      expect.stringMatching(/\[0\]\.effect\.kind: no kind "cutt".*\[2\]\.effect\.kind: no kind "hangg"/),
    ],
    [
      'serve --fault price,currency=XYZ',
      '--fault "price,currency=XYZ": effect.currency: the supplier has no exchange rate for "XYZ"; valid are BRL, USD, EUR, GBP',
    ],
    [
      'serve --clock auto',
      '--clock "auto": auto works only if client and stand-in run in the same process; use manual, per-poll or scaled:60',
    ],
    [
      'serve --clock manaul',
      '--clock "manaul": expected real, manual, scaled:60 or per-poll, with an optional start, as in manual@2026-12-01T10:00:00Z; did you mean "manual"?',
    ],
    ['serve --clock scaled', '--clock "scaled": expected a speed above 0 and up to 1000000, as in scaled:60'],
    [
      'serve --clock manual@2026-02-30T10:00:00Z',
      '--clock "manual@2026-02-30T10:00:00Z": "2026-02-30T10:00:00Z" is not a time with a time zone; write a time such as 2026-12-01T10:00:00Z',
    ],
    [
      'serve --clock manual@2026-12-01T10:00',
      '--clock "manual@2026-12-01T10:00": "2026-12-01T10:00" is not a time with a time zone; write a time such as 2026-12-01T10:00:00Z',
    ],
  ])('reports the error in "%s" in one line, and exits with 64', async (line, message) => {
    expect(await complaintOf(line.split(' '))).toEqual({ status: 64, lines: [message] });
  });

  it('names everything that is wrong, one line each', async () => {
    const { status, lines } = await complaintOf(['serve', '--port', 'x', '--clock', 'y', '--wat']);
    expect(status).toBe(64);
    expect(lines.map(line => line.split(' ')[0])).toEqual(['there', '--port', '--clock']);
  });

  it('names the place where a fault is not JSON', async () => {
    const { status, lines } = await complaintOf(['serve', '--fault', '{"effect":{"kind":cut}}']);
    expect([status, lines]).toEqual([
      64,
      [expect.stringContaining("the value is not JSON: Unexpected token 'c'")],
    ]);
  });

  it('names every fault that is wrong', async () => {
    const { lines } = await complaintOf(['serve', '--fault', 'cutt', '--fault', 'hang', '--fault', 'hangg']);
    expect(lines.map(line => line.slice(0, 17))).toEqual(['--fault "cutt": e', '--fault "hangg": ']);
  });

  it('names the environment variable that holds a wrong value', async () => {
    expect(await complaintOf(['serve'], { UNDERSTUDY_MANAGER_ID: 'one' })).toEqual({
      status: 64,
      lines: ['UNDERSTUDY_MANAGER_ID "one": expected a managerId, a whole number from 0 to 2147483647'],
    });
  });

  it('shows no secret that it does not accept', async () => {
    const { lines } = await complaintOf(['serve', '--password=', '--port', 'x']);
    expect(lines).toEqual([
      '--port "x": expected a port, a whole number from 0 to 65535',
      '--password: expected a text that is not empty',
    ]);
  });

  it.each(['password', 'static-token', 'control-token'])(
    'shows no %s that begins like a flag',
    async flag => {
      const { lines } = await complaintOf(['serve', `--${flag}`, '-my-secret']);
      expect(lines).toEqual([
        `--${flag} needs a value; write --${flag} <text>, or --${flag}=<text> if the value begins with "-"`,
      ]);
    },
  );
});

describe('a config file', () => {
  it('is refused with a line for each wrong key, type and value', async () => {
    const path = fileWith(
      'wrong.yaml',
      'port: "4011"\nhots: a\npublic_url: b\nseed: 42\npassword: 12345\nstaticToken: true\nclock: {}\nmanagerId: -4\nconfig: c\n',
    );
    expect(await complaintOf(['serve', '--config', path])).toEqual({
      status: 64,
      lines: [
        'DIR/wrong.yaml: port: "4011" is not a number; write port: 4010',
        'DIR/wrong.yaml: there is no option "hots"; did you mean "host"?',
        'DIR/wrong.yaml: there is no option "public_url"; did you mean "publicUrl"?',
        'DIR/wrong.yaml: seed: 42 is a number, expected a text; put the value in quotes: seed: "42"',
        'DIR/wrong.yaml: password: expected a text and found a number; put the value in quotes',
        'DIR/wrong.yaml: staticToken: expected a text and found a boolean; put the value in quotes',
        'DIR/wrong.yaml: clock: expected a text and found a map',
        expect.stringContaining('DIR/wrong.yaml: there is no option "config"; the options are port, host'),
        'DIR/wrong.yaml: managerId "-4": expected a managerId, a whole number from 0 to 2147483647',
      ],
    });
  });

  it.each([
    ['a pattern', 'fault:\n- hotel.search:cut\n- *:cut\n', '"*:cut" at line 3, column 3'],
    ['a pattern and more', 'fault: *.doBooking:cut,times=1\n', '"*.doBooking:cut" at line 1, column 8'],
  ])('is refused with what to put in quotes: %s', async (_, text, place) => {
    const { status, lines } = await complaintOf(['serve', '--config', fileWith('stars.yaml', text)]);
    expect([status, lines]).toEqual([
      64,
      [
        `--config DIR/stars.yaml: not valid YAML: the alias ${place} has no anchor; put a text that begins with "*" in quotes`,
      ],
    ]);
  });

  it('is refused with the place of each fault that is wrong', async () => {
    const listed = fileWith('faults.yaml', 'fault:\n- cut\n- 5\n- [cut]\n-\n');
    expect((await complaintOf(['serve', '--config', listed])).lines).toEqual([
      'DIR/faults.yaml: fault[1]: expected a text or a map and found 5',
      'DIR/faults.yaml: fault[2]: expected a text or a map and found ["cut"]',
      'DIR/faults.yaml: fault[3]: expected a text or a map and found null',
    ]);
  });

  it('is refused with a list of what comes once', async () => {
    const path = fileWith('hosts.yaml', 'host: [a, b]\n');
    expect((await complaintOf(['serve', '--config', path])).lines).toEqual([
      'DIR/hosts.yaml: host: expected a text and found a list',
    ]);
  });

  it('is refused with the error of a fault in it', async () => {
    const wrong = fileWith('wrong-faults.yaml', 'fault:\n- cut\n- effect: { kind: hang, fro: PT1S }\n');
    expect((await complaintOf(['serve', '--config', wrong])).lines).toEqual([
      'DIR/wrong-faults.yaml: fault[1] "{"effect":{"kind":"hang","fro":"PT1S"}}": effect.fro: unknown; did you mean "for"?',
    ]);
  });

  it('is refused with the line of a YAML mistake', async () => {
    const path = fileWith('broken.yaml', 'port: 4010\nhost: "a\n');
    const { status, lines } = await complaintOf(['serve', '--config', path]);
    expect(status).toBe(64);
    expect(lines).toEqual([
      expect.stringMatching(/^--config DIR\/broken\.yaml: not valid YAML: .* at line \d, column \d$/),
    ]);
  });

  it('is refused with the place of an alias that holds itself', async () => {
    const path = fileWith('cycle.yaml', 'fault:\n- &again\n  effect: *again\n');
    const why =
      '"*again" at line 3, column 11 refers to a value that contains the alias; write the value in full';
    const lines = [`--config DIR/cycle.yaml: ${why}`];
    expect(await complaintOf(['serve', '--config', path])).toEqual({ status: 64, lines });
  });

  it('is refused when it holds no map', async () => {
    const path = fileWith('list.yaml', '- 1\n');
    const lines = ['--config DIR/list.yaml: expected a map of options, such as "port: 4010"'];
    expect(await complaintOf(['serve', '--config', path])).toEqual({ status: 64, lines });
  });
});

describe('a profile', () => {
  it.each(['serve', 'openapi', 'endpoints'])(
    'is refused by %s with the line and column of each place that is wrong',
    async name => {
      const path = fileWith('profile.yaml', 'name: a\nfields:\n  Tokn: b\noperations:\n  hotel.serch: {}\n');
      const { status, lines } = await complaintOf([name, '--profile', path]);
      expect(status).toBe(64);
      expect(lines).toEqual([
        expect.stringMatching(/^--profile DIR\/profile\.yaml:3:3: fields\.Tokn: .*"Token"/),
        expect.stringMatching(
          /^--profile DIR\/profile\.yaml:5:3: operations\["hotel\.serch"\]: .*"hotel\.search"/,
        ),
      ]);
    },
  );
});

describe('an error of the operating system', () => {
  it.each(['--config', '--profile'])('ends with 64 for a file of %s that is not there', async flag => {
    expect(await complaintOf(['serve', flag, join(folder, 'none.yaml')])).toEqual({
      status: 64,
      lines: [`${flag} DIR/none.yaml: cannot be read: there is no such file`],
    });
  });

  it('ends with 64 for a folder where a file is needed', async () => {
    const lines = ['--config DIR: cannot be read: the path is a folder; give a file'];
    expect(await complaintOf(['serve', '--config', folder])).toEqual({ status: 64, lines });
  });

  it('ends with 1 for a port that is taken, and says what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    expect(await complaintOf(['serve', '--port', port])).toEqual({
      status: 1,
      lines: [
        `cannot listen on 127.0.0.1:${port}: the port is in use; stop the other program or choose another port (--port 0 selects a free port)`,
      ],
    });
    other.close();
  });
});
