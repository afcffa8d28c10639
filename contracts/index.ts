// The contract as one import. Rules and the OpenAPI generator have entrances of their own, so that a client that
// imports the contract does not carry them along.
export * from './booking-status.ts';
export * from './calendar.ts';
export * from './clauses.ts';
export * from './limits.ts';
export * from './operation.ts';
export * from './operations/index.ts';
export * from './problems.ts';
