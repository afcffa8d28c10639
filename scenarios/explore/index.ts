export { readExploreBaseline, readSuiteBaseline } from './baseline.ts';
export { type ExploreOptions, explore, exploreFlows } from './explore.ts';
export type { ExploreProgress, ExploreSetting } from './explorer.ts';
export { type Flow, type Subject, selectFlows } from './flows.ts';
export { readInjection } from './injections.ts';
export type { PlayRun } from './play.ts';
export { createCommandPlayer, playInProcess } from './play-flow.ts';
export { resumable } from './resume.ts';
export * from './suite/index.ts';
