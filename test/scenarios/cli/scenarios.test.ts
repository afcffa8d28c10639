import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { catalogue } from '#scenarios';
import { runCommandLine } from '#scenarios/cli/main';
import { makeSupplier } from '#scenarios/cli/make-supplier';
import { createFolder } from '../../folder.ts';
import { scenarioOf } from '../catalogue/scenario-of.ts';
import type { Ended } from './run-command.ts';
import { valuesOf } from './serve-values.ts';

const { path: root, newFolder } = createFolder();

/** Returns the output of the command, which runs in this process. */
async function call(...args: string[]): Promise<Ended> {
  const text = { log: '', error: '' };
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((line: string) => {
      text[name] += `${stripVTControlCharacters(line)}\n`;
    });
  }
  const status = await runCommandLine(args).finally(() => vi.restoreAllMocks());
  return { status, stdout: text.log, stderr: text.error };
}
const scenarios = (...args: string[]) => call('scenarios', ...args);
const known = scenarioOf('prepaid-pending');

/** Creates a folder with a copy of the known scenario, with another id and its own seed. */
function ownFolder(): string {
  const folder = join(root, 'own');
  mkdirSync(folder, { recursive: true });
  const { trigger: _, setup, ...rest } = { ...known };
  const mine = { ...rest, id: 'mine', setup: { ...setup, seed: 'mine' } };
  writeFileSync(join(folder, 'mine.json'), JSON.stringify(mine));
  return folder;
}

describe('the list of scenarios', () => {
  it.each([[[]], [['list']]])('has a line for each, with %j', async words => {
    const { stdout, status } = await scenarios(...words);
    const [head, ...lines] = stdout.trimEnd().split('\n');
    expect([status, head]).toEqual([0, expect.stringMatching(/^ID +PRODUCTS +OUTCOME +TITLE$/)]);
    expect(lines.map(line => line.split(' ', 1)[0])).toEqual(catalogue.map(({ id }) => id));
  });

  it('is JSON on request, with the scenarios of a folder after the others', async () => {
    const { stdout } = await scenarios('list', '--json', '--scenarios', ownFolder());
    const list: { id: string }[] = JSON.parse(stdout);
    expect(list.map(({ id }) => id)).toEqual([...catalogue.map(({ id }) => id), 'mine']);
  });
});

describe('a scenario that is shown', () => {
  it('is described with its faults and its task', async () => {
    expect((await scenarios('show', 'price-up-declined')).stdout).toMatchInlineSnapshot(`
      "price-up-declined
        The price in the conditions is 10 % higher than in the Search; the user declines.

        Products        hotel
        Tags            money, display, smoke
        Clock starts    2026-11-20T10:00:00Z
        Faults          hotel.getBookingConditions:price=10
        Task            book a hotel: {"destination":"Rio de Janeiro","checkinDate":"2026-12-10","nights":2,"rooms":[{"adults":2,"childAges":[7]}],"nationality":"BR"}
                          an offer with {"restrictionType":"CanBook","isPrePayment":false,"canPayLater":true}
        The user        declines another price, declines other conditions
        Outcome         declined-by-user
        Supplier holds  nothing
        Rules           price-change-confirmed
        Clauses         flow.2, field.pricing-info
        Clocks          all

      Play the scenario: npx travel-understudy serve --scenario price-up-declined
      Print all fields:  npx travel-understudy scenarios show price-up-declined --yaml
      "
    `);
  });

  it('is JSON and YAML on demand, the same as it is', async () => {
    expect(JSON.parse((await scenarios('show', 'prepaid-pending', '--json')).stdout)).toEqual(known);
    const { stdout } = await scenarios('show', 'prepaid-pending', '--yaml');
    expect(stdout).toMatch(/^# yaml-language-server: \$schema=\.\.\/node_modules\/travel-understudy\/dist\//);
    expect(parse(stdout)).toEqual(known);
  });
});

describe('a check of scenarios', () => {
  it('runs each scenario, and reports how one ends that misses its expected outcome', async () => {
    const folder = join(root, 'unplayable');
    mkdirSync(folder);
    const { trigger: _, surname: __, ...rest } = { ...known };
    const text = JSON.stringify({ ...rest, id: 'nowhere' }).replaceAll('Rio de Janeiro', 'Rio de Janero');
    writeFileSync(join(folder, 'nowhere.json'), text);
    const stderr = expect.stringMatching(
      /^understudy: nowhere: the outcome with the reference client is error \(.*Rio de Janero.*\), but the scenario allows only confirmed\n$/,
    );
    expect(await scenarios('check', folder)).toMatchObject({ status: 1, stderr });
  });

  it.each([
    [
      'names a rule that its task does not exercise',
      2,
      { rules: ['rejected-is-final'] },
      'odd: rejected-is-final was not observed: ',
    ],
    [
      'expects bookings that the reference client does not make',
      1,
      { truth: { services: ['cancelled'] } },
      'odd: booked-as-expected: The client booked services that have the statuses [confirmed], but the scenario expects [cancelled]',
    ],
  ])('ends as "run" does for a scenario that %s', async (name, code, change, message) => {
    const folder = newFolder();
    const { trigger: _, ...rest } = scenarioOf('hotel-confirmed');
    writeFileSync(join(folder, 'odd.json'), JSON.stringify({ ...rest, ...change, id: 'odd' }));
    expect((await call('run', '--scenarios', folder, '--scenario', 'odd')).status, name).toBe(code);
    const stderr = expect.stringContaining(`understudy: ${message}`);
    expect(await scenarios('check', folder)).toMatchObject({ status: code, stderr });
  });

  it('names those that are well', async () => {
    expect(await scenarios('check', ownFolder())).toEqual({
      status: 0,
      stdout: 'mine: valid; the outcome with the reference client is confirmed\n',
      stderr: '',
    });
  });
});

describe('a server', () => {
  const defaultSandbox = async (...args: string[]) =>
    (await makeSupplier(await valuesOf(args))).sandboxes.require('default');
  const kindsOf = ({ faults }: Awaited<ReturnType<typeof defaultSandbox>>) =>
    faults.list().map(({ effect }) => effect.kind);

  it('plays the given scenario, and has the whole catalogue', async () => {
    const supplier = await makeSupplier(await valuesOf(['--scenario', 'answer-lost-booked']));
    const sandbox = supplier.sandboxes.require('default');
    expect([sandbox.identity.scenario, kindsOf(sandbox)]).toEqual(['answer-lost-booked', ['cut']]);
    const answer = await supplier.fetch('http://supplier.test/_control/scenarios');
    const { scenarios: list } = await answer.json();
    expect(list.map(({ id }: { id: string }) => id)).toEqual(catalogue.map(({ id }) => id));
  });

  it("runs a scenario of a folder that a config file names relative to itself, with the scenario's own seed", async () => {
    ownFolder();
    const config = join(root, 'understudy.yaml');
    writeFileSync(config, 'scenarios: own\nscenario: mine\n');
    const sandbox = await defaultSandbox('--config', config);
    expect(sandbox.identity).toMatchObject({ scenario: 'mine', seed: 'mine' });
    expect(kindsOf(sandbox)).toEqual(['payment']);
  });
});
