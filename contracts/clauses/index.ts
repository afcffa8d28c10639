export * from './booking-status.ts';
export * from './clauses.ts';
export * from './limits.ts';
export * from './problems.ts';
export * from './provenance.ts';
export * from './reasons.ts';
