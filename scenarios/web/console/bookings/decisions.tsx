import { canMove, type ServiceStatus } from '#contracts';
import type { BookingView } from '#contracts/control';
import { visible } from '../../shared/index.ts';
import type { Session } from '../live/index.ts';
import { attempt } from '../parts/index.ts';

/** The decisions of the supplier, with the texts of their buttons. */
const decisions = [
  ['confirmed', 'Confirm'],
  ['rejected', 'Reject'],
  ['failed', 'Fail'],
  ['expired', 'Expire'],
  ['cancelled', 'Cancel at the supplier'],
] as const satisfies readonly (readonly [ServiceStatus, string])[];

type Service = BookingView['services'][number];

/** The services of a booking, each with the decisions that the supplier can make now. */
export function Services({ session, booking }: { readonly session: Session; readonly booking: BookingView }) {
  return (
    <ul class="services">
      {booking.services.map(service => (
        <ServiceItem key={service.serviceId} session={session} booking={booking} service={service} />
      ))}
    </ul>
  );
}

function ServiceItem(props: {
  readonly session: Session;
  readonly booking: BookingView;
  readonly service: Service;
}) {
  const { session, booking, service } = props;
  const { serviceId, product, item, truth, stored, start, end, price, confirmationNumber } = service;
  // A look-up shows a service on request as pending.
  const isShown = stored === truth || (truth === 'on-request' && stored === 'pending');
  const possible = decisions.filter(([status]) => canMove(truth, status));
  const decide = (status: string) =>
    attempt(async () => {
      await session.api.decide(booking.bookingId, { status, serviceId });
      await session.refresh();
    }, `The supplier decided: ${status}. The client sees it with its next look-up.`);
  return (
    <li>
      <div>
        <StatusTag status={truth} /> <strong>{visible(item)}</strong>{' '}
        <span class="soft">
          {product} {serviceId}, {start}
          {end && ` to ${end}`}, {price.value.toFixed(2)} {price.currency}
          {confirmationNumber && `, confirmation ${visible(confirmationNumber)}`}
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

const tones: Readonly<Record<string, string>> = {
  confirmed: 'good',
  rejected: 'bad',
  failed: 'bad',
  expired: 'bad',
  cancelled: 'bad',
  'cancellation-failed': 'bad',
};

/** The status of a service at the supplier. */
export const StatusTag = ({ status }: { readonly status: string }) => (
  <span class={`badge ${tones[status] ?? 'warn'}`}>{status}</span>
);
