import { defineScenario } from '#contracts/scenario';
import { hotel, setup } from './parts.ts';

const hotelOnly = { products: ['hotel'], task: { steps: [hotel()] } } as const;

/** A DoBooking without an answer: whether it was booked only a look-up can tell. */
export const lostAnswers = [
  defineScenario({
    id: 'answer-lost-booked',
    title: 'DoBooking books, and the connection is cut before its answer.',
    products: ['hotel'],
    clauses: ['flow.3'],
    rules: ['no-blind-rebooking', 'booked-as-expected'],
    setup: setup(['hotel.doBooking:cut,commit=before,times=1']),
    task: { steps: [hotel()] },
    outcomes: ['confirmed'],
    truth: { services: ['confirmed'], requests: { 'hotel.doBooking': 1 } },
    trigger: 'Answer lost after booking',
  }),
];
void hotelOnly;
