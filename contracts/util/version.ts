/** The version of this package. A test checks that this version equals the version in package.json. */
export const version = '0.1.0';

/** The version of the REST API (ver.1). */
export const apiVersion = '1.0';
