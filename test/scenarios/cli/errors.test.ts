import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { faultKinds } from '#contracts/fault';
import { createTestCertificates } from '#mock-server/node';
import { runCommandLine } from '#scenarios/cli/main';
import { reportFormats } from '#scenarios/report/index';
import { createFolder } from '../../folder.ts';
import { inUtf32 } from '../../in-utf-32.ts';
import { runProcess } from './run-command.ts';

const { path: folder, write: fileWith } = createFolder();
process.setMaxListeners(0); // each command listens for signals until its process ends, and these all run in one process
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

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

it('the process of a command that is called wrongly ends with the exit code, and writes to stderr alone', () => {
  expect(runProcess(['serv'])).toMatchObject({
    status: 64,
    stdout: '',
    stderr: expect.stringMatching(/^understudy: .*did you mean "serve"\?\n$/),
  });
});

/** Wrong command lines, each with its whole message, or with the parts that its message contains. */
const wrongLines: Readonly<Record<string, string | readonly string[]>> = {
  'help opnapi': ['"opnapi"', 'did you mean "openapi"?'],
  fly: ['"fly"', 'the commands are serve, exec, '],
  '--port 1 serve': ['--port', 'travel-understudy --help'],
  '--nothing': ['--nothing', 'see npx travel-understudy --help'],
  'serve --prot 4010': ['--prot', 'Did you mean --port?'],
  'serve -p': ["'-p'", 'serve --help'],
  'serve now': ['now', 'serve --help'],
  'serve --port': ['--port <number>', 'missing'],
  'run --tls expired -- client': ['--tls expired', 'exec --tls expired', 'certificate-untrusted'],
  'explore --tls untrusted -- client': ['--tls untrusted', 'exec --tls untrusted'],
  'exec --scenario certificate-untrusted -- client': ['--scenario certificate-untrusted', '--tls untrusted'],
  'serve --seed --log': ['--seed needs a value', 'write --seed <text>, or --seed=--log'],
  'endpoints --json=yes': ['--json=yes'],
  'openapi --json': ['--json', 'openapi --help'],
  'run client --help': ['after "--"', 'run -- client --help'],
  exec: ["'command'", 'exec --help'],
  'exec --': ["'command'", 'exec --help'],
  'openapi x': ['x', 'openapi --help'],
  'store chek a': ['Did you mean check?', 'store --help'],
  'store check a b': ['b', 'store check --help'],
  'scenarios chekc': ['did you mean "check"?'],
  'profile show': ['name', 'show'],
  'serve --port 99999': ['--port "99999"', 'from 0 to 65535'],
  'inventory new --destinations 0': '--destinations 0: every record needs a destination',
  'serve --port 4e3': ['--port "4e3"', 'from 0 to 65535'],
  'serve --manager-id x': ['--manager-id "x"', 'from 0 to 2147483647'],
  'serve --host=': ['--host ""'],
  'serve --log josn': ['--log "josn"', 'did you mean "json"?'],
  'serve --public-url acme': ['--public-url "acme"', 'https://understudy.example.com'],
  'serve --public-url http://a.b/?c': ['--public-url "http://a.b/?c"', 'without "?"'],
  'serve --fault hotel.serch:cut': ['match.operations[0]', 'did you mean "hotel.search"?'],
  'serve --fault cutt': ['--fault "cutt": effect.kind', 'did you mean "cut"?', 'as in hotel.doBooking:cut'],
  'serve --fault {"effect":{"kind":cut}}': ['not JSON: unexpected "c" at line 1, column 19'],
  'serve --fault {"effect":{"kind":"cut","att":"x"}}': ['effect.att', 'did you mean "at"?'],
  'serve --fault ["cut",{"effect":{}}]': ['[1].effect.kind', Object.keys(faultKinds).join(', ')],
  'serve --fault cut --fault hang=PT1S,nth=2 --fault hotel.search:status=503,nth=3': [
    '--fault "hotel.search:status=503,nth=3"',
    'contradicts --fault "cut"',
    'different "nth"',
  ],
  'serve --fault cut,id=a --fault ["delay=PT1S","delay=PT2S,id=a"]': [
    '--fault "delay=PT2S,id=a"',
    'the id of --fault "cut,id=a"',
    'choose another id',
  ],
  'serve --fault ["cutt","cut","hangg"]': ['[0].effect.kind', '[2].effect.kind'],
  'serve --fault price,currency=XYZ': ['effect.currency', '"XYZ"', 'valid are BRL, USD, EUR, GBP'],
  'serve --port 0 --keep-journal': [
    '--keep-journal needs a durable store; add --store, such as --store sqlite:',
  ],
  'serve --clock auto': ['--clock "auto"', 'use manual, per-poll or scaled:60'],
  'serve --clock manaul': ['--clock "manaul"', 'did you mean "manual"?'],
  'serve --clock scaled': ['--clock "scaled"', 'as in scaled:60'],
  'serve --clock manual@2026-02-30T10:00:00Z': ['"2026-02-30T10:00:00Z"', 'such as 2026-12-01T10:00:00Z'],
  warp: "missing required argument 'command'; see npx travel-understudy warp --help",
  'warp --start 2026-13-01T00:00:00Z -- true': ['"2026-13-01T00:00:00Z"'],
  'warp --start 1990-01-01T00:00Z -- ls': ['expected a time from 2002 to 2199'],
  'warp --quiet 60001 -- ls': ['expected milliseconds, a whole number from 0 to 60000'],
  'exec --clock warp@1990-01-01T00:00Z -- ls': ['expected a time from 2002 to 2199'],
  'exec --warp-quiet 5 -- ls': '--warp-quiet works only with --clock warp',
  'verify --checkin 2026-13-01': ['YYYY-MM-DD'],
  'run --start 2026-13-01': ['a date such as 2027-05-01'],
  'serve --clock manual@2026-12-01T10:00': ['"2026-12-01T10:00"', 'such as 2026-12-01T10:00:00Z'],
  'run --scenario hotel-confirmd': 'there is no scenario "hotel-confirmd"; did you mean "hotel-confirmed"?',
  'run --rule token-fresch':
    '--rule "token-fresch": there is no rule with this id; did you mean "token-fresh"?',
  'run --report junitt=a': `--report "junitt=a": expected ${reportFormats.join(' or ')}, optionally followed by =<file>; did you mean "junit"?`,
  'run --report json --report junit':
    '--report: only one report can go to stdout; give the others a file, as in json=report.json',
  'run --speed fast': '--speed "fast": expected auto, or a number above 0 and up to 1000000, as in 60',
  'run --start 2027-02-30':
    '--start "2027-02-30": expected a date such as 2027-05-01, or yesterday, or as-written',
  'run --clock manual': '--clock "manual": expected real or scaled or per-poll or warp',
  'run --product flight': '--product "flight": expected hotel or car or transfer or tour',
  'run --profile docs/guides/acme.yaml':
    '--profile works only with your own client; write the command of the client after "--"',
  'run -- no-such-client':
    'run: there is no command "no-such-client"; give a command in PATH, or a path such as ./book.sh',
  'run --': 'run: there is nothing after "--"; write the command after "--"',
  'run --baseline none.txt': '--baseline none.txt: cannot be read: there is no such file',
  'run --scenarios none': 'none: cannot be read: there is no such file',
  'run --report json=docs': '--report json=docs: this is a folder; give a file in this folder',
  'run --report json=a --report junit=./a':
    '--report junit=./a: the json report has the same file; give this report another file',
  'run client.py': 'run takes its command after "--": npx travel-understudy run -- client.py',
  'run --vary 0': '--vary "0": expected a number of draws, a whole number from 1 to 100',
  'run --vary 100000': '--vary "100000": expected a number of draws, a whole number from 1 to 100',
  'run --draw 0 --seed s': '--draw "0": expected the number of a draw, a whole number from 1 to 100',
  'run --draw 3': '--draw needs the seed of its run; add --seed with the seed that the report shows',
  'run --vary 2 --draw 3': '--vary and --draw contradict each other; give --draw to repeat one draw of a run',
  'run --vary 2 --list': '--list plays no scenario, so it cannot draw tasks; remove --vary',
  'scenarios show prepaid': 'there is no scenario "prepaid"; did you mean "prepaid-pending"?',
  'scenarios show zzz': 'there is no scenario "zzz"; "npx travel-understudy scenarios" lists all scenarios',
  'scenarios show prepaid-pending --json --yaml':
    '--json and --yaml cannot be used together; give only one of these flags',
  'scenarios check /nowhere': '/nowhere: cannot be read: there is no such file',
  'profile check /nowhere': '/nowhere: cannot be read: there is no such file',
  'serve --scenario answer-lost-booked --fault hotel.doBooking:status=500': [
    '--fault "hotel.doBooking:status=500": effect: contradicts scenario answer-lost-booked: "hotel.doBooking:cut,commit=before,times=1"',
  ],
  'scenarios --scenarios /nowhere': '/nowhere: cannot be read: there is no such file',
  'scenarios show hotel-confirmed --draw 2': '--seed and --draw together name a drawn task; give both',
  'scenarios list --seed s --draw 2': '--seed and --draw belong to scenarios show, not to scenarios list',
  'exec npm test': ['exec -- npm test'],
  'exec --seed 5 npm test --help': ['exec -- npm test'],
  'exec npm -- test': ['after "--"'],
  'exec --scenario answer-lost-boked -- npm': ['did you mean "answer-lost-booked"'],
  'exec --fault cut --fault cut -- npm': ['contradicts --fault "cut"'],
  'exec --report json -- npm': ['exec --report: the command prints to stdout'],
  'explore --flow hotels': ['did you mean "hotel"'],
  'explore --product cars': ['did you mean "car"'],
  'explore --budget soon': ['expected a duration such as 90s'],
  'explore --replay hotel.search:cut': ['--replay plays one flow'],
  'explore --replay hotel.search:cutt': ['did you mean "cut"'],
  'explore --baseline missing.txt': ['--baseline missing.txt'],
  'explore --profile classic': ['--profile works only with your own client'],
  'explore --save missing': ['there is no folder'],
  'explore --clock real -- ./missing': ['missing'],
  verify: [
    'verify takes either --target with the address of a supplier or a file of traffic; give exactly one of them',
  ],
  'verify a.har --target http://127.0.0.1:1': ['verify takes either --target with the address of a supplier'],
  'verify --target http://127.0.0.1:1': ['verify needs a credential: set UNDERSTUDY_USERNAME and'],
  'verify --target https://me:pw@supplier.example': ['an address must not contain a credential'],
  'verify --password x': [
    '--password is not allowed, because other users can read a command line; set the environment variable UNDERSTUDY_PASSWORD',
  ],
  'verify --mcp-token=x': ['--mcp-token is not allowed'],
  'verify --target http://127.0.0.1:1 --report junt': ['did you mean "junit"'],
  'verify --airport Rio': ['expected an IATA code of 3 capital letters'],
  judge: 'judge takes either a file or --sandbox with an id; give exactly one of them',
  'judge a.har --sandbox default':
    'judge takes either a file or --sandbox with an id; give exactly one of them',
  'judge no-such.har': 'no-such.har: cannot be read: there is no such file',
  'judge docs': 'docs: cannot be read: the path is a folder; give a file',
  'judge README.md':
    'README.md: the text is not JSON: unexpected "#" at line 1, column 1; give a HAR file, or exchanges of the control API',
  'judge package.json':
    'package.json: line 1: this is neither a HAR file nor an exchange of the control API; give a HAR file, or exchanges of the control API',
  'endpoints hotel.search --port 0':
    'port 0 picks a free port, which is unknown until the server runs; give the address of the server with --url',
  'endpoints hotel.serch': 'there is no endpoint "hotel.serch"; did you mean "hotel.search"?',
  'endpoints spaceship':
    'there is no endpoint "spaceship"; "npx travel-understudy endpoints" lists all endpoints',
  'report merge a.json': ["missing required argument 'files'"],
  [`report merge${' a.json'.repeat(21)}`]: ['at most 20 reports'],
  'report merge a.json b.json --html /nowhere/x.html': ['there is no folder /nowhere'],
};

/** Expects the exit code 64 and one line: the whole message, or one that contains the parts. */
async function expectOneLine(args: readonly string[], message: string | readonly string[]): Promise<void> {
  const { status, lines } = await complaintOf(args);
  expect([status, lines.length]).toEqual([64, 1]);
  expect(lines[0]).not.toContain('me:pw');
  if (typeof message === 'string') expect(lines[0]).toBe(message);
  else for (const part of message) expect(lines[0]).toContain(part);
}

describe('a command that is called wrongly', () => {
  it.each(Object.entries(wrongLines))(
    'reports the error in "%s" in one line with a hint, and exits with 64',
    (line, message) => expectOneLine(line.split(' '), message),
  );

  it('names every wrong value, one line each', async () => {
    const { status, lines } = await complaintOf(['serve', '--port', 'x', '--clock', 'y']);
    expect(status).toBe(64);
    expect(lines.map(line => line.split(' ')[0])).toEqual(['--port', '--clock']);
  });

  it('names the environment variable that holds a wrong value', async () => {
    const lines = [expect.stringMatching(/^UNDERSTUDY_MANAGER_ID "one": /)];
    expect(await complaintOf(['serve'], { UNDERSTUDY_MANAGER_ID: 'one' })).toEqual({ status: 64, lines });
  });

  it('shows no secret that it does not accept', async () => {
    const { lines } = await complaintOf(['serve', '--password=', '--port', 'x']);
    expect(lines).toEqual([expect.stringMatching(/^--port "x": /), expect.stringMatching(/^--password: /)]);
  });

  it.each(['password', 'static-token', 'control-token'])(
    'shows no %s that begins like a flag, and says how to write it',
    async flag => {
      const { lines } = await complaintOf(['serve', `--${flag}`, '-my-secret']);
      expect(lines).toEqual([expect.stringContaining(`--${flag}=<text> if the value begins with "-"`)]);
      expect(lines.join()).not.toContain('my-secret');
    },
  );
});

describe('a config file', () => {
  it('is refused with a line for each wrong key, type and value', async () => {
    const path = fileWith(
      'wrong.yaml',
      'port: "4011"\nhots: a\npublic_url: b\nseed: 42\npassword: 12345\nstaticToken: true\nclock: {}\nmanagerId: -4\nconfig: c\nhost: [a, b]\n',
    );
    const { status, lines } = await complaintOf(['serve', '--config', path]);
    expect(status).toBe(64);
    const wanted = [
      ['port: "4011"', 'write port: 4010'],
      ['"hots"', 'did you mean "host"?'],
      ['"public_url"', 'did you mean "publicUrl"?'],
      ['seed: 42', 'seed: "42"'],
      ['password: ', 'put the value in quotes'],
      ['staticToken: ', 'put the value in quotes'],
      ['clock: ', 'a map'],
      ['"config"', 'give the flag --config'],
      ['host: ', 'a list'],
      ['managerId "-4"', 'from 0 to 2147483647'],
    ];
    expect(lines.map(line => line.startsWith('DIR/wrong.yaml: '))).toEqual(wanted.map(() => true));
    for (const [index, parts] of wanted.entries())
      for (const part of parts) expect(lines[index]).toContain(part);
    expect(lines.join()).not.toContain('12345');
  });

  it.each([
    ['a pattern', 'fault:\n- hotel.search:cut\n- *:cut\n', ['line 3, column 3', 'in quotes']],
    ['a pattern and more', 'fault: *.doBooking:cut,times=1\n', ['line 1, column 8', 'in quotes']],
    ['an alias in itself', 'fault:\n- &again\n  effect: *again\n', ['line 3, column 11', 'in full']],
    ['a quote without an end', 'port: 4010\nhost: "a\n', ['not valid YAML', ' at line ']],
    ['a list', '- 1\n', ['a map of options']],
    [
      'a wrong fault',
      'fault:\n- cut\n- effect: { kind: hang, fro: PT1S }\n',
      ['fault[1]', 'did you mean "for"?'],
    ],
  ])('with %s is refused with the place and a hint', async (_, text, parts) => {
    await expectOneLine(['serve', '--config', fileWith('wrong.yaml', text)], ['DIR/wrong.yaml', ...parts]);
  });

  it('is refused with the flag of an option that has no key in such a file', async () => {
    const path = fileWith('run.yaml', 'jobs: 2\nwarpQuiet: 30\n');
    const lines = [
      'DIR/run.yaml: "jobs" cannot be in a config file; give the flag --jobs',
      'DIR/run.yaml: "warpQuiet" cannot be in a config file; give the flag --warp-quiet',
    ];
    expect(await complaintOf(['run', '--config', path])).toEqual({ status: 64, lines });
  });

  it('is refused with the place of each fault that is wrong', async () => {
    const listed = fileWith('faults.yaml', 'fault:\n- cut\n- 5\n- [cut]\n-\n');
    const { lines } = await complaintOf(['serve', '--config', listed]);
    const places = lines.map(line => /fault\[\d\]/.exec(line)?.[0]);
    expect(places).toEqual(['fault[1]', 'fault[2]', 'fault[3]']);
  });
});

it.each([
  ['serve', '\n'],
  ['openapi', '\r\n'],
  ['endpoints', '\r'],
])(
  'a profile is refused by %s with the line and column of each place that is wrong, after line ends %j',
  async (name, lineEnd) => {
    const text = 'name: a\nfields:\n  Tokn: b\noperations:\n  hotel.serch: {}\n';
    const path = fileWith('profile.yaml', text.replaceAll('\n', lineEnd));
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

const content = '{ "name": "acm\u00e9" }\r\n';

describe.each([
  [
    'UTF-16, as PowerShell writes it,',
    Buffer.from(`\uFEFF${content}`, 'utf16le'),
    'the text is UTF-16 (PowerShell writes it with ">")',
  ],
  ['UTF-32', inUtf32(`\uFEFF${content}`), 'the text is UTF-32'],
  ['Latin-1', Buffer.from(content, 'latin1'), 'the text is not UTF-8'],
] as const)('a file in %s', (_, bytes, named) => {
  it.each([
    'profile check FILE',
    'openapi --profile FILE',
    'serve --config FILE',
    'serve --tokens FILE',
    'scenarios check FILE.yaml',
    'run --baseline FILE --scenario price-up',
    'judge FILE',
    'verify FILE',
    'report merge FILE FILE',
    'verify-pact FILE',
  ])('is refused by %s in one short line with its encoding', async line => {
    const path = join(folder, 'encoded');
    writeFileSync(path, bytes);
    writeFileSync(`${path}.yaml`, bytes);
    const { status, lines } = await complaintOf(line.replaceAll('FILE', path).split(' '));
    expect(status).toBe(64);
    for (const said of lines) expect(said.replace('.yaml', '')).toMatch(/DIR\/encoded: /);
    for (const said of lines)
      expect(said.split(': ').slice(1).join(': ')).toBe(`${named}; write it as UTF-8`);
  });
});

describe('a certificate that cannot be used', async () => {
  const { ca, server, client } = await createTestCertificates();
  const secret = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes256', passphrase: 'x' },
  }).privateKey;
  const clients = { client: client.cert, other: client.key, damaged: client.key.replace(/^M.*$/m, 'AAAA') };
  const files = { ca, cert: server.cert, key: server.key, ...clients, secret, empty: '' };
  for (const [name, text] of Object.entries(files)) fileWith(`${name}.pem`, text);
  const notCertificate = 'expected a certificate (PEM); ';
  const notKey = 'expected the private key of the certificate (PEM); ';

  it.each<[string, string | readonly string[]]>(
    Object.entries({
      'tls-cert=cert': '--tls-cert and --tls-key are a certificate and its private key; give both',
      'client-ca=ca': '--client-ca needs https; add --tls-cert and --tls-key, or --tls self-signed',
      'tls-cert=none tls-key=key':
        '--tls-cert DIR/none.pem: cannot be read: there is no such file; expected a PEM file',
      'tls-cert=key tls-key=cert': [`--tls-cert DIR/key.pem: ${notCertificate}`],
      'tls-cert=cert tls-key=cert': [`--tls-key DIR/cert.pem: ${notKey}`],
      'tls-cert=empty tls-key=key': [`--tls-cert DIR/empty.pem: ${notCertificate}`],
      'tls-cert=cert tls-key=other': '--tls-key DIR/other.pem: does not belong to the certificate',
      'tls-cert=cert tls-key=secret':
        '--tls-key DIR/secret.pem: has a password; write it without one: openssl pkey -in key.pem -out plain.pem',
      'tls-cert=cert tls-key=damaged': [`--tls-key DIR/damaged.pem: ${notKey}`],
      'tls-cert=cert tls-key=key client-ca=client':
        '--client-ca DIR/client.pem: is not a CA; expected its issuer (CN=Understudy test CA)',
      'tls-cert=cert tls=expired':
        '--tls expired makes a certificate; remove --tls-cert and --tls-key, or remove --tls',
      'tls=expired tls-folder=empty': [
        '--tls-folder DIR/empty.pem: EEXIST',
        '; delete this folder, or choose another one',
      ],
    }),
  )('ends serve with one line: %s', async (text, message) => {
    const args = text.split(' ').flatMap(part => {
      const [flag, value = ''] = part.split('=');
      return [`--${flag}`, flag === 'tls' ? value : join(folder, `${value}.pem`)];
    });
    await expectOneLine(['serve', '--port', '0', ...args], message);
  });
});

describe('an error of the operating system', () => {
  it.each([
    ['--config', 'none.yaml', 'no such file'],
    ['--profile', 'none.yaml', 'no such file'],
    ['--config', '.', 'is a folder'],
  ])('ends with 64 for the value of %s %s', async (flag, name, reason) => {
    await expectOneLine(['serve', flag, join(folder, name)], [`${flag} DIR`, ': cannot be read: ', reason]);
  });

  it('ends with 1 for a port that is taken, and says what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const line = expect.stringMatching(`127\\.0\\.0\\.1:${port}: .*in use; .*--port 0`);
    expect(await complaintOf(['serve', '--port', port])).toEqual({ status: 1, lines: [line] });
    other.close();
  });
});
