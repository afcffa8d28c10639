import { type Dialect, operations } from '#contracts';
import type { Example, OpenApiDocument } from '#contracts/openapi';

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
  const { controlPart, createOpenApi } = await import('#contracts/openapi');
  return createOpenApi({ dialect, servers, examples: examplesIn(committed), control: controlPart() });
}

/** The example calls that a document in contract names shows. */
function examplesIn(document: OpenApiDocument): Record<string, Example> {
  const found: Record<string, Example> = {};
  for (const { id, method, path } of Object.values(operations)) {
    const item = memberOf(document.paths[path], method.toLowerCase());
    const request = memberOf(item, 'requestBody', 'content', 'application/json', 'example');
    const answer = memberOf(item, 'responses', '200', 'content', 'application/json', 'example');
    if (request !== undefined && answer !== undefined) found[id] = { request, answer };
  }
  return found;
}

function memberOf(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>(
    (inside, key) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined),
    value,
  );
}
