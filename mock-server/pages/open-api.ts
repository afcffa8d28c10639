import type { Dialect } from '#contracts';
import type { OpenApiDocument } from '#contracts/openapi';

/**
 * The contract as an OpenAPI 3.1 document, in the words of a dialect (ver.1).
 *
 * @param servers base addresses to show; the default port on this machine when absent
 * @example (await openApiOf(supplier.dialect, ['https://understudy.example.com'])).servers[0].url
 */
export async function openApiOf(dialect: Dialect, servers?: readonly string[]): Promise<OpenApiDocument> {
  // Read on demand: most servers are never asked, and what builds a document costs more to load than all the rest.
  const { default: committed } = await import('#contracts/openapi.json', { with: { type: 'json' } });
  if (dialect.name === null) {
    return servers === undefined ? committed : { ...committed, servers: servers.map(url => ({ url })) };
  }
  const { controlPart, createOpenApi, examplesIn } = await import('#contracts/openapi');
  return createOpenApi({ dialect, servers, examples: examplesIn(committed), control: controlPart() });
}
