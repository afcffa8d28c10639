import * as z from 'zod';
import { component, specified } from '../provenance.ts';

/** Who calls: sent in the body of every booking, back-office and payment call (res.credential, auth.1). */
export const credential = component(
  'Credential',
  z.strictObject({
    Username: specified('res.credential', z.string().min(1)),
    Password: specified('res.credential', z.string().min(1)),
  }),
);

/** The Credential field of a request. */
export const credentialField = { Credential: specified('res.credential', credential) };
