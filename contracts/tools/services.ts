import { products } from '../shapes/booking.ts';

/** The parts of the supplier that release notes are about. */
export const services = [...products, 'static-data', 'back-office', 'payment', 'tool-server'] as const;

/** One part of the supplier. */
export type Service = (typeof services)[number];
