import type { SampleCall } from '#contracts/sample-calls';
import { once } from '#contracts/util';

/** Recorded calls, for examples and sample scripts. */
export type Book = Awaited<ReturnType<typeof openBook>>;

/** Reads at the first use, because most servers never need the calls. */
export const openBook = once(async () => {
  const [{ examplesIn }, { default: document }, { default: story }] = await Promise.all([
    import('#contracts/openapi'),
    import('#contracts/openapi.json', { with: { type: 'json' } }),
    import('#contracts/sample-calls.json', { with: { type: 'json' } }),
  ]);
  return { examples: examplesIn(document), story: story as unknown as SampleCall[] }; // the generator writes this type
});
