import { configDefaults, defineConfig } from 'vitest/config';

const slow = { testTimeout: 120_000, hookTimeout: 120_000 };
// A machine that does other things as well is no reason to fail.
const patient = { testTimeout: 30_000, hookTimeout: 30_000 };
const ownProject = ['test/package/**', 'test/browser/**', 'test/bench/**'];

export default defineConfig({
  test: {
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
      { test: { name: 'browser', include: ['test/browser/**/*.test.ts'], ...slow } },
    ],
  },
});
