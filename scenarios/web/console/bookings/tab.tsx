import { useMemo, useState } from 'preact/hooks';
import type { BookingView } from '#contracts/control';
import { visible } from '../../shared/index.ts';
import { maxBookings, type Session } from '../live/index.ts';
import { dateAndTime } from '../parts/index.ts';
import { BookingStory } from './booking-story.tsx';
import { Services, StatusTag } from './decisions.tsx';

/** The bookings of a sandbox, and the story of the selected booking. */
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
        <label class="grow">
          <span>Find a booking</span>
          <input
            type="search"
            value={text}
            placeholder="id, reference, guest, status…"
            onInput={event => setText(event.currentTarget.value)}
          />
        </label>
      </search>
      <p class="soft" role="status">
        {found.length === total ? `${total} bookings` : `${found.length} of ${total} bookings`}
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
          <button type="button" aria-pressed={bookingId === selected} onClick={() => onSelect(bookingId)}>
            <strong>{bookingId}</strong>
            {services.map(({ serviceId, truth }) => (
              <StatusTag key={serviceId} status={truth} />
            ))}
            <span class="soft">
              {visible(reference ?? '')} {services.map(({ item }) => visible(item)).join(', ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function BookingPanel({ session, booking }: { readonly session: Session; readonly booking: BookingView }) {
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
      <Services session={session} booking={booking} />
      <BookingStory session={session} booking={booking} />
    </div>
  );
}
