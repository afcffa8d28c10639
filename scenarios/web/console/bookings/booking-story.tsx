import { useEffect, useMemo, useState } from 'preact/hooks';
import type { BookingView, ExchangeView, Facts } from '#contracts/control';
import { createStory } from '../../../story/index.ts';
import { StoryView } from '../../shared/index.ts';
import type { Session } from '../live/index.ts';
import { relatedCalls } from './related-calls.ts';

const bodyLength = 3_000;

/** The story of one booking: the calls of the client, and what happened at the supplier. */
export function BookingStory({
  session,
  booking,
}: {
  readonly session: Session;
  readonly booking: BookingView;
}) {
  const calls = session.calls.value;
  const related = useMemo(() => relatedCalls(calls, booking.bookingId), [calls, booking.bookingId]);
  const exchanges = useBodies(session, related);
  const clock = session.clock.value?.answer.now;
  const story = useMemo(
    () =>
      createStory({
        exchanges,
        bookings: [booking],
        bodyLength,
        ...(exchanges.length === 0 && clock !== undefined && { ended: Date.parse(clock) }),
      }),
    [exchanges, booking, clock],
  );
  if (related.length === 0)
    return <p class="soft">The journal of this sandbox has no calls of this booking.</p>;
  return <StoryView story={story} />;
}

/** Adds the bodies to the calls, as they arrive. The page reads the bodies of each call once. */
function useBodies(session: Session, related: readonly Facts[]): readonly ExchangeView[] {
  const [known, setKnown] = useState<ReadonlyMap<number, ExchangeView>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      for (const call of related) {
        if (!isCurrent || isKnown(known.get(call.number), call)) continue;
        const found = await session.api.exchange(call.number);
        if (isCurrent && found) setKnown(before => new Map(before).set(call.number, found));
      }
    };
    read().catch(() => {}); // the story also works without bodies
    return () => {
      isCurrent = false;
    };
  }, [session, related]);
  return useMemo(() => {
    const whole = (call: Facts) => {
      const found = known.get(call.number);
      return isKnown(found, call) ? found : call;
    };
    return related.map(whole);
  }, [known, related]);
}

const isKnown = (found: ExchangeView | undefined, call: Facts): found is ExchangeView =>
  found?.opened.real === call.opened.real && (found.closed !== undefined || call.closed === undefined);
