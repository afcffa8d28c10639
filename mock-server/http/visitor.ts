const hostForm = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;
const isHost = (name: string): boolean => hostForm.test(name) && URL.canParse(`http://${name}`);

const prefixForm = /^(?:\/[\w.~-]+)+$/;

interface Visit {
  readonly origin: string;
  header(name: string): string | undefined;
}

/** Without a slash at the end; from the public URL, the headers of proxies, or the request. */
export function visitorBase(request: Request, publicUrl: string | undefined): string {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return baseOfVisit({ origin: new URL(request.url).origin, header }, publicUrl);
}

/** As `visitorBase`, for a call without a Request. */
export function baseOfVisit({ origin, header }: Visit, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const [ownProto = 'http', ownHost = ''] = origin.split('://');
  const said = (name: string) => header(`x-forwarded-${name}`)?.split(',')[0]?.trim() ?? '';
  const proto = ['http', 'https'].find(known => known === said('proto').toLowerCase()) ?? ownProto;
  const host = [said('host'), ownHost].find(isHost) ?? 'localhost';
  const prefix = prefixForm.test(said('prefix')) ? said('prefix') : '';
  return `${proto}://${host}${prefix}`;
}

/**
 * The most likely address first. A web page may call only the origin that served it. When a proxy hides the public address, the Referer
 * header of the page still shows it.
 */
export function visitorBases(request: Request, publicUrl: string | undefined): string[] {
  const visited = visitorBase(request, undefined);
  if (publicUrl === undefined) return [visited];
  const askedFrom = request.headers.get('referer') ?? '';
  const isPublic = new URL(visited).host === new URL(publicUrl).host || askedFrom.startsWith(`${publicUrl}/`);
  return isPublic ? [publicUrl] : [visited, publicUrl];
}
