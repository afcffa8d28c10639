// Explores how a client behaves when each of its calls is disturbed: all faults, all crashes, and guided combinations.
export { readExploreBaseline, readSuiteBaseline } from './baseline.ts';
export { type ExploreOptions, explore } from './explore.ts';
export { type ExploreProgress, exploreFlows, replay } from './explore-flows.ts';
export { type Flow, type Subject, selectFlows } from './flows.ts';
export { type PlayRun, playInProcess } from './play.ts';
export { createCommandPlayer } from './play-with-command.ts';
export { explorationReport } from './report.ts';
export { describeExploration, resumable } from './resume.ts';
export { readInjection } from './shorthand.ts';
export * from './suite/index.ts';
