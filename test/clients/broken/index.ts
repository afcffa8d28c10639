import { booking } from './booking.ts';
import type { BrokenClient } from './broken-client.ts';
import { drawn } from './drawn.ts';
import { flow } from './flow.ts';
import { guests } from './guests.ts';
import { lost } from './lost.ts';
import { otherProducts } from './other-products.ts';
import { output } from './output.ts';
import { polling } from './polling.ts';
import { prices } from './prices.ts';
import { privateData } from './private-data.ts';
import { rebooking } from './rebooking.ts';
import { requests } from './requests.ts';
import { resilience } from './resilience.ts';
import { shown } from './shown.ts';
import { trips } from './trips.ts';

export const brokenClients: readonly BrokenClient[] = [
  ...flow,
  ...prices,
  ...booking,
  ...guests,
  ...privateData,
  ...rebooking,
  ...lost,
  ...polling,
  ...resilience,
  ...requests,
  ...output,
  ...otherProducts,
  ...trips,
  ...shown,
  ...drawn,
];
