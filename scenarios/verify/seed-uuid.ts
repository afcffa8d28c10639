/** `verify` uses no other random values (flow.3). */
export const newUuid = (): string => crypto.randomUUID();
