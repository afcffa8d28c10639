import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFinder, type FindOperation, type Speaker, whyNotSent } from './addressed.ts';
import { openFront, statePath } from './front.ts';
import { type Interaction, type Pact, withNumbers } from './pact-file.ts';
import type { Provider } from './provider.ts';
import type { ReplayOrder, Replied } from './replay-order.ts';
import { readResults } from './results.ts';

/** What came of one interaction. */
export interface Verdict {
  readonly interaction: Interaction;
  /** `pending`: it does not hold and need not yet; `skipped`: it was not replayed. */
  readonly result: 'holds' | 'broken' | 'pending' | 'skipped';
  /** What differs, or why it was not replayed. */
  readonly reasons: readonly string[];
}

/** Who is asked, by whom, and how much of the pacts. */
export interface VerifyOptions extends Speaker {
  readonly provider: Provider;
  /** Where @pact-foundation/pact lies, as an address to be imported. */
  readonly verifier: string;
  /** Lets what books, pays or cancels be replayed against a target, too. */
  readonly allowBooking: boolean;
  /** Ids of the scenarios that states may name. */
  readonly scenarioIds: readonly string[];
}

/** How long one answer may take, in milliseconds: a DoBooking has 45 seconds (limit.booking-timeout). */
const timeout = 60_000;

/**
 * Replays the interactions of pacts against a provider, and says of each what came of it.
 *
 * @throws Error where Pact's verifier could not run
 * @example (await verifyPacts([readPact(file, text)], options)).filter(({ result }) => result === 'broken')
 */
export async function verifyPacts(pacts: readonly Pact[], options: VerifyOptions): Promise<Verdict[]> {
  const find = createFinder(options.dialect);
  const interactions = pacts.flatMap(pact => pact.interactions);
  const whyNot = new Map(interactions.map(one => [one, whyNotReplayed(one, { ...options, find })]));
  const replayed = interactions.filter(one => whyNot.get(one) === undefined);
  const found = replayed.length === 0 ? [] : await replay(pacts, replayed, { ...options, find });
  return interactions.map(interaction => {
    const why = whyNot.get(interaction);
    if (why !== undefined) return { interaction, result: 'skipped', reasons: [why] };
    return found[replayed.indexOf(interaction)] ?? verdictOf(interaction, [silence]);
  });
}

const silence = 'the verifier of Pact says nothing of it';

function verdictOf(interaction: Interaction, reasons: readonly string[]): Verdict {
  const otherwise = interaction.isPending ? 'pending' : 'broken';
  return { interaction, result: reasons.length === 0 ? 'holds' : otherwise, reasons };
}

function whyNotReplayed(
  { isHttp, method, path, needsValues, states }: Interaction,
  { provider, find, allowBooking, scenarioIds }: VerifyOptions & { find: FindOperation },
): string | undefined {
  if (!isHttp) return 'it is no request over HTTP';
  if (!provider.isTarget) return undefined;
  const why = allowBooking ? undefined : whyNotSent(method, path, find);
  if (why !== undefined || provider.setState) return why;
  const fault = states.find(state => isFault(state.trim(), scenarioIds));
  if (fault !== undefined)
    return `nobody can put the target into its state "${fault}"; --states says who sets states up`;
  if (needsValues) return 'its request needs values of its provider state; --states says who sets states up';
  return undefined;
}

/** Whether a state is one in which something goes wrong: a healthy supplier is never in it. */
const isFault = (state: string, scenarioIds: readonly string[]): boolean =>
  /^the (?:fault .+|scenario .+|rate is used up)$/i.test(state) || scenarioIds.includes(state);

/** What came of each of the interactions, in their order. */
async function replay(
  pacts: readonly Pact[],
  interactions: readonly Interaction[],
  options: VerifyOptions & { find: FindOperation },
): Promise<(Verdict | undefined)[]> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-pact-'));
  const front = await openFront({ ...options, interactions });
  const found: Verdict[] = [];
  try {
    // One by one: what the verifier says of an interaction does not tell its file.
    for (const pact of pacts) {
      const own = pact.interactions.filter(one => interactions.includes(one));
      if (own.length === 0) continue;
      const file = join(folder, 'pact.json');
      const numbered = withNumbers(pact, one => (own.includes(one) ? interactions.indexOf(one) : undefined));
      await writeFile(file, JSON.stringify(numbered));
      const states = [...new Set(own.flatMap(one => one.states))];
      const { verifier } = options;
      const order = { verifier, front: front.url, statePath, states, files: [file], timeout };
      const results = readResults((await runVerifier(order)).json);
      for (const one of own) {
        const why = front.refused.get(one);
        found[interactions.indexOf(one)] =
          why === undefined
            ? verdictOf(
                one,
                withStates(one, results(interactions.indexOf(one)), front.brokenStates) ?? [silence],
              )
            : { interaction: one, result: 'skipped', reasons: [why] };
      }
    }
  } finally {
    await front.close();
    await rm(folder, { recursive: true, force: true });
  }
  return found;
}

/** A state that could not be set up explains everything else. */
function withStates(
  { states, stateKeys }: Interaction,
  reasons: readonly string[] | undefined,
  broken: ReadonlyMap<string, string>,
): readonly string[] | undefined {
  const told = states.flatMap((state, index) => {
    const why = broken.get(stateKeys[index] ?? '');
    return why === undefined ? [] : [`its state "${state}" could not be set up: ${why}`];
  });
  return told.length > 0 ? told : reasons;
}

const program = `./replay.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;

/** Proxies of this machine are not for loopback, and nobody is to be told that a pact was verified. */
const unwanted = /^(?:https?_proxy|node_use_env_proxy|pact_broker_\w+)$/i;

/** Runs Pact's verifier in a process of its own. */
async function runVerifier(order: ReplayOrder): Promise<Replied> {
  const env = Object.entries(process.env).filter(([name]) => !unwanted.test(name));
  const child = fork(new URL(program, import.meta.url), {
    env: { ...Object.fromEntries(env), PACT_DO_NOT_TRACK: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', text => {
      said += text;
    });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  child.send(order);
  const ended = once(child, 'close');
  const replied = await Promise.race([once(child, 'message').then(([reply]) => reply as Replied), ended]);
  await ended;
  process.off('exit', end);
  if ('json' in replied) return replied; // from our own program
  throw new Error(`the verifier of Pact ended without a result:\n${said}`);
}
