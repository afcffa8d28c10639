import { configDefaults, defineConfig } from 'vitest/config';

const slow = { testTimeout: 120_000, hookTimeout: 120_000 };
// A machine that does other things as well is no reason to fail.
const patient = { testTimeout: 30_000, hookTimeout: 30_000 };
const ownProject = ['test/package/**', 'test/browser/**', 'test/bench/**', 'test/docs/**', 'test/pact/**'];
// The core of Pact is native code that writes files: two at a time lose what they wrote.
const oneByOne = { pool: 'forks', fileParallelism: false, env: { PACT_DO_NOT_TRACK: '1' } } as const;

export default defineConfig({
  test: {
    // Many tests wait for processes that they have started; Vitest alone would leave one processor out.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ownProject],
          ...patient,
        },
      },
      {
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          globalSetup: ['test/package/pack.ts'],
          ...slow,
        },
      },
      {
        test: {
          name: 'pact-consumer',
          include: ['test/pact/consumer/**/*.test.ts'],
          ...oneByOne,
          ...slow,
        },
      },
      {
        test: {
          name: 'pact-provider',
          include: ['test/pact/provider/**/*.test.ts'],
          ...oneByOne,
          ...slow,
        },
      },
      { test: { name: 'docs', include: ['test/docs/**/*.test.ts'], ...slow } },
      { test: { name: 'browser', include: ['test/browser/**/*.test.ts'], ...slow } },
    ],
  },
});
