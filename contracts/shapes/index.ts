// This entry exports the parts of requests and answers that several operations use.
export * from './access.ts';
export * from './answer.ts';
export * from './booking.ts';
export * from './location.ts';
export * from './offer.ts';
export * from './pax.ts';
export * from './payment.ts';
export * from './scalars.ts';
export * from './steps.ts';
