import {
  assumedStatusWords,
  isFinal,
  pollingPlans,
  type ServiceStatus,
  statuses,
} from '../booking-status.ts';
import { type ClauseId, clauses } from '../clauses.ts';
import { durationInWords } from '../duration.ts';
import { limits } from '../limits.ts';
import { type ShownProvenance, showProvenance } from '../openapi/provenance.ts';
import type { ToolArguments, Topic } from './tools.ts';

/** A statement of the specification under its id. */
export interface Fact {
  readonly clause: ClauseId;
  readonly statement: string;
}

/** One status: its words on the wire, where it can go, and how it is followed up. */
export interface StatusEntry {
  readonly status: ServiceStatus;
  readonly bookingStatus: string;
  /** The word is ours; the specification has none. */
  readonly isAssumedWord: boolean;
  readonly label: string;
  readonly isFinal: boolean;
  readonly canBecome: readonly string[];
  /** Ask GetBookingDetail at this pace; absent where there is nothing to wait for. */
  readonly polling?: { readonly every: string; readonly upTo: string; readonly provenance: ShownProvenance };
  readonly provenance: ShownProvenance;
}

/** What get_reference gives, by topic. */
export interface Reference {
  readonly booking_statuses?: {
    readonly note: string;
    readonly statuses: readonly StatusEntry[];
    readonly facts: readonly Fact[];
  };
  readonly retoken?: {
    readonly tokenLife: string;
    readonly reTokenLife: string;
    readonly facts: readonly Fact[];
  };
  readonly date_conventions?: { readonly facts: readonly Fact[] };
}

const mappingNote =
  "Which label (Status) goes with which word (bookingStatus) is assumed, not the supplier's word: the specification gives both lists without the mapping.";

const flowFacts = facts(
  'flow.1',
  'flow.2',
  'flow.3',
  'flow.4',
  'flow.5',
  'poll.technical-problem',
  'poll.pending',
  'poll.pending-cancellation',
  'poll.rejected',
  'trans.sync',
  'trans.expire',
);

const contents: Required<Reference> = {
  booking_statuses: { note: mappingNote, statuses: statusEntries(), facts: flowFacts },
  retoken: {
    tokenLife: durationInWords(limits.tokenLife.value),
    reTokenLife: durationInWords(limits.reTokenLife.value),
    facts: facts(
      'field.token',
      'field.retoken',
      'limit.token',
      'limit.retoken',
      'field.revalidate',
      'retoken.same',
      'retoken.changed',
      'retoken.not-found',
      'retoken.expired',
    ),
  },
  date_conventions: { facts: facts('date.local', 'date.hours', 'date.timespan', 'date.policies') },
};

/**
 * A topic of the reference, made from the tables of the contract; all of them when none is named (tool.get-reference).
 *
 * @example findReference({ topic: 'retoken' }).retoken?.reTokenLife // '25 hours'
 */
export function findReference({ topic = 'all' }: ToolArguments<'get_reference'>): Reference {
  return topic === 'all' ? contents : { [topic satisfies Exclude<Topic, 'all'>]: contents[topic] };
}

function facts(...ids: readonly ClauseId[]): Fact[] {
  return ids.map(clause => ({ clause, statement: clauses[clause].statement }));
}

function statusEntries(): StatusEntry[] {
  return (Object.keys(statuses) as ServiceStatus[]).map(status => {
    // Object.keys widens to string
    const { bookingStatus, label, to, provenance } = statuses[status];
    const plan = pollingPlans[status];
    return {
      status,
      bookingStatus,
      isAssumedWord: assumedStatusWords.includes(bookingStatus),
      label,
      isFinal: isFinal(status),
      canBecome: to,
      ...(plan && {
        polling: {
          every: durationInWords(plan.interval),
          upTo: durationInWords(plan.window),
          provenance: showProvenance(plan.provenance),
        },
      }),
      provenance: showProvenance(provenance),
    };
  });
}
