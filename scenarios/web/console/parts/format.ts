/** Returns an instant as a date and a time in UTC, with seconds. */
export const dateAndTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Returns the time of an instant in UTC, with milliseconds. */
export const timeOfDay = (at: number): string => new Date(at).toISOString().slice(11, 23);
