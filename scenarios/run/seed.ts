/** Reports show the seed, so that a draw can be repeated. */
export const randomSeed = (): string => crypto.randomUUID().slice(0, 8);
