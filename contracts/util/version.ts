/** The version of this package. A test checks that this version equals the version in package.json. */
export const version = '0.1.0';

/** The version of the REST API (ver.1). */
export const apiVersion = '1.0';

/**
 * The first words of every command line that messages show. The short name `understudy` would be wrong with npx, because this
 * name belongs to another npm package.
 */
export const commandName = 'npx travel-understudy';
