// Explores a test suite: is its client right under every disturbance, and would the suite notice if it were not?
export { exploreSuite, readSuiteBaseline, type SuiteSetting } from './explore-suite.ts';
export { type ExploreTestsOptions, exploreTests, type TestFunction } from './explore-tests.ts';
export { playTestWithCommand, type Test } from './play-test.ts';
export { listTests, type Suite, SuiteError, suiteOf, suiteOfTemplates } from './presets.ts';
