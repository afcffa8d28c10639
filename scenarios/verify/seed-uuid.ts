/** Returns a new UUID v4 for references and Idempotency-Keys (flow.3), the only chance in verifying. */
export const newUuid = (): string => crypto.randomUUID();
