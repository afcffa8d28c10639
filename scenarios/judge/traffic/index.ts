export {
  type Call,
  couldHaveSeen,
  firstFrom,
  hasSeen,
  isBefore,
  isGood,
  isLost,
  isRefused,
  isSynthetic,
  requestKey,
  type SeenService,
  type Sight,
  type Trip,
} from './call.ts';
export { bookedConditions, looksBetween, resentBy } from './looks.ts';
export { backoffAfter, type Chain, isByDate, retryAfterOf, slackOf } from './retries.ts';
export { isPolled, isSettled, isUnknown, statusIn, wordOf } from './status.ts';
export { couldShow, foundNothing, foundStanding, isNew } from './telling-looks.ts';
export { readTraffic, stayOf, type TokenUse, type Traffic } from './traffic.ts';
export { lastSeen, nextAfter, seenBefore } from './trips.ts';
