export { BaselineError, type KnownFailure, readBaseline } from './baseline.ts';
export { exitCodeOf, exitCodes } from './exit-code.ts';
export { type JudgedReference, judgeReference } from './judge-reference.ts';
export { playsOf } from './plan.ts';
export { UnstartableClient } from './play-command.ts';
export { type Progress, type RunOptions, run } from './run.ts';
export { selectScenarios, UnknownName } from './select.ts';
