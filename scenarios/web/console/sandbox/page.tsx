import { useEffect, useState } from 'preact/hooks';
import { BookingsTab } from '../bookings/index.ts';
import { CallsTab } from '../calls/index.ts';
import { ConnectTab } from '../connect/index.ts';
import { FaultsTab, isActive } from '../faults/index.ts';
import { openSession, type Session } from '../live/index.ts';
import { hrefOf, type Tab } from '../route.ts';
import { SandboxActions } from '../sandboxes/index.ts';
import { VerdictsTab } from '../verdicts/index.ts';
import { ClockBar } from './clock-bar.tsx';
import { LinkBanner } from './link-banner.tsx';

/** The page of one sandbox. */
export function SandboxPage({ id, tab }: { readonly id: string; readonly tab: Tab }) {
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    const opened = openSession(id);
    setSession(opened);
    return () => opened.close();
  }, [id]);
  if (!session) return null;
  return (
    <div class="page">
      <Title session={session} />
      <LinkBanner session={session} />
      <ClockBar session={session} />
      <Tabs session={session} tab={tab} />
      <TabContent session={session} tab={tab} />
    </div>
  );
}

const linkTexts = {
  connecting: 'connecting',
  live: 'live',
  offline: 'not connected',
  removed: 'removed',
  refused: 'refused',
} as const;

function Title({ session }: { readonly session: Session }) {
  const { id, link, sandbox, api, isResetting, refresh } = session;
  const view = sandbox.value;
  return (
    <div class="title">
      <div>
        <h1>
          <a href={hrefOf()}>Sandboxes</a> <span class="soft">/</span> {id}{' '}
          <span class={`link ${link.value}`}>{linkTexts[link.value]}</span>
          {view?.closed && <span class="tag">closed</span>}
          {view?.scenario && <span class="tag">{view.scenario}</span>}
        </h1>
      </div>
      {view && (
        <div class="row">
          <SandboxActions
            sandbox={view}
            onReset={() => {
              isResetting.value = true;
              return api.reset().then(refresh);
            }}
            onDelete={() =>
              api.remove().then(() => {
                location.hash = hrefOf();
              })
            }
          />
        </div>
      )}
    </div>
  );
}

function Tabs({ session, tab }: { readonly session: Session; readonly tab: Tab }) {
  const { id, calls, bookings, faults, sandbox } = session;
  const names: readonly (readonly [Tab, string, number?])[] = [
    ['calls', 'Calls', calls.value.length],
    ['bookings', 'Bookings', sandbox.value?.bookings ?? bookings.value.length],
    ['faults', 'Faults', faults.value.filter(isActive).length],
    ['verdicts', 'Verdicts'],
    ['connect', 'Connect'],
  ];
  return (
    <nav class="tabs" aria-label="Parts of the sandbox">
      {names.map(([name, text, count]) => (
        <a key={name} href={hrefOf(id, name)} aria-current={name === tab ? 'page' : undefined}>
          {text}
          {count !== undefined && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

const contents = {
  calls: CallsTab,
  bookings: BookingsTab,
  faults: FaultsTab,
  verdicts: VerdictsTab,
  connect: ConnectTab,
} as const;

function TabContent({ session, tab }: { readonly session: Session; readonly tab: Tab }) {
  const Content = contents[tab];
  return <Content session={session} />;
}
