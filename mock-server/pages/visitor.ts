const hostForm = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;
const prefixForm = /^(?:\/[\w.~-]+)+$/;

/**
 * The base address as the visitor reached this server, without a slash at its end: the public one if it is known, else
 * what proxies on the way said, else the address of the request itself.
 */
export function visitorBase(request: Request, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const url = new URL(request.url);
  const said = (name: string) => request.headers.get(`x-forwarded-${name}`)?.split(',')[0]?.trim() ?? '';
  const proto = ['http', 'https'].find(known => known === said('proto').toLowerCase());
  const host = hostForm.test(said('host')) ? said('host') : url.host;
  const prefix = prefixForm.test(said('prefix')) ? said('prefix') : '';
  return `${proto ?? url.protocol.slice(0, -1)}://${host}${prefix}`;
}
