import { it } from 'vitest';
import { readFault } from '#contracts/fault';
import { catalogue, playScenario, type Scenario } from '#scenarios';
import { expectAsSpecified } from './expect-as-specified.ts';
import { overPort } from './port.ts';

/** The ways to send an answer. */
const onTheWire = ['status', 'delay', 'hang', 'cut', 'body', 'payment'];

const hasWireFault = ({ setup = {} }: Scenario): boolean =>
  (setup.faults ?? []).some(fault => onTheWire.includes(readFault(fault).effect.kind));

it.each(catalogue.filter(hasWireFault))(
  'the reference client ends as specified over a port, on a clock that client and supplier share, in $id: $title',
  async scenario => {
    expectAsSpecified(scenario, await playScenario(scenario, { open: overPort }));
  },
);
