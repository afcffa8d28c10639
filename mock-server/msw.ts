import { type HttpHandler, HttpResponse, http } from 'msw';
import type { MockSupplier } from './index.ts';

/** The options of `understudyHandlers`, which select the requests that the stand-in answers. */
export interface UnderstudyHandlersOptions {
  /**
   * The base address of the supplier in the code under test, or several (booking API, static data). The stand-in answers every request
   * below it, and receives it without the path of the base address. `/sandbox/<id>` at its end selects a sandbox. On a web page, it may
   * be relative. Default: `http://127.0.0.1:4010`, the address of `npx travel-understudy serve`.
   */
  baseUrl?: string | readonly string[] | undefined;
}

const usualBase = 'http://127.0.0.1:4010';

/**
 * Creates handlers for MSW (Mock Service Worker) 2.10 or newer, and 3, which pass every request for a supplier to a stand-in in the same
 * process. They work with `setupServer` in Node and `setupWorker` in a browser. If a fault resets the connection, `fetch` fails. A call
 * that hangs ends when the caller aborts it. MSW reports every other error, for example a call that hangs on a stalled clock.
 *
 * @param supplier the stand-in that answers
 * @throws TypeError for a baseUrl that is not an http address
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
        // A real `fetch` also fails after a TypeError or an abort. MSW reports any other error.
        if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error();
        throw error;
      }
    });
  });
}

/** `address`: without a slash at its end. `path`: removed from each request. */
function readBase(given: string) {
  const here = globalThis.location?.href;
  const url = URL.canParse(given, here) ? new URL(given, here) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new TypeError(`baseUrl is "${given}"; expected an http address, such as ${usualBase}`);
  const path = url.pathname.replace(/\/+$/, '');
  return { address: url.origin + path, path: path.replace(/\/sandbox\/[^/]+$/, '') };
}

/** Not a text, because MSW gives `*` and `:` in a text a special meaning. */
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
