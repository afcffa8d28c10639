import { durationInWords, isFinal, limits, pollingPlans, type ServiceStatus, statuses } from '#contracts';
import { assumedStatusWords, moveProvenance } from '#contracts/booking-status';
import { type ClauseId, clauses, sectionOf } from '#contracts/clauses';
import { statementsOf } from '#contracts/openapi';
import type { ToolArguments } from '#contracts/tools';

const mappingNote =
  "Which label (Status) goes with which word (bookingStatus) is assumed, not the supplier's word: the specification gives both lists without the mapping. Pending is written PENDING once a poll has seen a booking that began as OnRequest (assumed).";

const contents = {
  booking_statuses: {
    note: mappingNote,
    statuses: statusEntries(),
    assumptions: assumptionsOf(statusEntries()),
    facts: [...section('status', 'poll', 'trans'), ...facts('limit.on-request')],
    flow: [...facts('svc.1', 'svc.2', 'svc.3'), ...section('flow')],
  },
  retoken: {
    tokenLife: durationInWords(limits.tokenLife.value),
    reTokenLife: durationInWords(limits.reTokenLife.value),
    facts: [
      ...facts('field.token', 'field.retoken', 'limit.token', 'limit.retoken', 'field.revalidate'),
      ...section('retoken'),
    ],
  },
  date_conventions: { facts: section('date') },
};

/** What get_reference gives, by topic. */
export type Reference = Partial<typeof contents>;
/** A statement of the specification under its id. */
export type Fact = ReturnType<typeof facts>[number];
/** One status: its words on the wire, where it can go, and how it is followed up. */
export type StatusEntry = ReturnType<typeof statusEntries>[number];
/** A status by its words on the wire, and whether the specification names the way to it. */
export type NextStatus = ReturnType<typeof nextStatus>;

/**
 * A topic of the reference, made from the tables of the contract; all of them when none is named (tool.get-reference).
 *
 * @example findReference({ topic: 'retoken' }).retoken?.reTokenLife // '25 hours'
 */
export function findReference({ topic = 'all' }: ToolArguments<'get_reference'>): Reference {
  return topic === 'all' ? contents : { [topic]: contents[topic] };
}

function facts(...ids: readonly ClauseId[]) {
  return ids.map(clause => ({ clause, statement: clauses[clause].statement }));
}

/** Every statement of some sections. */
function section(...names: readonly string[]) {
  const ids = Object.keys(clauses) as ClauseId[]; // Object.keys widens to string
  return facts(...ids.filter(id => names.includes(sectionOf(id))));
}

function statusEntries() {
  return (Object.keys(statuses) as ServiceStatus[]).map(status => {
    // Object.keys widens to string
    const { bookingStatus, label, to, provenance } = statuses[status];
    const plan = pollingPlans[status];
    return {
      status,
      bookingStatus,
      isAssumedWord: assumedStatusWords.includes(bookingStatus),
      label,
      ...(isFinal(status) && { final: moveProvenance(status) }),
      canBecome: to.map(next => nextStatus(status, next as ServiceStatus)), // the rows name each other
      ...(plan && {
        polling: {
          every: durationInWords(plan.interval),
          upTo: durationInWords(plan.window),
          provenance: plan.provenance,
        },
      }),
      provenance,
    };
  });
}

function assumptionsOf(entries: ReturnType<typeof statusEntries>): Record<string, string> {
  const provenances = entries.flatMap(({ final, polling, canBecome }) => [
    ...(final ? [final] : []),
    ...(polling ? [polling.provenance] : []),
    ...canBecome.map(({ provenance }) => provenance),
  ]);
  return statementsOf(provenances.filter(({ kind }) => kind === 'assumed'));
}

function nextStatus(from: ServiceStatus, status: ServiceStatus) {
  const { bookingStatus, label } = statuses[status];
  return { status, bookingStatus, label, provenance: moveProvenance(from, status) };
}
