import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asList, asObject, type JsonObject, parseJson } from '#contracts/util';
import {
  createFinder,
  type FindOperation,
  type Interaction,
  openProxy,
  type Pact,
  type Provider,
  type ReplayProxy,
  type RequestRewriting,
  statePath,
  whyNotSent,
  withNumbers,
} from './pact/index.ts';
import type { ReplayTask } from './replay.ts';

export interface Verdict {
  readonly interaction: Interaction;
  /** `pending`: the interaction failed, but the pact marks it as pending. `skipped`: it was not replayed. */
  readonly result: 'holds' | 'broken' | 'pending' | 'skipped';
  readonly reasons: readonly string[];
}

export interface VerifyOptions extends RequestRewriting {
  readonly provider: Provider;
  readonly verifier: string;
  readonly allowBooking: boolean;
  readonly scenarioIds: readonly string[];
}

/** The time-out for one answer, in milliseconds. DoBooking may take 45 seconds (limit.booking-timeout). */
const timeout = 60_000;

/** Throws an Error if Pact's verifier could not run. */
export async function verifyPacts(pacts: readonly Pact[], options: VerifyOptions): Promise<Verdict[]> {
  const find = createFinder(options.dialect);
  const all = pacts.flatMap(pact => pact.interactions);
  const skipped = new Map(all.map(one => [one, whyNotReplayed(one, options, find)]));
  const interactions = all.filter(one => skipped.get(one) === undefined);
  if (interactions.length === 0) return all.map(one => skip(one, skipped.get(one)));
  const proxy = await openProxy({ ...options, find, interactions });
  try {
    const task = { verifier: options.verifier, proxy: proxy.url, statePath, timeout };
    const differencesOf = await replay(pacts, interactions, task);
    return all.map(one => {
      const why = skipped.get(one) ?? proxy.refused.get(one);
      return why === undefined ? verdictOf(one, differencesOf(one), proxy) : skip(one, why);
    });
  } finally {
    await proxy.close();
  }
}

const skip = (interaction: Interaction, why = ''): Verdict => ({
  interaction,
  result: 'skipped',
  reasons: [why],
});

function whyNotReplayed(
  { isHttp, method, path, needsValues, states }: Interaction,
  { provider, allowBooking, scenarioIds }: VerifyOptions,
  find: FindOperation,
): string | undefined {
  if (!isHttp) return 'the interaction is a message; only HTTP requests are replayed';
  if (!provider.isTarget) return undefined;
  const why = allowBooking ? undefined : whyNotSent(method, path, find);
  if (why !== undefined || provider.setState) return why;
  const fault = states.find(state => isFault(state.trim(), scenarioIds));
  if (fault !== undefined)
    return `the target cannot be put into the state "${fault}"; give the address that sets up states with --states`;
  if (needsValues)
    return 'the request needs values from the provider state; give the address that sets up states with --states';
  return undefined;
}

/** Whether a state describes a failure, which a healthy supplier never shows. */
const isFault = (state: string, scenarioIds: readonly string[]): boolean =>
  /^the (?:fault .+|scenario .+|rate is used up)$/i.test(state) || scenarioIds.includes(state);

async function replay(
  pacts: readonly Pact[],
  interactions: readonly Interaction[],
  task: Omit<ReplayTask, 'states' | 'files'>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-pact-'));
  try {
    const numberOf = (one: Interaction) => interactions.indexOf(one);
    const files = await Promise.all(
      pacts.map(async (pact, index) => {
        const file = join(folder, `${index}.json`);
        await writeFile(file, JSON.stringify(withNumbers(pact, numberOf)));
        return file;
      }),
    );
    const states = [...new Set(interactions.flatMap(one => one.states))];
    const results = readResults(await runVerifier({ ...task, states, files }));
    return (one: Interaction) => results(numberOf(one));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function verdictOf(
  interaction: Interaction,
  differences: readonly string[],
  { brokenStates }: ReplayProxy,
): Verdict {
  const { states, stateKeys, isPending } = interaction;
  const broken = states.flatMap((state, index) => {
    const reason = brokenStates.get(stateKeys[index] ?? '');
    return reason === undefined ? [] : [`the state "${state}" could not be set up: ${reason}`];
  });
  const reasons = broken.length > 0 ? broken : differences;
  if (reasons.length === 0) return { interaction, result: 'holds', reasons };
  return { interaction, result: isPending ? 'pending' : 'broken', reasons };
}

// The relative path is valid for this module and for the bundle in dist/scenarios/cli.
const program = `../verify/replay.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;

/** Settings for a Pact broker, and for HTTP proxies, which cannot reach loopback addresses. */
const unwanted = /^(?:https?_proxy|node_use_env_proxy|pact_broker_\w+)$/i;

async function runVerifier(task: ReplayTask): Promise<string> {
  const env = Object.entries(process.env).filter(([name]) => !unwanted.test(name));
  const child = fork(new URL(program, import.meta.url), {
    env: { ...Object.fromEntries(env), PACT_DO_NOT_TRACK: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', text => {
      output += text;
    });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  child.send(task);
  const ended = once(child, 'close');
  const [result] = await Promise.race([once(child, 'message'), ended]);
  await ended;
  process.off('exit', end);
  if (typeof result === 'string') return result; // at its end, a process has an exit code instead
  throw new Error(`Pact's verifier ended without a result:\n${output}`);
}

/** The description of each interaction is a number. Throws an Error with the message of a verifier that could not run. */
function readResults(json: string): (number: number) => string[] {
  const read = parseJson(json, () => new Error(`Pact's verifier could not run: ${json}`));
  const results = asList(asObject(read).interactionResults).map(asObject);
  return number => {
    const own = results.filter(({ description }) => description === String(number));
    if (own.length === 0) return ["Pact's verifier reported no result for the interaction"];
    return own.flatMap(differences);
  };
}

function differences({ result, mismatch }: JsonObject): string[] {
  if (result === 'OK') return [];
  const { mismatches, message } = asObject(mismatch);
  // The verifier reports differences in random order, so this function sorts them.
  if (Array.isArray(mismatches) && mismatches.length > 0)
    return mismatches.map(asObject).map(difference).sort();
  return [typeof message === 'string' ? message : JSON.stringify(mismatch ?? result)];
}

function difference({ type, path, key, parameter, mismatch }: JsonObject): string {
  const place = String(path ?? key ?? parameter ?? '');
  return `${`${String(type).replace(/Mismatch$/, '')} ${place}`.trim()}: ${mismatch}`;
}
