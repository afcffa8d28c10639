export {
  bookingStatusWords,
  canMove,
  findStatus,
  isCancelStep,
  isFinal,
  kindOfStatusWord,
  type PollingPlan,
  pollingPlan,
  pollingPlans,
  type ServiceStatus,
  statuses,
  statusLabels,
  statusWords,
  wireStatus,
} from './booking-status.ts';
export { type Clause, type ClauseId, clauses, isClauseId, type Need, sectionOf } from './clauses.ts';
export { type Limit, limits } from './limits.ts';
export { type ErrorEntry, isProblemCode, type Problem, type ProblemCode, problems } from './problems.ts';
export {
  annotated,
  assumed,
  assumedWords,
  byAssumption,
  byObservation,
  bySpecification,
  component,
  marked,
  observed,
  type Provenance,
  provenanceKinds,
  requiredByAssumption,
  sourceOf,
  specified,
} from './provenance.ts';
export { type AssumptionKey, assumptions, type ObservationKey, observations } from './reasons.ts';
