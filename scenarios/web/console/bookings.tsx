import { useMemo, useState } from 'preact/hooks';
import { canMove, type ServiceStatus } from '#contracts';
import type { BookingView } from '#contracts/control';
import { createStory } from '../../report/index.ts';
import { Button, counted, StoryView, visible } from '../shared/index.ts';
import { useExchanges } from './exchanges.ts';
import { maxBookings, type Session } from './live.ts';
import { dateAndTime, Field } from './parts.tsx';
import { relatedCalls } from './related-calls.ts';

const decisions = [
  ['confirmed', 'Confirm'],
  ['rejected', 'Reject'],
  ['failed', 'Fail'],
  ['expired', 'Expire'],
  ['cancelled', 'Cancel at the supplier'],
] as const satisfies readonly (readonly [ServiceStatus, string])[];

type Service = BookingView['services'][number];

interface BookingProps {
  readonly session: Session;
  readonly booking: BookingView;
}

function ServiceItem({ session, booking, service }: BookingProps & { readonly service: Service }) {
  const { serviceId, product, truth, stored, start, end, price, confirmationNumber, guests } = service;
  // A look-up shows a service on request as pending.
  const isShown = stored === truth || (truth === 'on-request' && stored === 'pending');
  const possible = decisions.filter(([status]) => canMove(truth, status));
  const decide = (status: string) =>
    session.act(
      () => session.api.decide(booking.bookingId, { status, serviceId }),
      `The supplier decided: ${status}. The client sees it with its next look-up.`,
    );
  return (
    <li>
      <div>
        <StatusTag status={truth} /> <strong>{visible(nameOf(service))}</strong>{' '}
        <span class="soft">
          {product} {serviceId}, {start}
          {end && ` to ${end}`}, {price.value.toFixed(2)} {price.currency}
          {confirmationNumber && `, confirmation ${visible(confirmationNumber)}`}
          {guests.length > 0 &&
            `, for ${visible(guests.map(({ name, surname }) => `${name} ${surname}`).join(', '))}`}
        </span>
      </div>
      {!isShown && (
        <p class="soft">
          The booking still shows <StatusTag status={stored} />. The next look-up of the client updates it.
        </p>
      )}
      <fieldset class="row">
        <legend class="hidden">Decide as the supplier about service {serviceId}</legend>
        {possible.map(([status, text]) => (
          <button key={status} type="button" onClick={() => void decide(status)}>
            {text}
          </button>
        ))}
        {possible.length === 0 && <span class="soft">This status is final.</span>}
      </fieldset>
    </li>
  );
}

const nameOf = ({ item, name = item }: Service): string => name;

const tones: Readonly<Record<string, string>> = {
  confirmed: 'good',
  rejected: 'bad',
  failed: 'bad',
  expired: 'bad',
  cancelled: 'bad',
  'cancellation-failed': 'bad',
};

const StatusTag = ({ status, text = status }: { readonly status: string; readonly text?: string }) => (
  <span class={`badge ${tones[status] ?? 'warn'}`}>{text}</span>
);

const bodyLength = 3_000;

function BookingStory({ session, booking }: BookingProps) {
  const calls = session.calls.value;
  const related = useMemo(() => relatedCalls(calls, booking), [calls, booking]);
  const { known } = useExchanges(session, related);
  const exchanges = useMemo(() => related.map(call => known.get(call.number) ?? call), [related, known]);
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
  return <StoryView story={story} isOpen />;
}

export function BookingsTab({ session }: { readonly session: Session }) {
  const [text, setText] = useState('');
  const [selected, select] = useState<string | undefined>();
  const bookings = session.bookings.value;
  const found = useMemo(() => bookings.filter(one => matches(one, text)), [bookings, text]);
  const booking = found.find(({ bookingId }) => bookingId === selected) ?? found[0];
  const total = session.sandbox.value?.bookings ?? bookings.length;
  return (
    <section aria-label="Bookings">
      <search class="row filters">
        <Field
          {...{ class: 'grow', label: 'Find a booking', type: 'search', value: text, onText: setText }}
          placeholder="id, reference, guest, status…"
        />
      </search>
      <p class="soft" role="status">
        {`${found.length === total ? '' : `${found.length} of `}${counted(total, 'booking')}`}
        {total > maxBookings && `; this page shows the ${maxBookings} bookings that changed last`}
      </p>
      {booking ? (
        <div class="bookings">
          <BookingList bookings={found} selected={booking.bookingId} onSelect={select} />
          <BookingPanel key={booking.bookingId} session={session} booking={booking} />
        </div>
      ) : (
        <div class="card empty">
          <p>
            <strong>{total === 0 ? 'No bookings yet.' : 'No booking matches.'}</strong> A DoBooking of your
            client appears here at once.
          </p>
        </div>
      )}
    </section>
  );
}

const matches = (booking: BookingView, text: string): boolean =>
  text === '' || JSON.stringify(booking).toLowerCase().includes(text.trim().toLowerCase());

function BookingList(props: {
  readonly bookings: readonly BookingView[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}) {
  const { bookings, selected, onSelect } = props;
  return (
    <ul class="card booking-list" aria-label="Bookings, the one that changed last first">
      {bookings.map(({ bookingId, reference, services }) => (
        <li key={bookingId}>
          <Button aria-pressed={bookingId === selected} onClick={() => onSelect(bookingId)}>
            <strong>{visible(services.map(nameOf).join(', '))}</strong>
            <TripTag services={services} />
            <span class="soft small">
              {visible([bookingId, reference, leadOf(services)].filter(Boolean).join(', '))}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function TripTag({ services }: { readonly services: readonly Service[] }) {
  const groups = [...Map.groupBy(services, ({ truth }) => truth)];
  const [worst = ''] = groups.map(([status]) => status).toSorted((a, b) => rankOf(b) - rankOf(a));
  const parts = groups.map(([status, { length }]) => `${length} ${status}`);
  const text = parts.length === 1 ? worst : parts.join(', ');
  return <StatusTag status={worst} text={text} />;
}

const rankOf = (status: string): number => ['good', undefined, 'bad'].indexOf(tones[status]);

const leadOf = ([service]: readonly Service[]): string | undefined => {
  const [lead] = service?.guests ?? [];
  return lead && `${lead.name} ${lead.surname}`;
};

function BookingPanel({ session, booking }: BookingProps) {
  const { bookingId, bookingStatus, status, createdAt, owner, reference, price } = booking;
  return (
    <div class="booking">
      <h2>Booking {bookingId}</h2>
      <p class="soft">
        The client sees {bookingStatus} ({status}). Created {dateAndTime(Date.parse(createdAt))} by{' '}
        {visible(owner)}
        {reference !== undefined && reference !== '' && `, reference ${visible(reference)}`},{' '}
        {price.value.toFixed(2)} {price.currency}.
      </p>
      <ul class="services">
        {booking.services.map(service => (
          <ServiceItem key={service.serviceId} {...{ session, booking, service }} />
        ))}
      </ul>
      <BookingStory session={session} booking={booking} />
    </div>
  );
}
