import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Scenario } from '#contracts/scenario';
import type { ScenarioReport } from '#scenarios/report/schema';
import { type RunOptions, run } from '#scenarios/run/run';
import { findTracer } from '#scenarios/warp/index';

/** A correct client that waits as long as the specification says, and knows no time scale. */
export interface WarpClient {
  readonly language: string;
  /** The scenarios that it plays. The default is every scenario; it then reports `unsupported` for a task that it cannot play. */
  readonly plays?: readonly string[];
  /** Builds the client into a folder if necessary, and returns its command. */
  readonly command: (folder: string) => readonly [program: string, ...args: string[]];
}

const source = (name: string): string => join(import.meta.dirname, name);

/** A booking, pauses between repetitions, a time-out, polls for half an hour and polls for a day. */
const plain = [
  'hotel-confirmed',
  'server-error-twice',
  'search-timeout',
  'pending-unresolved',
  'on-request-expired',
];

/** Clients that only search, wait, book and poll, each with the usual HTTP library of its language. */
export const plainClients: readonly (WarpClient & { readonly plays: readonly string[] })[] = [
  { language: 'PHP', plays: plain, command: () => ['php', source('client.php')] },
  { language: 'Ruby', plays: plain, command: () => ['ruby', source('client.rb')] },
  {
    language: 'Go',
    plays: plain,
    command(folder) {
      const program = join(folder, 'client');
      build(['go', 'build', '-o', program, source('client.go')], { CGO_ENABLED: '0' });
      return [program];
    },
  },
];

/** The clients in seven languages. The first four are the adapters of the docs. */
export const warpClients: readonly WarpClient[] = [
  { language: 'Node', command: () => [process.execPath, 'docs/adapters/client.mjs'] },
  { language: 'Python', command: () => ['python3', 'docs/adapters/client.py'] },
  { language: 'shell', command: () => ['bash', 'docs/adapters/client.sh'] },
  { language: 'Java', command: folder => buildJava('docs/adapters/Client.java', folder) },
  ...plainClients,
];

function build([program, ...args]: readonly [string, ...string[]], env: NodeJS.ProcessEnv = {}): void {
  const { error, status, stderr } = spawnSync(program, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (error || status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}

/** Compiles a client in Java with the class Client into a folder, and returns its command. */
export function buildJava(file: string, folder: string): readonly [program: string, ...args: string[]] {
  build(['javac', '-d', folder, file]);
  return ['java', '-cp', folder, 'Client'];
}

/** The longest real time of one scenario, in milliseconds. It ends a client that hangs, on any machine. */
const patience = 400_000;

/** Plays scenarios under warp, if necessary with drawn tasks. Fails if warp does not work on this machine. */
export async function playUnderWarp(
  scenarios: readonly Scenario[],
  command: readonly [program: string, ...args: string[]],
  drawn: Pick<RunOptions, 'seed' | 'vary' | 'inventory'> = {},
): Promise<readonly ScenarioReport[]> {
  const tracer = await findTracer();
  if ('reason' in tracer) throw new Error(tracer.reason);
  const pace = { mode: 'warp', speed: 1, timeout: patience } as const;
  const report = await run({
    scenarios,
    command,
    pace,
    warp: { tracer: tracer.path },
    jobs: 2,
    bail: false,
    strict: false,
    ...drawn,
  });
  return report.scenarios;
}
