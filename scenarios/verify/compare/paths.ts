/** The name of a field, of its path in an answer: `SippCode`. */
export const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** A field by the object that it is in, whatever operation that is in: `Cars.SippCode`. */
export const placeOf = (path: string): string => path.split('.').slice(-2).join('.');
