import * as z from 'zod/mini';
import { component, specified } from '../provenance.ts';

/** Who calls: sent in the body of every booking, back-office and payment call (res.credential, auth.1). */
export const credential = component(
  'Credential',
  z.strictObject({
    Username: specified('res.credential', z.string().check(z.minLength(1))),
    Password: specified('res.credential', z.string().check(z.minLength(1))),
  }),
);

/** The Credential field of a request. */
export const credentialField = { Credential: specified('res.credential', credential) };
