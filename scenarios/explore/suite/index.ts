export { type ExploreTestsOptions, exploreTests, exploreTestsWith } from './explore-tests.ts';
export type { Command } from './play-test.ts';
export { SuiteError } from './presets.ts';
