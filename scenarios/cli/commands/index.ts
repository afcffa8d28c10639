import type { Command } from '../command.ts';

/** A line of the table of commands: what the general help needs, without loading the command. */
export interface CommandEntry {
  readonly summary: string;
  load(): Promise<{ readonly command: Command }>;
}

/** Every command, in the order of the help. Adding one takes its file, a line here, and its test. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  serve: {
    summary: 'Starts the stand-in supplier; Ctrl-C ends it.',
    load: () => import('./serve.ts'),
  },
  exec: {
    summary:
      'Runs a command beside a stand-in of its own, reports its calls and the rules they broke, and ends with its exit code.',
    load: () => import('./exec.ts'),
  },
  run: {
    summary:
      'Plays scenarios with the client that a command starts, and judges it rule by rule; without a command the reference client.',
    load: () => import('./run.ts'),
  },
  judge: {
    summary: 'Judges recorded traffic: that of a sandbox, or a file (HAR, or one JSON line per exchange).',
    load: () => import('./judge.ts'),
  },
  explain: {
    summary:
      'Explains a rule, a clause or a scenario, with what is right and wrong; without a name it lists them.',
    load: () => import('./explain.ts'),
  },
  scenarios: {
    summary: 'Lists the scenarios, shows one, or checks a file or folder of your own.',
    load: () => import('./scenarios.ts'),
  },
  'verify-pact': {
    summary: 'Replays consumer contracts (Pact 1 to 4) against a stand-in of its own, or against a target.',
    load: () => import('./verify-pact.ts'),
  },
  verify: {
    summary:
      'Compares a supplier with the contract, field by field: a target by calls that only read, or recorded traffic (HAR, or one JSON line per exchange).',
    load: () => import('./verify.ts'),
  },
  demo: {
    summary:
      'Plays bookings of the reference client in this process, in seconds: with a wait, a lost answer, a cancellation.',
    load: () => import('./demo.ts'),
  },
  openapi: {
    summary: 'Prints the contract as an OpenAPI 3.1 document (JSON).',
    load: () => import('./openapi.ts'),
  },
  endpoints: {
    summary: 'Lists the operations with id, method, path, provenance and summary, or explains one by its id.',
    load: () => import('./endpoints.ts'),
  },
};

/** A command with its line of the table. */
export interface LoadedCommand extends Pick<CommandEntry, 'summary'> {
  readonly name: string;
  readonly command: Command;
}

/** Loads all commands, for what describes all of them. */
export const loadCommands = (): Promise<LoadedCommand[]> =>
  Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => ({ name, summary, ...(await load()) })),
  );
