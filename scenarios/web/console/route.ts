import { signal } from '@preact/signals';

export const tabs = ['calls', 'bookings', 'faults', 'inventory', 'verdicts', 'connect'] as const;
export type Tab = (typeof tabs)[number];

export type Route =
  | { readonly sandbox?: undefined }
  | { readonly sandbox: string; readonly tab: Tab; readonly call: number | undefined };

export function readRoute(hash: string): Route {
  const [, id, name, number] = /^#\/sandboxes\/([^/]+)(?:\/(\w+)(?:\/(\d{1,15}))?)?$/.exec(hash) ?? [];
  if (id === undefined) return {};
  const call = number === undefined ? undefined : Number(number);
  return { sandbox: decode(id), tab: tabs.find(tab => tab === name) ?? 'calls', call };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a person can type anything into the address bar
  }
}

export const hrefOf = (sandbox?: string, tab: Tab = 'calls'): string =>
  sandbox === undefined ? '#/' : `#/sandboxes/${encodeURIComponent(sandbox)}/${tab}`;

export const route = signal<Route>(readRoute(location.hash));
addEventListener('hashchange', () => {
  route.value = readRoute(location.hash);
});

export const hrefOfCall = (sandbox: string, number: number | undefined): string =>
  number === undefined ? hrefOf(sandbox) : `${hrefOf(sandbox)}/${number}`;

/** Selects a call, or no call. The address follows, but the history gets no entry for each call. */
export function selectCall(sandbox: string, number: number | undefined): void {
  history.replaceState(null, '', hrefOfCall(sandbox, number));
  route.value = readRoute(location.hash);
}
