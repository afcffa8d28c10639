export {
  type Advance,
  type ClockAnswer,
  type Rule,
  type SandboxApi,
  sandboxApi,
  serverApi,
  type Verdicts,
} from './api.ts';
export { ControlFailure, controlToken, serverUrl, tokenProblem } from './call.ts';
export { readEvents } from './events.ts';
export { inNamespace } from './in-namespace.ts';
export { asCurl, type LoggedCall, loggedCalls } from './log.ts';
