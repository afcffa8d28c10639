import type * as z from 'zod';
import { keysOf } from '../../util/index.ts';
import type { FaultKind } from '../define-fault.ts';
import { body } from './body.ts';
import { business } from './business.ts';
import { credential } from './credential.ts';
import { cut } from './cut.ts';
import { delay } from './delay.ts';
import { field } from './field.ts';
import { hang } from './hang.ts';
import { neighbour } from './neighbour.ts';
import { otherGuest } from './other-guest.ts';
import { partial } from './partial.ts';
import { payment } from './payment.ts';
import { price } from './price.ts';
import { redirect } from './redirect.ts';
import { revalidate } from './revalidate.ts';
import { roomLimit } from './room-limit.ts';
import { soldOut } from './sold-out.ts';
import { sparse } from './sparse.ts';
import { status } from './status.ts';
import { terms } from './terms.ts';
import { timeline } from './timeline.ts';
import { visibility } from './visibility.ts';

export { revokedKey } from './credential.ts';

/** The server plans the faults of a call in this order. The guide has the same order. */
export const faultKinds = {
  status,
  delay,
  hang,
  cut,
  body,
  business,
  timeline,
  price,
  terms,
  'sold-out': soldOut,
  revalidate,
  visibility,
  'other-guest': otherGuest,
  neighbour,
  payment,
  credential,
  sparse,
  partial,
  'room-limit': roomLimit,
  redirect,
  field,
} as const;

type Kinds = typeof faultKinds;
/** The name of a kind of fault. */
export type EffectKind = keyof Kinds;
export const kindNames: readonly EffectKind[] = keysOf(faultKinds);
/** The effect of a fault as the user writes it: the kind and its parameters. */
export type FaultEffect<K extends EffectKind = EffectKind> = {
  [Kind in K]: z.infer<ReturnType<Kinds[Kind]['schema']>>;
}[K];

/** The cast is safe: a kind receives only effects that name it. */
export const kindOf = ({ kind }: Pick<FaultEffect, 'kind'>): FaultKind =>
  faultKinds[kind] as unknown as FaultKind;
