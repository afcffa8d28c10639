import type { OptionKey, Values } from './options.ts';

/** One command: what the help says of it, and what it does. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What the word is that may follow it, or the words; absent where none may. */
  readonly word?: string;
  /** How many words those can be; one when absent. */
  readonly mostWords?: number;
  /** What the words behind `--` are, which no option of the command is looked for in; absent where none may come. */
  readonly behindDashes?: string;
  readonly options: readonly OptionKey[];
  readonly examples: readonly string[];
  /** Loads what it needs only when it is called, so that help and errors come at once. */
  run(values: Values, words: readonly string[], behindDashes: readonly string[]): Promise<void>;
}

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Starts the stand-in supplier; Ctrl-C ends it.',
    options: [
      'port',
      'host',
      'publicUrl',
      'seed',
      'clock',
      'scenario',
      'scenarios',
      'fault',
      'username',
      'password',
      'staticToken',
      'managerId',
      'mcpToken',
      'controlToken',
      'profile',
      'log',
      'config',
    ],
    examples: [
      'understudy serve --port 0 --log json',
      'understudy serve --clock manual@2026-12-01T10:00:00Z',
      'understudy serve --fault hotel.doBooking:cut,commit=before,times=1 --fault delay=PT2S',
      'understudy serve --scenario answer-lost-booked',
      'understudy serve --host 0.0.0.0 --public-url https://understudy.example.com',
    ],
    run: async values => (await import('./serve.ts')).serve(values),
  },
  {
    name: 'exec',
    summary:
      'Runs a command beside a stand-in of its own, says what that was asked for, and ends as the command did.',
    behindDashes: 'command',
    options: [
      'seed',
      'clock',
      'scenario',
      'scenarios',
      'fault',
      'username',
      'password',
      'staticToken',
      'managerId',
      'mcpToken',
      'profile',
      'config',
    ],
    examples: [
      'understudy exec -- npm test',
      'understudy exec --fault hotel.doBooking:cut,commit=before,times=1 -- pytest -q',
      'understudy exec --clock scaled:600 -- ./book.sh --nights 2',
    ],
    run: async (values, _words, command) => (await import('./exec.ts')).exec(values, command),
  },
  {
    name: 'scenarios',
    summary: 'Lists the scenarios, shows one, or checks a file or folder of your own.',
    word: 'list | show <id> | check <file>',
    mostWords: 2,
    options: ['scenarios', 'json', 'yaml', 'config'],
    examples: [
      'understudy scenarios',
      'understudy scenarios show answer-lost-booked --yaml > scenarios/mine.yaml',
      'understudy scenarios check scenarios/mine.yaml',
      'understudy scenarios list --scenarios scenarios --json',
    ],
    run: async (values, words) => (await import('./scenarios.ts')).tellScenarios(words, values),
  },
  {
    name: 'verify-pact',
    summary: 'Replays consumer contracts (Pact 1 to 4) against a stand-in of its own, or against a target.',
    word: 'file or folder',
    options: [
      'target',
      'commonsUrl',
      'states',
      'allowBooking',
      'seed',
      'clock',
      'scenarios',
      'fault',
      'username',
      'password',
      'staticToken',
      'managerId',
      'controlToken',
      'profile',
      'config',
    ],
    examples: [
      'understudy verify-pact pacts',
      'understudy verify-pact pacts/shop-supplier.json --target https://supplier.example.com --username shop',
      'understudy verify-pact pacts --target http://127.0.0.1:4010 --states http://127.0.0.1:4010/_control/provider-states --allow-booking',
    ],
    run: async (values, [path]) => (await import('./verify-pact.ts')).verifyPact(path, values),
  },
  {
    name: 'demo',
    summary:
      'Plays bookings of the reference client in this process, in seconds: with a wait, a lost answer, a cancellation.',
    options: [],
    examples: ['understudy demo'],
    run: async () => (await import('../demo/demo.ts')).demo(),
  },
  {
    name: 'openapi',
    summary: 'Prints the contract as an OpenAPI 3.1 document (JSON).',
    options: ['profile'],
    examples: ['understudy openapi > openapi.json', 'understudy openapi --profile acme.yaml'],
    run: async values => (await import('./openapi.ts')).printOpenApi(values),
  },
  {
    name: 'endpoints',
    summary: 'Lists the operations: id, method, path, provenance, summary; or explains the one with an id.',
    word: 'id',
    options: [
      'url',
      'port',
      'host',
      'publicUrl',
      'clock',
      'username',
      'password',
      'staticToken',
      'managerId',
      'profile',
      'json',
      'config',
    ],
    examples: [
      'understudy endpoints',
      'understudy endpoints hotel.search',
      'understudy endpoints hotel.search --url https://understudy.example.com --username acme',
      'understudy endpoints --profile acme.yaml --json',
    ],
    run: async (values, [id]) => {
      if (id === undefined) return (await import('./endpoints.ts')).listEndpoints(values);
      return (await import('./endpoint.ts')).showEndpoint(id, values);
    },
  },
];
