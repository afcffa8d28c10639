import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/{contracts,mock-server,scenarios,house}/**/*.test.ts'] } },
      { test: { name: 'package', include: ['test/package/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
  },
});
