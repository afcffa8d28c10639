/** The client uses no other random values. */
export const newUuid = (): string => crypto.randomUUID();
