/** Returns a random UUID v4 for references and Idempotency-Keys (flow.3). `verify` uses no other random values. */
export const newUuid = (): string => crypto.randomUUID();
