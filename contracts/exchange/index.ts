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
export * from './answer.ts';
export { contentOf, describeEnd, shortToken } from './content-of.ts';
export * from './contract-words.ts';
export {
  type CredentialFacts,
  type ExposedCredential,
  isCredentialHeader,
  markSecret,
  ordinaryHeaders,
} from './credential.ts';
export * from './exchange.ts';
export * from './facts.ts';
export * from './personal-headers.ts';
export { createRedactor, headerKind, type Redactor, type RedactorOptions, spelled } from './redact.ts';
export * from './request.ts';
