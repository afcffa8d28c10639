import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, commandsOf, shellBlocks } from './blocks.ts';
import { type Clone, makeClone, pasteInto, type Served, serveBy } from './clone.ts';

const blocks = shellBlocks();

/** The pages whose commands another test runs, and the reason. */
const elsewhere = [
  // Their commands run in a project that has installed the package.
  'docs/guides/ci.md',
  // Their commands run in a project with the files of the examples: test/docs/command-line.test.ts.
  'docs/guides/command-line.md',
  // Their commands need a container engine. test/package/container.test.ts tests what is possible without one.
  'docs/guides/container.md',
  // Their commands need k6 and a file of tokens. test/scenarios/cli/tokens-file.test.ts serves with such a file.
  'docs/guides/operate.md',
  // Their commands need a Valkey server. test/mock-server/store/redis starts one.
  'docs/guides/replicas.md',
  // Their commands need Java, a container engine and a real supplier. test/mock-server/node/tls.test.ts serves https with each kind of certificate.
  'docs/guides/tls.md',
];
const pages = [...new Set(blocks.map(({ page }) => page))].filter(page => !elsewhere.includes(page));
/** Commands that .ci/run executes in a clean clone. A test cannot run them inside itself. */
const inGate = ['npm ci && npm start\n', 'npm ci && npm test\n'];

/** A text in the output of each page, because an exit code alone does not prove success. */
const expectedOutputs: Readonly<Record<string, RegExp>> = {
  'README.md': /2 scenarios: 2 held/,
  'docs/guides/first-booking.md':
    /^CONFIRMED$[\s\S]*"ServiceType":"transfer","bookingStatus":"CONFIRMED"[\s\S]*"bookingStatus":"Cancelled"[\s\S]*^OnRequest$[\s\S]*"to":"confirmed"[\s\S]*^CONFIRMED$[\s\S]*^no answer: curl ended with (?:52|56)$[\s\S]*^CONFIRMED$[\s\S]*"reTokenLife":"25 hours"/m,
  'docs/agents/AGENTS.md': /1 scenario: 1 held[\s\S]*lost-answer-regression: valid[\s\S]*1 scenario: 1 held/,
  'docs/guides/agents.md': /^wrote AGENTS\.md$/m,
  'docs/guides/browser.md': /^access-control-allow-origin: http:\/\/localhost:5173\r?$/im,
  'docs/guides/console.md': /"mode":"real"/,
  'docs/guides/exec.md': /CONFIRMED[\s\S]*"iataCode":"SSA"/,
  'docs/guides/explore.md': /1 of 1 flow, 8 runs/,
  'docs/guides/faults.md': /"id":"unlucky"/,
  'docs/guides/inventory.md': /^inventory\.yaml: valid; 1 destination, 2 hotels\n[\s\S]*"soldOut":true/,
  'docs/guides/pact.md': /(\d+) of \1 interactions hold[\s\S]*interactions hold/,
  'docs/guides/payment.md': /"PaymentStatus":"Approved"/,
  'docs/guides/profile.md': /^docs\/guides\/acme\.yaml: valid; the profile "acme" changes \d+ operations\n/,
  'docs/guides/quickstart-python.md': /CONFIRMED[\s\S]*OnRequest: looking again[\s\S]*CONFIRMED/,
  'docs/guides/run.md':
    /2 scenarios: 2 held[\s\S]*3 plays of 1 scenario: 3 held[\s\S]*1 scenario: 1 held[\s\S]*after: 0 of 1 scenario broken/,
  'docs/guides/scenarios.md':
    /"id":"lost"[\s\S]*lost-in-lisbon: valid; the outcome with the reference client is confirmed/,
  'docs/guides/store.md': /0 problems/,
  'docs/guides/warp.md': /2 scenarios: 2 held[\s\S]*CONFIRMED/,
  'docs/guides/verify.md': /, no drift\n[\s\S]*, no drift\n/,
};

/** The files that a page tells its reader to write, with the command that each one follows. */
const written: Readonly<Record<string, string | undefined>> = {
  '> my-scenarios/lost-in-lisbon.yaml': blocksOf('scenarios', 'yaml')[0],
};

/** A page whose commands run with the real npx, which finds the command in the clone. */
const pageWithRealNpx = 'README.md';

let clone: Clone;
const served: Served[] = [];
const serve = async (command: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const one = await serveBy(command, { cwd: clone.folder, env });
  served.push(one);
  return one.url;
};
beforeAll(async () => {
  clone = makeClone();
  writeFileSync(join(clone.folder, 'inventory.yaml'), blocksOf('inventory', 'yaml')[0] ?? '');
  await serve('npm start');
});
afterAll(async () => {
  for (const one of served) await one.stop();
  clone.remove();
});

const isServing = (command: string): boolean => /^(?:npm start|npx travel-understudy serve)\b/.test(command);

/** Pastes the commands of a page, in one shell between the starts of servers, and returns their output. */
async function paste(commands: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  let output = '';
  let url = served[0]?.url ?? '';
  let waiting: string[] = [];
  const flush = async () => {
    const script = waiting.join('\n').replaceAll('http://127.0.0.1:4010', url);
    const { status, stdout, stderr } = await pasteInto(`${script}\n`, {
      cwd: clone.folder,
      env: { ...env, UNDERSTUDY_BASE_URL: url },
    });
    expect({ script, status, stderr }).toEqual({ script, status: 0, stderr: expect.any(String) });
    output += stdout;
    waiting = [];
  };
  for (const command of commands) {
    // Only one process can use a store, so the reader of the page stops the server first.
    if (command.startsWith('npx travel-understudy store check ')) await served.pop()?.stop();
    if (isServing(command)) {
      await flush();
      url = await serve(command, env);
      continue;
    }
    waiting.push(command);
    const [, file, text] =
      Object.entries(written)
        .map(([end, content]) => [end, end.slice(2), content] as const)
        .find(([end]) => command.endsWith(end)) ?? [];
    if (file === undefined) continue;
    await flush();
    writeFileSync(join(clone.folder, file), text ?? '');
  }
  await flush();
  return output;
}

/** Returns a command of the instructions for coding agents with a client, and with the changes that the agent makes in its scenario. */
const byAgent = (command: string): string =>
  command
    .replace('<command>', 'node docs/adapters/client.mjs')
    .replace(
      ' > ',
      " | sed -e 's/^id: .*/id: lost-answer-regression/' -e '/^trigger:/d' -e '/^surname:/d' > ",
    );

it.each(pages)(
  'the commands of %s work as they stand in a clean clone, from the first to the last',
  async page => {
    const texts = blocks.filter(block => block.page === page && !inGate.includes(block.text));
    const commands = texts.flatMap(({ text }) => commandsOf(text));
    const isForAgents = page === 'docs/agents/AGENTS.md';
    const env = {
      ...(page !== pageWithRealNpx && { PATH: clone.pathWithFastNpx }),
      // One scenario instead of all.
      ...(isForAgents && { UNDERSTUDY_SCENARIO: 'answer-lost-booked' }),
    };
    const pasted = isForAgents ? commands.map(byAgent) : commands;
    expect(await paste(pasted, env)).toMatch(expectedOutputs[page] ?? /no line above says what it tells/);
  },
);

it('the README has the two commands that the gate begins with', () => {
  expect(blocks.filter(({ text }) => inGate.includes(text)).map(({ page }) => page)).toEqual([
    'README.md',
    'README.md',
  ]);
});

describe('commandsOf', () => {
  it('keeps together what goes on in the next line', () => {
    expect(commandsOf("a\nb \\\n  c\nd '\n e'; f\n")).toEqual(['a', 'b \\\n  c', "d '\n e'; f"]);
  });

  it('objects to a quote that stays open', () => {
    expect(() => commandsOf("a 'b\n")).toThrow("does not end: a 'b");
  });
});
