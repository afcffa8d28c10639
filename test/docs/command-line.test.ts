import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTlsFetch } from '#client/node';
import { createMockSupplier, readStart } from '#mock-server';
import { type Listening, listen, openStore } from '#mock-server/node';
import { runCommand } from '../scenarios/cli/run-command.ts';
import { commandsOf, shellBlocks } from './blocks.ts';
import { type Clone, makeClone, pasteInto, type Served, serveBy } from './clone.ts';

/** Shows the client certificate that `serve --tls self-signed` has made in the clone. */
function fetchWithCertificate(): typeof fetch {
  const read = (name: string) => readFileSync(join(clone.folder, 'understudy-tls', `${name}.pem`), 'utf8');
  return createTlsFetch({ ca: read('ca'), cert: read('client'), key: read('client-key') });
}

const commands = shellBlocks()
  .filter(({ page }) => page === 'docs/guides/command-line.md')
  .flatMap(({ text }) => commandsOf(text));

/** The exit codes of these commands. All others exit with 0. */
const ends: Readonly<Record<string, number>> = {
  // The clients in these examples report nothing here.
  'npx travel-understudy run -- python3 client.py': 1,
  "npx travel-understudy run --scenario 'answer-lost-*' --scenario client-restarted -- java Client.java": 1,
  'npx travel-understudy run --product hotel --vary 20 -- ./client': 1,
  'npx travel-understudy run --report text --report junit=report.xml --report json=report.json --jobs 4 -- ./client': 1,
  'npx travel-understudy run --report text --report html=report.html -- ./client': 1,
  'npx travel-understudy explore -- python3 client.py': 2,
  'npx travel-understudy explore --flow hotel-prepaid --depth 2 --budget 10m --jobs 4 -- ./client': 2,
  'npx travel-understudy explore --flow hotel --replay hotel.doBooking:cut,commit=before,nth=1 -- ./client': 2,
};

/**
 * Returns whether a command runs without a process of its own. Such commands share one thread, which is faster. A command that writes
 * into the current folder, or reads stdin, has a process.
 */
const sharesThread = (line: string): boolean =>
  !/^npx travel-understudy (?:agents|exec|init|mcp|verify-pact|warp)\b| -- /.test(line);

/** The credential of the supplier, which comes from the environment alone. */
const proof = {
  UNDERSTUDY_USERNAME: 'demo',
  UNDERSTUDY_PASSWORD: 'demo',
  UNDERSTUDY_STATIC_TOKEN: 'demo-static-token',
  UNDERSTUDY_MANAGER_ID: '1',
};

/** A test suite with one call, so that `exec` has something to judge. */
const suite = `fetch(process.env.UNDERSTUDY_BASE_URL + '/API/REST/ClientBackOffice.svc/GetBookingList', {
  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"Credential":{"Username":"demo","Password":"demo"}}',
}).then(({ status }) => process.exit(status === 200 ? 0 : 1));\n`;

/** An inventory with one hotel. */
const inventory = `destinations: [{ id: '9001' }]\nhotels: [{ id: 778812, destination: '9001' }]\n`;

let clone: Clone;
let server: Served;
/** The supplier of the examples, which knows their user. */
let supplier: Listening;
let project: string;
beforeAll(async () => {
  clone = makeClone();
  project = join(clone.folder, 'project');
  const put = (name: string, text: string) => writeFileSync(join(project, name), text);
  mkdirSync(join(project, 'my-scenarios'), { recursive: true });
  mkdirSync(join(project, 'inventory'));
  for (const name of ['inventory.yaml', 'inventory/hotels.yaml']) put(name, inventory);
  const played = runCommand(['run', '--scenario', 'hotel-confirmed', '--report', 'json'], {});
  for (const name of ['before', 'after', 'python', 'java', 'go']) put(`${name}.json`, played.stdout);
  symlinkSync('../node_modules', join(project, 'node_modules'));
  put('package.json', '{ "private": true, "scripts": { "test": "node suite.mjs" } }\n');
  put('client.py', '');
  put('suite.mjs', suite);
  // Small programs stand for slow ones.
  const runSuite = `exec '${process.execPath}' suite.mjs\n`;
  const listTests = `case "$*" in *--collect-only*) echo test_suite.py::test_list; exit;; esac\n`;
  const programs = {
    client: '',
    java: '',
    python3: '',
    'book.sh': runSuite,
    npm: runSuite,
    pytest: `${listTests}${runSuite}`,
  };
  for (const [name, text] of Object.entries(programs)) {
    put(name, `#!/bin/sh\n${text}`);
    chmodSync(join(project, name), 0o755);
  }
  copyFileSync(join(clone.folder, 'docs/guides/acme.yaml'), join(project, 'acme.yaml'));
  const pact = join(clone.folder, 'contracts/pacts/static-data.json');
  mkdirSync(join(project, 'pacts'));
  cpSync(pact, join(project, 'pacts/shop-supplier.json'));
  const keeper = await openStore(`sqlite:${join(project, 'understudy-data')}`);
  await createMockSupplier({ store: keeper && (await readStart(keeper)) }).closeStore();
  server = await serveBy('npm start', { cwd: clone.folder, env: {} });
  supplier = await listen(createMockSupplier({ credential: { Username: 'shop', Password: 'demo' } }), {
    port: 0,
  });
  await fetch(`${server.url}/_control/sandboxes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"id":"s1","credential":{"Username":"s1","Password":"s1"}}',
  });
  const criteria =
    '{"DestinationId":"1003","CheckinDate":"2099-01-10","NumNights":2,"SearchRooms":[{"NumAdults":2}],"Nationality":"BR"}';
  for (const [user, path] of [
    ['demo', ''],
    ['s1', '/sandbox/s1'],
  ])
    await fetch(`${server.url}${path}/API/REST/Hotel.svc/Search`, {
      method: 'POST',
      body: `{"Credential":{"Username":"${user}","Password":"${user}"},"Criteria":${criteria}}`,
    });
  const exchanges = `${server.url}/_control/sandboxes/default/exchanges`;
  put('traffic.har', await (await fetch(`${exchanges}.har`)).text());
  const accept = { accept: 'application/x-ndjson' };
  put('traffic.ndjson', await (await fetch(exchanges, { headers: accept })).text());
});
afterAll(async () => {
  await server.stop();
  await supplier.close();
  clone.remove();
});

/** Returns the command for the servers of this test, and its variables. */
function adapt(command: string): { line: string; env: Record<string, string> } {
  const line = command
    .replaceAll(/http:\/\/127\.0\.0\.1:40[12]0|https:\/\/supplier\.example\.com/g, server.url)
    .replace('--vary 20', '--vary 2');
  const env = {
    UNDERSTUDY_CONTROL: `${server.url}/_control`,
    ...(command.startsWith('npx travel-understudy verify ') && proof),
    // This command starts no stand-in, so the server stands for the service that the script calls.
    ...(command.startsWith('npx travel-understudy warp ') && { UNDERSTUDY_BASE_URL: server.url }),
    // One scenario instead of the whole catalogue.
    ...(!command.includes('--list') && { UNDERSTUDY_SCENARIO: 'hotel-confirmed' }),
    // A few runs instead of a whole exploration.
    UNDERSTUDY_BUDGET: '8',
  };
  return { line, env };
}

/** Runs a command of the CLI directly. Other guides show that npx finds it. */
async function run(command: string) {
  const { line, env } = adapt(command);
  if (sharesThread(command)) return runHere(line, env);
  return pasteInto(`${line}\n`, {
    cwd: project,
    env: { ...env, PATH: `${project}:${clone.pathWithFastNpx}` },
  });
}

/** Runs a command in the shared thread. Its files are those of the project. */
function runHere(line: string, env: Record<string, string>) {
  const [words = '', target] = line.split(' > ');
  const files = /^((?:json|junit)=)?([\w-]+\.(?:yaml|har|ndjson|xml|jsonl?|html)|my-scenarios|inventory\/)$/;
  const args = words
    .split(' ')
    .slice(2)
    .map(word => word.replace(files, (_, format = '', file) => `${format}${join(project, file)}`))
    .map(word => word.replace(/^sqlite:/, `sqlite:${project}/`));
  const ended = runCommand(args, env);
  // YAML examples are shown for the reader to change.
  const changed = ended.stdout
    .replace(/^id: .*/m, 'id: mine')
    .replace('Testlost', 'Testmine')
    .replace(/^trigger: .*/m, 'trigger: mine');
  if (target) writeFileSync(join(project, target), target === 'mine.yaml' ? changed : ended.stdout);
  return ended;
}

describe('the page about the command line', () => {
  it('has examples of every command', () => {
    expect(commands.length).toBeGreaterThan(30);
  });

  it.each(commands.filter(line => !line.startsWith('npx travel-understudy serve')))(
    'says "%s", which works',
    async command => {
      // A replayed pact leaves a fault behind, such as a 429 with a Retry-After of one minute.
      if (command.startsWith('npx travel-understudy verify '))
        await fetch(`${server.url}/_control/sandboxes/default/reset`, { method: 'POST' });
      const { status, stderr } = await run(command);
      expect({ status, stderr }).toEqual({ status: ends[command] ?? 0, stderr: expect.any(String) });
    },
  );

  it.each(commands.filter(line => line.startsWith('npx travel-understudy serve')))(
    'says "%s", which serves',
    async command => {
      const { url, stop } = await serveBy(command, {
        cwd: clone.folder,
        env: { PATH: clone.pathWithFastNpx },
      });
      try {
        const send = url.startsWith('https:') ? fetchWithCertificate() : fetch;
        expect((await send(`${url}/_control/health`)).status).toBe(200);
      } finally {
        await stop();
      }
    },
  );
});
