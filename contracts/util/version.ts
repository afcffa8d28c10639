/** The version of this package. A test compares it with package.json. */
export const version = '0.1.0';

/** The version of the REST API (ver.1). */
export const apiVersion = '1.0';

/** Not `understudy`, because with npx this name belongs to another npm package. */
export const commandName = 'npx travel-understudy';
