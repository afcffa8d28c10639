/** Returns a new UUID v4. Nothing else in the client is random. */
export const newUuid = (): string => crypto.randomUUID();
