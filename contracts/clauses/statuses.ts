import type { Clause } from './clause.ts';

/** Booking statuses, polling, transitions and revalidation (status, poll, client, trans, retoken). */
export const statusClauses = {
  'status.confirmado': {
    statement:
      'CONFIRMADO: the booking is firm, the hotel has received it and the supplier is sure of its payment.',
    needs: ['mock'],
  },
  'status.cancelado': {
    statement: 'CANCELADO: the booking is cancelled, which does not rule out a penalty.',
    needs: ['mock'],
  },
  'status.rejeitado': {
    statement:
      'REJEITADO: refused because nothing was left, the rate moved, the supplier timed out or a name had special characters; booking again risks no penalty.',
    needs: ['mock', 'judge', 'client'],
  },
  'status.problema-tecnico': {
    statement:
      'PROBLEMA TECNICO: the confirmation number did not arrive in time although some 70 % of these bookings are confirmed; the client asks its commercial contact and does not book again.',
    needs: ['mock', 'judge', 'client'],
  },
  'status.solicitacao': {
    statement: 'SOLICITACAO DE RESERVA: the account has used up its credit and is blocked.',
    needs: ['mock', 'client'],
  },
  'status.aguardando': {
    statement: 'AGUARDANDO PAGAMENTO: a prepaid rate already in penalty is held until the card is paid.',
    needs: ['mock', 'judge', 'client'],
  },
  'status.problema-cancelamento': {
    statement: 'PROBLEMA NO CANCELAMENTO: the supplier never got to hear of the cancellation.',
    needs: ['mock', 'client'],
  },
  'status.em-progresso': {
    statement: 'EM PROGRESSO: a passing state; which one it really is, GetBookingDetail tells.',
    needs: ['mock', 'client'],
  },
  'status.values': {
    statement:
      'bookingStatus is seen as OnRequest, PENDING, CONFIRMED and FAILED, and DoBooking may leave TechnicalProblem, Pending, PendingCancellation or Rejected.',
    needs: ['mock', 'client'],
  },
  'poll.technical-problem': {
    statement:
      'TechnicalProblem leaves open if the supplier holds a booking: ask GetBookingDetail every 5 minutes for at most 30 minutes.',
    needs: ['mock', 'judge', 'client'],
  },
  'poll.pending': {
    statement: 'Pending waits for the supplier: ask every 10 minutes for at most 30 minutes.',
    needs: ['mock', 'judge', 'client'],
  },
  'poll.pending-cancellation': {
    statement:
      'PendingCancellation waits for the supplier to accept the cancellation: ask every 5 minutes for at most 30 minutes.',
    needs: ['mock', 'judge', 'client'],
  },
  'poll.rejected': {
    statement: 'Rejected is the end and always becomes a cancellation, so nobody polls it.',
    needs: ['mock', 'judge', 'client'],
  },
  'client.states': {
    statement: 'A client remembers each booking durably as PENDING, CONFIRMED or FAILED.',
    needs: ['client'],
  },
  'trans.sync': {
    statement: 'Whenever GetBookingDetail is called, the stored status takes over what the supplier holds.',
    needs: ['mock'],
  },
  'trans.confirm': {
    statement:
      'A booking in OnRequest/PENDING becomes CONFIRMED once the supplier agrees, and a poll is what reveals it.',
    needs: ['mock', 'judge', 'client'],
  },
  'trans.expire': {
    statement: 'A booking in OnRequest/PENDING expires if the usual 24 hours bring no confirmation.',
    needs: ['mock', 'judge', 'client'],
  },
  'trans.rejected': {
    statement:
      'Rejected never moves on except into its cancellation: a client can neither cancel it nor attach a service to it.',
    needs: ['mock'],
  },
  'retoken.same': {
    statement: 'After SameRoomsFound the client continues to DoBooking with the new Token.',
    needs: ['mock', 'judge', 'client'],
  },
  'retoken.changed': {
    statement: 'After RoomsFoundWithChanges the user sees the altered conditions and has to agree again.',
    needs: ['mock', 'judge', 'client'],
  },
  'retoken.not-found': {
    statement: 'After RoomsNotFound nothing is owed and the client starts over with Search.',
    needs: ['mock', 'judge', 'client'],
  },
  'retoken.expired': {
    statement: 'Once a ReToken is more than 25 hours old, only a complete Search helps.',
    needs: ['mock', 'judge', 'client'],
  },
} as const satisfies Record<string, Clause>;
