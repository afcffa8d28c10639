import { createMark, type Mark } from '#contracts/exchange';

const [a = 0, b = 0, c = 0, d = 0] = crypto.getRandomValues(new Uint32Array(4));

/** Marks the secrets of recorded traffic: equal for equal secrets within this process. */
export const mark: Mark = createMark([a, b, c, d]);
