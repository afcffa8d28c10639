export { BaselineError, type KnownFailure, readBaseline } from './baseline.ts';
export { exitCodes } from './exit-code.ts';
export { playsOf } from './plan.ts';
export { UnstartableClient } from './play-command.ts';
export { type Progress, type RunOptions, run } from './run.ts';
export { selectScenarios, UnknownName } from './select.ts';
