import type { Example } from '#contracts/openapi';
import type { SampleCall } from '#contracts/sample-calls';

/** The calls that examples and samples come from. */
export interface Book {
  readonly examples: Readonly<Record<string, Example>>;
  readonly story: readonly SampleCall[];
}

let opened: Promise<Book> | undefined;

/** Reads the committed calls at the first use: most servers never need them. */
export function openBook(): Promise<Book> {
  opened ??= readBook();
  return opened;
}

async function readBook(): Promise<Book> {
  const [{ examplesIn }, { default: document }, { default: story }] = await Promise.all([
    import('#contracts/openapi'),
    import('#contracts/openapi.json', { with: { type: 'json' } }),
    import('#contracts/sample-calls.json', { with: { type: 'json' } }),
  ]);
  return { examples: examplesIn(document), story: story as unknown as SampleCall[] }; // written by the generator, as this type
}
