import type * as z from 'zod';
import type { BodyMember, Exchange, Facts } from '../exchange/index.ts';
import type { bookingView } from './bookings.ts';
import type { clockView } from './clock.ts';
import type { controlEndpoints } from './endpoints.ts';
import type { armedFault } from './faults.ts';
import type { sandboxFile } from './sandbox-file.ts';
import type { newSandbox, sandboxView } from './sandboxes.ts';

export {
  type ControlDetail,
  detailsOf,
  instant,
  type Judged,
  lastInstant,
  maskName,
  words,
} from '../input/index.ts';
export { supplierDecisions } from './bookings.ts';
export { type ControlAnswerShape, type ControlEndpoint, controlEndpoints } from './endpoints.ts';
export { startFaults } from './faults.ts';
export { exchangeView } from './journal.ts';
export { readPages } from './pages.ts';
export { type ControlProblemCode, controlError, controlProblems } from './problems.ts';
export { sandboxOptions } from './sandboxes.ts';
export { type TokensFile, tokensFile } from './tokens-file.ts';
export { type Deviation, deviation, type Finding, finding, verdict, verdictWords } from './verdicts.ts';

type Endpoints = typeof controlEndpoints;
/** The name of an endpoint of the control API. */
export type ControlEndpointId = keyof Endpoints;
/** The type of the values that the schema `Holder[Key]` accepts, or undefined if there is no such schema. */
type Parsed<Holder, Key extends string> = Holder extends { [K in Key]: infer S extends z.ZodType }
  ? z.infer<S>
  : undefined;
/** The type of the parsed body of a request to an endpoint. */
export type ControlBody<Id extends ControlEndpointId> = Parsed<Endpoints[Id], 'request'>;
/** The type of the parsed query of a request to an endpoint. */
export type ControlQuery<Id extends ControlEndpointId> = Parsed<Endpoints[Id], 'query'>;
type AnswersOf<Id extends ControlEndpointId> = Endpoints[Id]['answers'];
/** The JSON of a successful answer of an endpoint. */
export type ControlAnswer<Id extends ControlEndpointId> = Parsed<
  AnswersOf<Id>[keyof AnswersOf<Id>],
  'schema'
>;

/** A request for a new sandbox. */
export type NewSandboxRequest = z.infer<typeof newSandbox>;
/** The form in which the control API returns a sandbox. */
export type SandboxView = z.infer<typeof sandboxView>;
/** The form in which the control API returns the state of a clock. */
export type ClockView = z.infer<typeof clockView>;
/** The form in which the control API returns a booking. */
export type BookingView = z.infer<typeof bookingView>;
/**
 * The form in which the control API returns a recorded call. The view contains the data that the judge uses, and the
 * headers and bodies unless the journal dropped them.
 */
export interface ExchangeView extends Facts, Partial<Pick<Exchange, BodyMember>> {
  /** Whether the journal dropped headers and bodies to stay within its size limit. */
  bodiesDropped?: true;
}
/** The form in which the control API returns an armed fault. */
export type ArmedFaultView = z.infer<typeof armedFault>;
/** An exported sandbox. */
export type SandboxFile = z.infer<typeof sandboxFile>;
export type {
  AnswerFacts,
  CredentialFacts,
  Ending,
  Exchange,
  ExposedCredential,
  Facts,
  FaultHit,
  ListFilter,
  RequestFacts,
  Stamp,
  ToolFacts,
  Warning,
} from '../exchange/index.ts';
export type { MaskedCard } from '../util/index.ts';
