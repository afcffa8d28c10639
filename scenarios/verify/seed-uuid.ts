/** A new UUID v4, for references and keys of bookings (flow.3): the only chance in verifying. */
export const newUuid = (): string => crypto.randomUUID();
