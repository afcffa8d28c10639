import * as z from 'zod/mini';
import { assumed, component, specified } from '../../clauses/index.ts';
import { text } from './scalars.ts';

/** In the body of every booking, back-office and payment call (res.credential, auth.1). */
export const credential = component(
  'Credential',
  z.strictObject({
    Username: specified('res.credential', z.string().check(z.minLength(1))),
    Password: specified('res.credential', z.string().check(z.minLength(1))),
  }),
);

export const credentialField = { Credential: specified('res.credential', credential) };

export const wholeNumber = z.int({ error: 'expected a whole number' });

/** The token is in the path, and the managerId in the query (auth.4). */
export const staticAccess = {
  token: specified('auth.4', text),
  managerId: specified('auth.4', wholeNumber),
};

/** The DestinationId of a Search contains this id. */
export const destinationIdField = { destinationId: assumed('answer', z.string()) };

export const staticOperation = { base: 'commons', method: 'GET', effect: 'read' } as const;
