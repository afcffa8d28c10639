import * as z from 'zod/mini';
import { assumed, component, specified } from '../provenance.ts';
import { text } from './scalars.ts';

/**
 * The caller's credential. The body of every booking, back-office and payment call contains this credential
 * (res.credential, auth.1).
 */
export const credential = component(
  'Credential',
  z.strictObject({
    Username: specified('res.credential', z.string().check(z.minLength(1))),
    Password: specified('res.credential', z.string().check(z.minLength(1))),
  }),
);

/** The Credential field of a request. */
export const credentialField = { Credential: specified('res.credential', credential) };

/** The schema of a whole number, such as a hotel id or the managerId for static data. */
export const wholeNumber = z.int({ error: 'expected a whole number' });

/** The credentials for static data. The token is in the path, and the managerId is in the query (auth.4). */
export const staticAccess = {
  token: specified('auth.4', text),
  managerId: specified('auth.4', wholeNumber),
};

/** The field with the id of a destination in static data. The field DestinationId of a Search contains this id. */
export const destinationIdField = { destinationId: assumed('answer', z.string()) };

/** The properties that all operations for static data have in common. */
export const staticOperation = { base: 'commons', method: 'GET', effect: 'read' } as const;
