/**
 * The first words of every command line that messages show. The short name `understudy` would be wrong with npx, because this
 * name belongs to another npm package.
 */
export const commandName = 'npx travel-understudy';
