import { type ListenOptions, listen } from '#mock-server/node';
import type { OpenWire } from '#scenarios';
import { fetched } from '../run/environment.ts';

type Around = NonNullable<ListenOptions['around']>;
type Answered = Awaited<ReturnType<Around>>;
type Clock = Parameters<OpenWire>[0]['clock'];

const header = 'x-test-flight';

/** A call on the wire keeps the shared clock from jumping: to the supplier, and back until the client has read it. */
export const overPort: OpenWire = async ({ supplier, clock }) => {
  const flights = new Map<string, Flight>();
  const around: Around = async (call, next) => {
    const flight = flights.get(call.header(header) ?? '');
    const answering = next();
    if (!flight) return answering;
    flight.arrived();
    const answered = await answering.catch(error => {
      flight.answered(false);
      throw error;
    });
    flight.answered(true);
    return { ...answered, ...unheldWhileDripping(answered, flight) };
  };
  const { url, close } = await listen(supplier, { port: 0, around });
  let last = 0;
  return {
    baseUrl: url,
    close,
    fetch: async (input, init) => {
      last += 1;
      const flight = createFlight(clock);
      flights.set(String(last), flight);
      const headers = new Headers(init?.headers);
      headers.set(header, String(last));
      try {
        return await fetched(input, { ...init, headers });
      } finally {
        flight.landed();
      }
    },
  };
};

/** One call on the wire. */
interface Flight {
  arrived(): void;
  /** @param willBeRead whether the client still reads it */
  answered(willBeRead: boolean): void;
  landed(): void;
  hold(): void;
  release(): void;
}

function createFlight(clock: Clock): Flight {
  let release = clock.hold('a call on the wire');
  let isUnderWay = false;
  let hasLanded = false;
  const hold = () => {
    release();
    if (!hasLanded || isUnderWay) release = clock.hold('a call on the wire');
  };
  return {
    hold,
    release: () => release(),
    arrived() {
      isUnderWay = true;
      release();
    },
    answered(willBeRead) {
      isUnderWay = false;
      if (willBeRead) hold();
      else release();
    },
    landed() {
      hasLanded = true;
      // The client has given up. The supplier notices that a moment later.
      hold();
    },
  };
}

/** Releases the clock between two parts of a drip, because the drip waits on it. */
function unheldWhileDripping({ wire }: Answered, flight: Flight): Pick<Answered, 'wire'> {
  if (wire?.kind !== 'drip') return { wire };
  return {
    wire: {
      ...wire,
      pause(client, after) {
        flight.release();
        wire.pause(client, {
          go(end) {
            flight.hold();
            after.go(end);
          },
          fail: error => after.fail(error),
        });
      },
    },
  };
}
