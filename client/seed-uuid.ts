/** A new UUID v4: the only chance in the client. */
export const newUuid = (): string => crypto.randomUUID();
