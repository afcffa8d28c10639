import type { Dialect } from '#contracts';
import type { Example, OpenApiDocument } from '#contracts/openapi';
import type { Sandbox } from '../sandboxes/index.ts';

/** What the document shows of a server. */
export interface ShownServer {
  /** Base addresses, the one to be called first; the default port on this machine when absent. */
  servers?: readonly string[];
  /** Whose day and credential the examples have; those of the committed document when absent. */
  sandbox?: Pick<Sandbox, 'identity' | 'clock'> | undefined;
  /** Whether the credential of the sandbox is shown. */
  showsCredential?: boolean;
  /** Whether the control API is part of it; it is when absent. */
  hasControl?: boolean;
}

/**
 * The contract as an OpenAPI 3.1 document, in the words of a dialect (ver.1). The requests of its examples can be sent
 * to the sandbox as they stand, but for tokens and bookings: those of the examples belong to nobody.
 *
 * @example (await openApiOf(supplier.dialect, { servers: ['https://understudy.example.com'] })).servers[0].url
 */
export async function openApiOf(dialect: Dialect, shown: ShownServer = {}): Promise<OpenApiDocument> {
  // Read on demand: most servers are never asked, and what builds a document costs more to load than all the rest.
  const { controlPart, createOpenApi, examplesIn, moveExample } = await import('#contracts/openapi');
  const { default: committed } = await import('#contracts/openapi.json', { with: { type: 'json' } });
  const { servers, sandbox, showsCredential = false, hasControl = true } = shown;
  let examples = examplesIn(committed);
  if (sandbox) examples = moveExample(examples, sandbox.clock.now());
  if (sandbox) examples = withIdentity(examples, showsCredential ? sandbox.identity : hidden(sandbox));
  const spoken = dialect.name === null ? undefined : dialect;
  return createOpenApi({
    dialect: spoken,
    servers,
    examples,
    control: hasControl ? controlPart() : undefined,
  });
}

type ShownIdentity = Pick<Sandbox['identity'], 'credentials' | 'staticToken' | 'managerId'>;

/** What stands in the place of a credential that is not shown: it says what to put there. */
function hidden({ identity: { managerId } }: Pick<Sandbox, 'identity'>): ShownIdentity {
  const Credential = { Username: 'the user name of this server', Password: 'the password of this server' };
  return { credentials: [Credential], staticToken: 'the-static-token-of-this-server', managerId };
}

/** The examples with the credential of a sandbox in the place of the one they were made with. */
function withIdentity(
  examples: Record<string, Example>,
  { credentials: [Credential], staticToken: token, managerId }: ShownIdentity,
): Record<string, Example> {
  const own = new Map<string, unknown>(Object.entries({ Credential, token, managerId }));
  const mine = (request: object) =>
    Object.fromEntries(Object.entries(request).map(([name, value]) => [name, own.get(name) ?? value]));
  const entries = Object.entries(examples);
  return Object.fromEntries(
    entries.map(([id, { request, answer }]) => [id, { request: mine(Object(request)), answer }]),
  );
}
