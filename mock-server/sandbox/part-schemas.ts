import * as z from 'zod';
import { controlEndpoints } from '#contracts/control';
import type { PartName } from './codec.ts';

const { identity, start } = controlEndpoints.importSandbox.request.shape;
const whole = z.int().min(0);

export const partSchemas: Readonly<Record<PartName, z.ZodType>> = {
  beginning: z.looseObject({ identity, start }),
  clock: z.looseObject({
    clock: z.looseObject({ mode: z.string(), now: z.number(), scale: z.number() }),
    savedAt: z.number(),
  }),
  faults: z.looseObject({ faults: z.array(z.looseObject({})), faultsArmed: whole }),
  runs: z.looseObject({ plays: z.array(z.looseObject({ id: z.string() })), playsBegun: whole }),
  life: z.looseObject({ closed: z.boolean(), next: z.int().min(1), createdAt: z.number() }),
  rate: z.looseObject({ rate: z.array(z.tuple([z.string(), z.array(z.number())])) }),
  inventory: z.looseObject({ inventory: z.array(z.array(z.unknown())).optional() }),
};
