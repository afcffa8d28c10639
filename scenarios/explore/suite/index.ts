// Explores a test suite: is its client right under every disturbance, and would the suite notice if it were not?
export { type ExploreTestsOptions, exploreTests, exploreTestsWith } from './explore-tests.ts';
export type { Command } from './play-test.ts';
export { SuiteError } from './presets.ts';
