import type { EffectKind } from '#contracts/fault';
import { applyBody } from './body.ts';
import { applyBusiness } from './business.ts';
import { applyCredential } from './credential.ts';
import { applyCut } from './cut.ts';
import { applyDelay } from './delay.ts';
import type { ApplyEffect } from './effect.ts';
import { applyHang } from './hang.ts';
import { applyPartial } from './partial.ts';
import { applyPayment } from './payment.ts';
import { applyPrice } from './price.ts';
import { applyRevalidate } from './revalidate.ts';
import { applySoldOut } from './sold-out.ts';
import { applySparse } from './sparse.ts';
import { applyStatus } from './status.ts';
import { applyTimeline } from './timeline.ts';
import { applyVisibility } from './visibility.ts';

/** What each kind of effect does: one that is missing does not compile. */
export const effects: { readonly [K in EffectKind]: ApplyEffect<K> } = {
  status: applyStatus,
  delay: applyDelay,
  hang: applyHang,
  cut: applyCut,
  body: applyBody,
  business: applyBusiness,
  timeline: applyTimeline,
  price: applyPrice,
  'sold-out': applySoldOut,
  revalidate: applyRevalidate,
  visibility: applyVisibility,
  payment: applyPayment,
  credential: applyCredential,
  sparse: applySparse,
  partial: applyPartial,
};
