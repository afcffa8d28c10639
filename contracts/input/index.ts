export { bounded, detailsOf, fieldNames, type Judged, maskName } from './details.ts';
export {
  type ControlDetail,
  duration,
  fieldProblem,
  instant,
  instantMs,
  lastInstant,
  namespaceName,
  sandboxId,
  wholeNumber,
  words,
} from './scalars.ts';
