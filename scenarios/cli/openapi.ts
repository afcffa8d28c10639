import { applyProfile, operations } from '#contracts';
import { openApiOf } from '#mock-server';
import { loadProfile } from './load-profile.ts';
import type { Values } from './options.ts';

/** Prints the OpenAPI document, in the words of a profile if one is given. */
export async function printOpenApi({ profile }: Pick<Values, 'profile'>): Promise<void> {
  const dialect = applyProfile(operations, await loadProfile(profile));
  console.log(JSON.stringify(await openApiOf(dialect), null, 2));
}
