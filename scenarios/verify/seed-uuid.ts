/** Returns a random UUID v4 for references and Idempotency-Keys (flow.3). Nothing else in verify is random. */
export const newUuid = (): string => crypto.randomUUID();
