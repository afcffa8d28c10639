/** Starts every command line that the product prints: on npm, the name `understudy` belongs to another package. */
export const commandName = 'npx travel-understudy';
