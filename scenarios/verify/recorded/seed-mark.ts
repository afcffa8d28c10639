import { createMark, type Mark } from '#contracts/util';

const [a = 0, b = 0, c = 0, d = 0] = crypto.getRandomValues(new Uint32Array(4));

/** Within this process, equal secrets have equal marks. */
export const mark: Mark = createMark([a, b, c, d]);
