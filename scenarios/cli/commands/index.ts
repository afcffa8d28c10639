import { keysOf } from '#contracts/util';
import type { Command, LoadedCommand } from '../command.ts';

/** All commands, in the order of the help. It prints the summaries without the code of the commands, which would load slowly. */
export const summaries = {
  serve: 'Starts the stand-in supplier, with a console at /console; Ctrl-C stops it.',
  exec: 'Runs a command with a new stand-in, judges the calls that the command made, and ends with the exit code of the command.',
  run: 'Plays scenarios with your client, and judges the client rule by rule; without a command, plays the scenarios with the reference client.',
  explore:
    'Disturbs every call of your client with every fault and crash, and reports what breaks, with the smallest example; without a command, explores the reference client.',
  warp: 'Runs a command alone on virtual time (Linux): its waits take no time; prints real and virtual time on stderr.',
  judge: 'Judges recorded traffic: the calls of a sandbox, or a file (HAR, or one JSON line per exchange).',
  report:
    'Compares JSON reports of run, for several clients or runs: what is new, what still fails, and what is fixed.',
  explain:
    'Explains a rule, a clause or a scenario, with correct and wrong behavior; without a name, lists all rules, clauses and scenarios.',
  scenarios: 'Lists the scenarios, shows one scenario, or checks your own file or folder of scenarios.',
  inventory:
    'Writes a new inventory file that is generated from a seed or learned from a recording, or checks your own file or folder.',
  'verify-pact': 'Replays consumer contracts (Pact 1 to 4) against a new stand-in, or against a target.',
  verify:
    'Compares a supplier with the contract, field by field; sends read-only calls to a target, or reads recorded traffic (HAR, or JSON lines).',
  demo: 'Plays bookings with the reference client in a few seconds, for example with a wait, a lost answer and a cancellation.',
  openapi: 'Prints the contract as an OpenAPI 3.1 document (JSON).',
  endpoints: 'Lists the operations with id, method, path, provenance and summary, or explains one operation.',
  profile: 'Checks a profile, or lists and shows the bundled profiles.',
  store:
    'Checks a durable store of "serve", exports its sandboxes, or copies the sandboxes to another store.',
  init: 'Writes a config file and a first scenario of your own into the current folder; replaces no file.',
  agents: 'Copies the instructions for coding agents, AGENTS.md and a skill, into your project.',
  mcp: 'Serves the sandboxes, faults, runs and verdicts as tools for a coding agent, by the Model Context Protocol over stdio.',
  completion:
    'Prints a script that completes commands, flags, their values and ids in bash, zsh, fish or PowerShell.',
};

type Name = keyof typeof summaries;

/** To add a command, add a file, a line here, its summary and a test. */
export const load: Readonly<Record<Name, () => Promise<{ readonly command: Command }>>> = {
  serve: () => import('./serve.ts'),
  exec: () => import('./exec.ts'),
  run: () => import('./run.ts'),
  explore: () => import('./explore.ts'),
  warp: () => import('./warp.ts'),
  judge: () => import('./judge.ts'),
  report: () => import('./report.ts'),
  explain: () => import('./explain.ts'),
  scenarios: () => import('./scenarios.ts'),
  inventory: () => import('./inventory.ts'),
  'verify-pact': () => import('./verify-pact.ts'),
  verify: () => import('./verify.ts'),
  demo: () => import('./demo.ts'),
  openapi: () => import('./openapi.ts'),
  endpoints: () => import('./endpoints.ts'),
  profile: () => import('./profile.ts'),
  store: () => import('./store.ts'),
  init: () => import('./init.ts'),
  agents: () => import('./agents.ts'),
  mcp: () => import('./mcp.ts'),
  completion: () => import('./completion.ts'),
};

export const isCommand = (name: string): name is Name => Object.hasOwn(summaries, name);

export const loadCommands = (): Promise<LoadedCommand[]> =>
  Promise.all(
    keysOf(summaries).map(async name => ({ name, summary: summaries[name], ...(await load[name]()) })),
  );
