import * as z from 'zod/mini';
import { assumed, specified } from '../provenance.ts';
import { text } from './scalars.ts';

/** A number without fraction: ids and the managerId of static data. */
export const wholeNumber = z.int({ error: 'expected a whole number' });

/** What unlocks static data: the token stands in the path, the managerId in the query (auth.4). */
export const staticAccess = {
  token: specified('auth.4', text),
  managerId: specified('auth.4', wholeNumber),
};

/** The id of a destination as static data gives it: what a Search takes as DestinationId. */
export const destinationIdField = { destinationId: assumed('answer', z.string()) };

/** What every operation of static data has in common. */
export const staticOperation = { base: 'commons', method: 'GET', effect: 'read' } as const;
