/** Returns a random UUID v4 for references and Idempotency-Keys (flow.3). No other value in `verify` is random. */
export const newUuid = (): string => crypto.randomUUID();
