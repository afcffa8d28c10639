export * from './bookings.ts';
export * from './payment.ts';
export * from './plan.ts';
export * from './wire.ts';
