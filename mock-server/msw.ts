import { type HttpHandler, HttpResponse, http } from 'msw';
import type { MockSupplier } from './index.ts';

/** Which requests a stand-in answers under MSW. */
export interface UnderstudyHandlersOptions {
  /**
   * The address that the code under test has for the supplier, or several (booking API, static data). What it asks for below
   * them goes to the stand-in, without their path; only `/sandbox/<id>` at the end of one stays, and so picks the sandbox.
   * In a page it may be relative. Default `http://127.0.0.1:4010`, where `npx travel-understudy serve` listens.
   */
  baseUrl?: string | readonly string[] | undefined;
}

const usualBase = 'http://127.0.0.1:4010';

/**
 * Handlers for MSW (Mock Service Worker) 3, or 2 from 2.10 on, that hand every request for a supplier to a stand-in in the
 * same process: for `setupServer` in Node and for `setupWorker` in a browser. A reset connection becomes a failed fetch; a
 * call that hangs ends when its caller gives up. What the stand-in cannot answer at all, such as a call that hangs on a
 * stalled clock, is thrown, and MSW shows it.
 *
 * @throws TypeError for a baseUrl that is no http address
 * @example
 * const supplier = createMockSupplier({ faults: ['hotel.search:cut,times=1'] });
 * const server = setupServer(...understudyHandlers(supplier, { baseUrl: 'https://api.example.com/travel' }));
 */
export function understudyHandlers(
  supplier: Pick<MockSupplier, 'fetch'>,
  { baseUrl = usualBase }: UnderstudyHandlersOptions = {},
): HttpHandler[] {
  return [baseUrl].flat().map(given => {
    const { address, path } = readBase(given);
    return http.all(below(address), async ({ request }) => {
      const inside = path === '' ? request : await withoutPath(request, path);
      try {
        return await supplier.fetch(inside);
      } catch (error) {
        // What `fetch` would reject with; whatever else it is, MSW is to say so aloud.
        if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error();
        throw error;
      }
    });
  });
}

interface Base {
  /** With its path, without a slash at its end. */
  readonly address: string;
  /** The part of its path that the stand-in does not know. */
  readonly path: string;
}

function readBase(given: string): Base {
  const here = globalThis.location?.href;
  const url = URL.canParse(given, here) ? new URL(given, here) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new TypeError(`baseUrl "${given}": expected an http address, such as ${usualBase}`);
  const path = url.pathname.replace(/\/+$/, '');
  return { address: url.origin + path, path: path.replace(/\/sandbox\/[^/]+$/, '') };
}

/** An address and all below it. As an expression, since MSW reads signs such as `*` and `:` in a text as its own. */
function below(address: string): RegExp {
  return new RegExp(`^${address.replaceAll(/[^\w/]/g, '\\$&')}(?:/|$)`);
}

async function withoutPath(request: Request, path: string): Promise<Request> {
  const { method, headers, signal } = request;
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(path.length);
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
  return new Request(url, { method, headers, body, signal });
}
