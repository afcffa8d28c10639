export * from './answer.ts';
export * from './booking.ts';
export * from './location.ts';
export * from './offer.ts';
export * from './pax.ts';
export * from './payment.ts';
export * from './scalars.ts';
export * from './steps.ts';
