export { readExploreBaseline, readSuiteBaseline } from './baseline.ts';
export { type ExploreOptions, explore, exploreFlows } from './explore.ts';
export type { ExploreProgress, ExploreSetting } from './explorer.ts';
export { type Flow, type Subject, selectFlows } from './flows.ts';
export { type PlayRun, playInProcess } from './play.ts';
export { createCommandPlayer } from './play-with-command.ts';
export { resumable } from './resume.ts';
export { readInjection } from './shorthand.ts';
export * from './suite/index.ts';
