export { BaselineError, readBaseline, readKnown } from './baseline.ts';
export { createHost, type HostTls } from './host.ts';
export { inTurns } from './in-turns.ts';
export { killedIn, tokensInFacts } from './judge-play.ts';
export { placeScenario } from './place-scenario.ts';
export { playsOf } from './plan.ts';
export {
  type ClientSetting,
  playWithCommand,
  RunEnded,
  UnstartableClient,
  watchProgress,
} from './play-command.ts';
export { type JudgedReference, judgeReference, type PlaySupplier } from './play-reference.ts';
export {
  type ClientEnd,
  type ClientStart,
  endGroup,
  endOfTraced,
  exitOf,
  follow,
  groupsNote,
  hasGroups,
  killAtExit,
  type ProgramEnd,
  sandboxVariables,
  shownNotes,
  signalGroup,
  signalTraced,
  startClient,
  traced,
  type Warp,
} from './process/index.ts';
export { quote } from './repeat.ts';
export { type Progress, type RunOptions, run } from './run.ts';
export { createLeakSearch, secretsOf } from './secrets.ts';
export { selectScenarios, UnknownName } from './select.ts';
export { type Pace, timingOf } from './speed.ts';
