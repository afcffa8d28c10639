export {
  createMark,
  hideNamedSecrets,
  isCpf,
  type Mark,
  type MarkKey,
  type MaskedCard,
  maskBody,
  maskCard,
  maskFormat,
  maskText,
  maskUrl,
  readEscapes,
  sipHash,
} from '../util/index.ts';
export { type AnswerFacts, answerFacts, type PolicyFacts, type TaxFacts } from './answer.ts';
export { contractWords } from './contract-words.ts';
export {
  type CredentialFacts,
  type ExposedCredential,
  isCredentialHeader,
  markSecret,
  ordinaryHeaders,
} from './credential.ts';
export type { Ending, Exchange, FaultHit, Stamp, Warning } from './exchange.ts';
export { type Facts, projectFacts, type ToolFacts } from './facts.ts';
export { type PersonalHeader, personalHeaders } from './personal-headers.ts';
export { createRedactor, headerKind, type Redactor, type RedactorOptions, spelled } from './redact.ts';
export { type DateLimit, type ListFilter, listFilter, type RequestFacts, requestFacts } from './request.ts';
