export * from './answer.ts';
export * from './content-of.ts';
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
export * from './journal-entry.ts';
export * from './personal-headers.ts';
export { createRedactor, headerKind, type Redactor, type RedactorOptions, spelled } from './redact.ts';
export * from './request.ts';
