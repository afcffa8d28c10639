import type { Command, LoadedCommand } from '../command.ts';

/** The general help prints the summaries without `load`, which would load the code of the command. */
export interface CommandEntry {
  readonly summary: string;
  load(): Promise<{ readonly command: Command }>;
}

/** All commands, in the order of the help. To add a command, add a file, an entry in this table, and a test. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  serve: {
    summary: 'Starts the stand-in supplier, with a console at /console; Ctrl-C stops it.',
    load: () => import('./serve.ts'),
  },
  exec: {
    summary:
      'Runs a command with a new stand-in, judges the calls that the command made, and ends with the exit code of the command.',
    load: () => import('./exec.ts'),
  },
  run: {
    summary:
      'Plays scenarios with your client, and judges the client rule by rule; without a command, plays the scenarios with the reference client.',
    load: () => import('./run.ts'),
  },
  explore: {
    summary:
      'Disturbs every call of your client with every fault and crash, and reports what breaks, with the smallest example; without a command, explores the reference client.',
    load: () => import('./explore.ts'),
  },
  warp: {
    summary:
      'Runs a command alone on virtual time (Linux): its waits take no time; prints real and virtual time on stderr.',
    load: () => import('./warp.ts'),
  },
  judge: {
    summary:
      'Judges recorded traffic: the calls of a sandbox, or a file (HAR, or one JSON line per exchange).',
    load: () => import('./judge.ts'),
  },
  report: {
    summary:
      'Compares JSON reports of run, for several clients or runs: what is new, what still fails, and what is fixed.',
    load: () => import('./report.ts'),
  },
  explain: {
    summary:
      'Explains a rule, a clause or a scenario, with correct and wrong behavior; without a name, lists all rules, clauses and scenarios.',
    load: () => import('./explain.ts'),
  },
  scenarios: {
    summary: 'Lists the scenarios, shows one scenario, or checks your own file or folder of scenarios.',
    load: () => import('./scenarios.ts'),
  },
  inventory: {
    summary:
      'Writes a new inventory file that is generated from a seed or learned from a recording, or checks your own file or folder.',
    load: () => import('./inventory.ts'),
  },
  'verify-pact': {
    summary: 'Replays consumer contracts (Pact 1 to 4) against a new stand-in, or against a target.',
    load: () => import('./verify-pact.ts'),
  },
  verify: {
    summary:
      'Compares a supplier with the contract, field by field; sends read-only calls to a target, or reads recorded traffic (HAR, or JSON lines).',
    load: () => import('./verify.ts'),
  },
  demo: {
    summary:
      'Plays bookings with the reference client in a few seconds, for example with a wait, a lost answer and a cancellation.',
    load: () => import('./demo.ts'),
  },
  openapi: {
    summary: 'Prints the contract as an OpenAPI 3.1 document (JSON).',
    load: () => import('./openapi.ts'),
  },
  endpoints: {
    summary: 'Lists the operations with id, method, path, provenance and summary, or explains one operation.',
    load: () => import('./endpoints.ts'),
  },
  profile: {
    summary: 'Checks a profile, or lists and shows the bundled profiles.',
    load: () => import('./profile.ts'),
  },
  store: {
    summary:
      'Checks a durable store of "serve", exports its sandboxes, or copies the sandboxes to another store.',
    load: () => import('./store.ts'),
  },
  init: {
    summary:
      'Writes a config file and a first scenario of your own into the current folder; replaces no file.',
    load: () => import('./init.ts'),
  },
  agents: {
    summary: 'Copies the instructions for coding agents, AGENTS.md and a skill, into your project.',
    load: () => import('./agents.ts'),
  },
  mcp: {
    summary:
      'Serves the sandboxes, faults, runs and verdicts as tools for a coding agent, by the Model Context Protocol over stdio.',
    load: () => import('./mcp.ts'),
  },
  completion: {
    summary:
      'Prints a script that completes commands, flags, their values and ids in bash, zsh, fish or PowerShell.',
    load: () => import('./completion.ts'),
  },
};

export const loadCommands = (): Promise<LoadedCommand[]> =>
  Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => ({ name, summary, ...(await load()) })),
  );
