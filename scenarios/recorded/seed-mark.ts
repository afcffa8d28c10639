import { createMark, type Mark } from '#contracts/exchange';

const random = new Uint32Array(1);

/** Replaces a secret of recorded traffic with a mark. Equal secrets get equal marks within this process. */
export const mark: Mark = createMark(() => {
  const [drawn = 0] = crypto.getRandomValues(random);
  return drawn.toString(16).padStart(8, '0');
});
