import { useEffect, useState } from 'preact/hooks';
import { systemClock } from '#contracts';
import { shortDuration } from '../../shared/index.ts';
import type { Advance, ClockAnswer } from '../control/index.ts';
import type { ReadClock, Session } from '../live/index.ts';
import { attempt, dateAndTime, notify } from '../parts/index.ts';

/** The clock of a sandbox: the time, the mode, and the buttons that move the clock. */
export function ClockBar({ session }: { readonly session: Session }) {
  const clock = session.clock.value;
  if (!clock) return null;
  const { answer } = clock;
  return (
    <section class="clock" aria-label="Clock of the sandbox">
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
    attempt(async () => {
      await session.api.setClock(mode === 'scaled' ? { mode, scale } : { mode });
      await session.refresh();
    });
  return (
    <div class="row">
      <label class="inline">
        <span>Mode</span>
        <select value={answer.mode} onChange={event => void set(event.currentTarget.value)}>
          {modes.map(mode => (
            <option key={mode} value={mode}>
              {mode === 'scaled' ? `scaled, ${answer.mode === 'scaled' ? answer.scale : 60} × as fast` : mode}
            </option>
          ))}
          {!modes.some(mode => mode === answer.mode) && <option value={answer.mode}>{answer.mode}</option>}
        </select>
      </label>
      {isRunning(answer) && (
        <button type="button" onClick={() => void set('manual')}>
          Pause
        </button>
      )}
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
    attempt(async () => {
      const { fired } = await session.api.advance(how);
      const changes = fired.map(({ bookingId, from, to }) => `${bookingId}: ${from ?? 'new'} → ${to}`);
      notify(changes.length === 0 ? 'The clock moved. No status changed.' : changes.slice(0, 5).join('; '));
      await session.refresh();
    });
  return (
    <fieldset class="row">
      <legend class="hidden">Advance the clock</legend>
      {steps.map(([by, text]) => (
        <button key={by} type="button" onClick={() => void advance({ by })}>
          {text}
        </button>
      ))}
      <button
        type="button"
        disabled={answer.nextEvent === null}
        onClick={() => void advance({ to: 'next-event' })}
      >
        Next event
      </button>
    </fieldset>
  );
}

function Upcoming({ clock }: { readonly clock: ReadClock }) {
  const { nextEvent, waits } = clock.answer;
  const now = Date.parse(clock.answer.now);
  return (
    <p class="soft upcoming">
      {nextEvent === null
        ? 'No event is planned.'
        : `Next event in ${shortDuration(Date.parse(nextEvent) - now)}: ${dateAndTime(Date.parse(nextEvent))}.`}{' '}
      {waits.length > 0 && `${waits.length} callers wait for the clock.`}
    </p>
  );
}
