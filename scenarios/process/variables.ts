import type { Sandbox } from '#mock-server';

/** What a program finds of a sandbox in its environment. */
export function sandboxVariables({ identity }: Sandbox, url: string): Record<string, string> {
  const [credential] = identity.credentials;
  return {
    UNDERSTUDY_BASE_URL: url,
    UNDERSTUDY_COMMONS_URL: url,
    UNDERSTUDY_MCP_URL: `${url}/mcp`,
    UNDERSTUDY_USERNAME: credential?.Username ?? '',
    UNDERSTUDY_PASSWORD: credential?.Password ?? '',
    UNDERSTUDY_STATIC_TOKEN: identity.staticToken,
    UNDERSTUDY_MANAGER_ID: String(identity.managerId),
    UNDERSTUDY_MCP_TOKEN: identity.mcpToken,
  };
}
