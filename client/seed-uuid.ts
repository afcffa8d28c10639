/** Returns a new UUID v4. The client uses no other random values. */
export const newUuid = (): string => crypto.randomUUID();
