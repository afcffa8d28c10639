import { useEffect, useState } from 'preact/hooks';
import { systemClock } from '#contracts';
import { Button, counted, shortDuration } from '../shared/index.ts';
import { BookingsTab } from './bookings.tsx';
import { CallsTab } from './calls/index.ts';
import { ConnectTab } from './connect.tsx';
import type { Advance, ClockAnswer } from './control.ts';
import { FaultsTab } from './faults.tsx';
import { InventoryTab } from './inventory.tsx';
import { openSession, type ReadClock, type Session } from './live.ts';
import { attempt, Choice, dateAndTime, download, notify } from './parts.tsx';
import { hrefOf, type Tab } from './route.ts';
import { SandboxActions } from './sandboxes.tsx';
import { VerdictsTab } from './verdicts.tsx';

export function ClockBar({ session }: { readonly session: Session }) {
  const clock = session.clock.value;
  if (!clock) return null;
  const { answer } = clock;
  return (
    <section class="row clock" aria-label="Clock of the sandbox">
      <Time clock={clock} />
      <ModeField session={session} answer={answer} />
      <AdvanceButtons session={session} answer={answer} />
      <Upcoming clock={clock} />
    </section>
  );
}

/** Returns the time of a clock, in epoch milliseconds. A running clock has moved since the page read it. */
export function nowOf({ answer, readAt }: ReadClock, real: number): number {
  const speed = answer.mode === 'real' ? 1 : answer.mode === 'scaled' ? answer.scale : 0;
  return Date.parse(answer.now) + (answer.awaitsFirstRequest ? 0 : Math.max(0, real - readAt) * speed);
}

const isRunning = ({ mode, awaitsFirstRequest }: ClockAnswer): boolean =>
  (mode === 'real' || mode === 'scaled') && !awaitsFirstRequest;

function Time({ clock }: { readonly clock: ReadClock }) {
  const [real, setReal] = useState(systemClock.now);
  const runs = isRunning(clock.answer);
  useEffect(() => {
    const ending = new AbortController();
    const tick = async () => {
      while (runs && !ending.signal.aborted) {
        setReal(systemClock.now());
        await systemClock.sleep(1_000, ending.signal).catch(() => {});
      }
    };
    void tick();
    return () => ending.abort();
  }, [runs]);
  const [date, time] = dateAndTime(nowOf(clock, Math.max(real, clock.readAt))).split(' ');
  return (
    <div class="time">
      <span class="soft">{date}</span> <strong>{time}</strong> <span class="soft">UTC</span>
    </div>
  );
}

const modes = ['manual', 'real', 'scaled', 'per-poll'] as const;

function ModeField({ session, answer }: { readonly session: Session; readonly answer: ClockAnswer }) {
  const set = (mode: string, scale = 60) =>
    session.act(() => session.api.setClock(mode === 'scaled' ? { mode, scale } : { mode }));
  return (
    <div class="row">
      <Choice
        class="inline"
        label="Mode"
        value={answer.mode}
        choices={[...new Set([...modes, answer.mode])].map(mode => [
          mode,
          mode === 'scaled' ? `scaled, ${answer.mode === 'scaled' ? answer.scale : 60} × as fast` : mode,
        ])}
        onChoose={mode => void set(mode)}
      />
      {isRunning(answer) && <Button onClick={() => void set('manual')}>Pause</Button>}
    </div>
  );
}

const steps = [
  ['PT1M', '+1 min'],
  ['PT20M', '+20 min'],
  ['PT1H', '+1 h'],
  ['P1D', '+1 day'],
] as const;

function AdvanceButtons({ session, answer }: { readonly session: Session; readonly answer: ClockAnswer }) {
  const advance = (how: Advance) =>
    session.act(async () => {
      const { fired } = await session.api.advance(how);
      const changes = fired.map(({ bookingId, from, to }) => `${bookingId}: ${from ?? 'new'} → ${to}`);
      notify(changes.length === 0 ? 'The clock moved. No status changed.' : changes.slice(0, 5).join('; '));
    });
  return (
    <fieldset class="row">
      <legend class="hidden">Advance the clock</legend>
      {steps.map(([by, text]) => (
        <button key={by} type="button" onClick={() => void advance({ by })}>
          {text}
        </button>
      ))}
      <Button disabled={answer.nextEvent === null} onClick={() => void advance({ to: 'next-event' })}>
        Next event
      </Button>
    </fieldset>
  );
}

function Upcoming({ clock }: { readonly clock: ReadClock }) {
  const { nextEvent, waits } = clock.answer;
  const now = Date.parse(clock.answer.now);
  return (
    <p class="soft small upcoming">
      {nextEvent === null
        ? 'No event is planned.'
        : `Next event in ${shortDuration(Date.parse(nextEvent) - now)}: ${dateAndTime(Date.parse(nextEvent))}.`}{' '}
      {waits.length === 1 && '1 caller waits for the clock.'}
      {waits.length > 1 && `${waits.length} callers wait for the clock.`}
    </p>
  );
}

export function LinkBanner({ session }: { readonly session: Session }) {
  return (
    <div aria-live="polite">
      <Broken session={session} />
      <Lost session={session} />
    </div>
  );
}

function Broken({ session }: { readonly session: Session }) {
  const { id, link, problem, calls } = session;
  const { length } = calls.value;
  const kept = length > 0 ? ` You still see the ${counted(length, 'call')} from before.` : '';
  if (link.value === 'offline')
    return <p class="banner warn">The server does not answer. This page connects again by itself.{kept}</p>;
  if (link.value === 'refused') return <p class="banner bad">{problem.value}</p>;
  if (link.value !== 'removed') return null;
  return (
    <div class="banner bad">
      <p>
        {isKnown(session)
          ? `The server has no sandbox “${id}” any more. It was removed, the server was started again, or your token may not see it.`
          : `The server has no sandbox “${id}”, or your token may not see it.`}
        {kept}
      </p>
      <div class="row">
        {length > 0 && <Button onClick={() => saveCalls(id, calls.value)}>Save these calls</Button>}
        <Button onClick={() => void attempt(() => session.api.restore(), `Sandbox “${id}” exists again.`)}>
          {isKnown(session) ? 'Create it again' : 'Create it'}
        </Button>
        <a class="button" href={hrefOf()}>
          All sandboxes
        </a>
      </div>
    </div>
  );
}

const isKnown = ({ sandbox }: Session): boolean => sandbox.value !== undefined;

function Lost({ session }: { readonly session: Session }) {
  const lost = session.lostCalls.value;
  if (lost.length === 0) return null;
  return (
    <div class="banner warn">
      <p>
        The sandbox started again: it was reset, or the server was started again. The server does not have the{' '}
        {counted(lost.length, 'call')} from before any more. This page still has them.
      </p>
      <div class="row">
        <Button onClick={() => saveCalls(session.id, lost)}>Save these calls</Button>
        <Button
          onClick={() => {
            session.lostCalls.value = [];
          }}
        >
          Forget them
        </Button>
      </div>
    </div>
  );
}

const saveCalls = (id: string, calls: readonly unknown[]): void =>
  download(`calls-of-${id}.json`, JSON.stringify(calls, null, 1));

export function SandboxPage({ id, tab }: { readonly id: string; readonly tab: Tab }) {
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    const opened = openSession(id);
    setSession(opened);
    return () => opened.close();
  }, [id]);
  if (!session) return null;
  const Content = contents[tab];
  return (
    <div class="page">
      <Title session={session} />
      <LinkBanner session={session} />
      <ClockBar session={session} />
      {(isKnown(session) || session.link.value !== 'removed') && (
        <>
          <Tabs session={session} tab={tab} />
          <Content session={session} />
        </>
      )}
    </div>
  );
}

const links = {
  connecting: ['warn', 'connecting'],
  live: ['good', 'live'],
  offline: ['warn', 'not connected'],
  removed: ['bad', 'removed'],
  refused: ['bad', 'refused'],
} as const;

function Title({ session }: { readonly session: Session }) {
  const { id, link, sandbox, api, isResetting, refresh } = session;
  const view = sandbox.value;
  const [tone, text] = links[link.value];
  return (
    <div class="row title">
      <div>
        <h1>
          <a href={hrefOf()}>Sandboxes</a> <span class="soft">/</span> {id}{' '}
          <span class={`link ${tone}`}>{text}</span>
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
    ['faults', 'Faults', faults.value.length],
    ['inventory', 'Inventory'],
    ['verdicts', 'Verdicts'],
    ['connect', 'Connect'],
  ];
  return (
    <nav class="tabs" aria-label="Parts of the sandbox">
      {names.map(([name, text, count]) => (
        <a key={name} href={hrefOf(id, name)} aria-current={name === tab ? 'page' : undefined}>
          {text}
          {count !== undefined && <span class="pill">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

const contents = {
  calls: CallsTab,
  bookings: BookingsTab,
  faults: FaultsTab,
  inventory: InventoryTab,
  verdicts: VerdictsTab,
  connect: ConnectTab,
} as const;
