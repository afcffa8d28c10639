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
  /** Loads what it needs only when it is called, so that help and errors come at once. Gives an exit code, or none for 0. */
  run(
    values: Values,
    words: readonly string[],
    behindDashes: readonly string[],
  ): Promise<number> | Promise<void>;
}

/** What a stand-in that a command starts can be given. */
const supplierKeys = [
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
] as const satisfies readonly OptionKey[];

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Starts the stand-in supplier; Ctrl-C ends it.',
    options: ['port', 'host', 'publicUrl', ...supplierKeys, 'controlToken', 'profile', 'log', 'config'],
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
      'Runs a command beside a stand-in of its own, says what that was asked for and which rules that broke, and ends as the command did.',
    behindDashes: 'command',
    options: ['advisory', 'report', ...supplierKeys, 'profile', 'config'],
    examples: [
      'understudy exec -- npm test',
      'understudy exec --report junit=understudy.xml -- npm test',
      'understudy exec --fault hotel.doBooking:cut,commit=before,times=1 -- pytest -q',
      'understudy exec --clock scaled:600 -- ./book.sh --nights 2',
    ],
    run: async (values, _words, command) => (await import('./exec.ts')).exec(values, command),
  },
  {
    name: 'run',
    summary:
      'Plays scenarios with the client that a command starts, and judges it rule by rule; without a command the reference client.',
    behindDashes: 'command',
    options: [
      'globs',
      'product',
      'tag',
      'rule',
      'pace',
      'speed',
      'start',
      'jobs',
      'timeout',
      'bail',
      'strict',
      'report',
      'baseline',
      'list',
      'drawFrom',
      'scenarios',
      'profile',
      'config',
    ],
    examples: [
      'understudy run -- python3 client.py',
      "understudy run --scenario 'answer-lost-*' --scenario client-restarted -- java Client.java",
      'understudy run --report text --report junit=report.xml --report json=report.json --jobs 4 -- ./client',
      'understudy run --rule no-blind-rebooking --list',
      'understudy run',
    ],
    run: async (values, _words, command) => (await import('./run.ts')).runScenarios(values, command),
  },
  {
    name: 'judge',
    summary:
      'Judges traffic that was recorded: that of a sandbox, or a file (HAR, or a line of JSON for each exchange).',
    word: 'file',
    options: ['sandbox', 'control', 'controlToken', 'profile', 'report', 'json'],
    examples: [
      'understudy judge --sandbox default',
      'understudy judge --sandbox s1 --control http://127.0.0.1:4020/_control',
      'understudy judge traffic.har --report junit=understudy.xml',
      'understudy judge traffic.ndjson --json',
    ],
    run: async (values, [file]) => (await import('./judge.ts')).judgeRecorded(file, values),
  },
  {
    name: 'explain',
    summary:
      'Explains a rule, a clause or a scenario: what it means, and what is right and wrong; without a name it lists them.',
    word: 'rule | clause | scenario',
    options: ['scenarios', 'config'],
    examples: [
      'understudy explain no-blind-rebooking',
      'understudy explain flow.3',
      'understudy explain answer-lost-booked',
    ],
    run: async (values, [name]) => (await import('./explain.ts')).explain(name, values),
  },
  {
    name: 'scenarios',
    summary: 'Lists the scenarios, shows one, or checks a file or folder of your own.',
    word: 'list | show <id> | check <file>',
    mostWords: 2,
    options: ['scenarios', 'json', 'yaml', 'config'],
    examples: [
      'understudy scenarios',
      'understudy scenarios show answer-lost-booked --yaml > mine.yaml',
      'understudy scenarios check mine.yaml',
      'understudy scenarios list --scenarios my-scenarios --json',
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
    name: 'verify',
    summary:
      'Compares a supplier with the contract, field by field: by asking a target what only reads, or from recorded traffic (HAR, or a line of JSON for each exchange).',
    word: 'file',
    options: [
      'supplier',
      'commonsUrl',
      'mcpUrl',
      'ownUsername',
      'ownPassword',
      'ownStaticToken',
      'ownManagerId',
      'ownMcpToken',
      'allowBooking',
      'destination',
      'destinationId',
      'airport',
      'checkin',
      'nights',
      'comparison',
      'profile',
      'profileOut',
    ],
    examples: [
      'understudy verify --target https://supplier.example.com',
      'understudy verify --target https://supplier.example.com --profile-out supplier.yaml --report text --report json=drift.json',
      'understudy verify --target https://supplier.example.com --allow-booking --destination Salvador --airport SSA',
      'understudy verify traffic.har --profile supplier.yaml',
    ],
    run: async (values, [file]) => (await import('./verify.ts')).verify(file, values),
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
