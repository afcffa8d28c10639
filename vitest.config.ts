import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Everything that a run keeps for the next one is below this folder. */
const cache = join(import.meta.dirname, 'node_modules/.cache');
// Tests start processes of Node. From their second start on, these read compiled code.
process.env.NODE_COMPILE_CACHE ??= join(cache, 'node-compile-cache');

// A time limit ends a test that hangs. A busy machine is no reason to fail.
const patient = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 120_000 } } };
/** The folders whose tests need other programs: a browser, npm, a C compiler or other languages. */
const ownProject = [
  'test/package/**',
  'test/browser/**',
  'test/docs/**',
  'test/pact/**',
  'test/scenarios/warp/**',
  'test/scenarios/cli/warp.test.ts',
  'test/clients/warp/**',
];
// The core of Pact is native code that writes files: two at a time lose what they wrote.
const oneByOne = {
  pool: 'forks',
  fileParallelism: false,
  isolate: false,
  sequence: { groupOrder: 1 },
  env: { PACT_DO_NOT_TRACK: '1' },
} as const;

/** The projects with the longest files. */
const longest = ['warp-clients', 'browser', 'system', 'docs', 'warp', 'package'];

/** Starts the longest files first, so that no worker waits at the end for one that another worker runs. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) =>
      longest.includes(project.name) ? longest.indexOf(project.name) : longest.length;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  cacheDir: join(cache, 'vitest'),
  test: {
    // Many tests wait for processes that they have started; Vitest alone would leave one processor out.
    maxWorkers: '100%',
    fsModuleCachePath: join(cache, 'vitest/modules'),
    globalSetup: ['test/programs/bundle.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, '**/*.system.test.ts', ...ownProject],
          // The files that a worker runs share modules: to load them again for each file takes longer than the tests.
          isolate: false,
          ...patient,
        },
      },
      // Tests that take long, or that need a program such as curl, Python, redis-server or nginx.
      { test: { name: 'system', include: ['test/**/*.system.test.ts'], ...patient } },
      {
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          globalSetup: ['test/package/pack.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'pact-consumer',
          include: ['test/pact/consumer/**/*.test.ts'],
          ...oneByOne,
          ...patient,
        },
      },
      {
        test: {
          name: 'pact-provider',
          include: ['test/pact/provider/**/*.test.ts'],
          ...oneByOne,
          ...patient,
        },
      },
      { test: { name: 'docs', include: ['test/docs/**/*.test.ts'], ...patient } },
      // This project needs a C compiler.
      {
        test: {
          name: 'warp',
          include: ['test/scenarios/warp/**/*.test.ts', 'test/scenarios/cli/warp.test.ts'],
          ...patient,
        },
      },
      // This project needs a C compiler, Python, PHP, Ruby, Go, Java, and a shell with curl and jq.
      { test: { name: 'warp-clients', include: ['test/clients/warp/**/*.test.ts'], ...patient } },
      { test: { name: 'browser', include: ['test/browser/**/*.test.ts'], ...patient } },
    ],
  },
});
