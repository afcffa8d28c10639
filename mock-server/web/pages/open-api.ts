import type { Dialect } from '#contracts';
import type { Example, OpenApiDocument } from '#contracts/openapi';
import { asObject, mapValues } from '#contracts/util';
import type { Sandbox } from '../../sandbox/index.ts';

/** What the OpenAPI document of a server shows. */
export interface ShownServer {
  /** The base addresses of the server, the preferred address first. The default is the default port on this machine. */
  servers?: readonly string[];
  /** The sandbox whose date and credential the examples use. Default: those of the committed OpenAPI document. */
  sandbox?: Pick<Sandbox, 'identity' | 'clock'> | undefined;
  /** Whether the document shows the credential of the sandbox. Default: false. */
  showsCredential?: boolean;
  /** Whether the document contains the control API. Default: true. */
  hasControl?: boolean;
}

/**
 * Creates the contract as an OpenAPI 3.1 document, with the names of a dialect (ver.1). The sandbox accepts the
 * requests in the examples, except requests with a Token or a booking id: the sandbox has not issued these values.
 *
 * @example (await openApiOf(supplier.dialect, { servers: ['https://understudy.example.com'] })).servers[0].url
 */
export async function openApiOf(dialect: Dialect, shown: ShownServer = {}): Promise<OpenApiDocument> {
  // On demand, because it takes longer to load than the rest of the server.
  const { controlPart, createOpenApi, examplesIn, moveExample } = await import('#contracts/openapi');
  const { default: committed } = await import('#contracts/openapi.json', { with: { type: 'json' } });
  const { servers, sandbox, showsCredential = false, hasControl = true } = shown;
  const examples = examplesIn(committed);
  return createOpenApi({
    dialect: dialect.name === null ? undefined : dialect,
    servers,
    examples: sandbox
      ? withIdentity(moveExample(examples, sandbox.clock.now()), sandbox.identity, showsCredential)
      : examples,
    control: hasControl ? controlPart() : undefined,
  });
}

function withIdentity(
  examples: Record<string, Example>,
  { credentials: [credential], staticToken, managerId }: Sandbox['identity'],
  showsCredential: boolean,
): Record<string, Example> {
  const hint = { Username: 'the user name of this server', Password: 'the password of this server' };
  const own = new Map<string, unknown>([
    ['Credential', showsCredential ? credential : hint],
    ['token', showsCredential ? staticToken : 'the-static-token-of-this-server'],
    ['managerId', managerId],
  ]);
  return mapValues(examples, ({ request, answer }) => ({
    request: mapValues(asObject(request), (value, name) => own.get(name) ?? value),
    answer,
  }));
}
