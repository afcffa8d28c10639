export { readExploreBaseline, readSuiteBaseline } from './baseline.ts';
export { type ExploreOptions, explore, exploreFlows } from './explore.ts';
export type { ExploreProgress, ExploreSetting } from './explorer.ts';
export { type Flow, selectFlows } from './flows.ts';
export { readInjection } from './injections.ts';
export { createCommandPlayer, playInProcess } from './play-flow.ts';
export * from './suite/index.ts';
