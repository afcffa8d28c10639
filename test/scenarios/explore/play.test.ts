import { expect, it } from 'vitest';
import { selectFlows } from '#scenarios/explore/flows';
import { playInProcess } from '#scenarios/explore/play';
import { readInjection } from '#scenarios/explore/shorthand';

const play = playInProcess({});
const playFlow = (id: string, ...disturbances: string[]) => {
  const [flow] = selectFlows({ ids: [id] });
  if (!flow) throw new Error(`there is no flow "${id}"`);
  return play(flow, disturbances.map(readInjection));
};

it.each(['BookingId,change=missing', 'TotalSellingPrice,change=wrong-type'])(
  'lets a client repeat a look-up at once if it cannot read the answer because of field=%s',
  async field => {
    const run = await playFlow('hotel-on-request', `getBookingDetail:field=${field}`);
    expect(run).toMatchObject({ state: 'held', outcome: 'confirmed', broken: [] });
    expect(run.calls.filter(({ operation }) => operation === 'getBookingDetail')).toHaveLength(3);
  },
);
