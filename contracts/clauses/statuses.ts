import type { Clause } from './clause.ts';

export const statusClauses = {
  'status.confirmado': {
    statement:
      'CONFIRMADO: the booking is confirmed, the hotel has received it, and its payment to the supplier is guaranteed.',
    needs: ['mock'],
  },
  'status.cancelado': {
    statement: 'CANCELADO: the booking is cancelled. A penalty may still be due.',
    needs: ['mock'],
  },
  'status.rejeitado': {
    statement:
      'REJEITADO: the booking was refused because of missing availability, a changed rate, a time-out of the supplier, or special characters in a name. A new booking carries no risk of a penalty.',
    needs: ['mock', 'judge', 'client'],
  },
  'status.problema-tecnico': {
    statement:
      'PROBLEMA TECNICO: the confirmation number did not arrive in time. About 70 % of such bookings are confirmed. The client asks its commercial contact and does not book again.',
    needs: ['mock', 'judge', 'client'],
  },
  'status.solicitacao': {
    statement: 'SOLICITACAO DE RESERVA: the account has used up its credit and is blocked.',
    needs: ['mock', 'client'],
  },
  'status.aguardando': {
    statement:
      'AGUARDANDO PAGAMENTO: a booking with a prepaid rate in its penalty period is held until the payment by card.',
    needs: ['mock', 'judge', 'client'],
  },
  'status.problema-cancelamento': {
    statement: 'PROBLEMA NO CANCELAMENTO: the cancellation did not reach the supplier.',
    needs: ['mock', 'client'],
  },
  'status.em-progresso': {
    statement: 'EM PROGRESSO: a temporary status. GetBookingDetail returns the real status.',
    needs: ['mock', 'client'],
  },
  'status.values': {
    statement:
      'bookingStatus has the values OnRequest, PENDING, CONFIRMED and FAILED. After DoBooking, it may also be TechnicalProblem, Pending, PendingCancellation or Rejected.',
    needs: ['mock', 'client'],
  },
  'poll.technical-problem': {
    statement:
      'TechnicalProblem means that the supplier may or may not hold a booking. A client polls GetBookingDetail every 5 minutes for at most 30 minutes.',
    needs: ['mock', 'judge', 'client'],
  },
  'poll.pending': {
    statement:
      'A Pending booking waits for the supplier. A client polls every 10 minutes for at most 30 minutes.',
    needs: ['mock', 'judge', 'client'],
  },
  'poll.pending-cancellation': {
    statement:
      'In PendingCancellation, the supplier has not yet accepted the cancellation. A client polls every 5 minutes for at most 30 minutes.',
    needs: ['mock', 'judge', 'client'],
  },
  'poll.rejected': {
    statement:
      'Rejected is final and always becomes a cancellation, so a client does not poll a Rejected booking.',
    needs: ['mock', 'judge', 'client'],
  },
  'client.states': {
    statement: 'A client stores the state of each booking durably as PENDING, CONFIRMED or FAILED.',
    needs: ['client'],
  },
  'trans.sync': {
    statement: 'Each call of GetBookingDetail updates the stored status from the supplier.',
    needs: ['mock'],
  },
  'trans.confirm': {
    statement:
      'A booking in OnRequest/PENDING becomes CONFIRMED when the supplier agrees. A client polls to notice the change.',
    needs: ['mock', 'judge', 'client'],
  },
  'trans.expire': {
    statement:
      'A booking in OnRequest/PENDING expires if the supplier does not confirm it within the usual 24 hours.',
    needs: ['mock', 'judge', 'client'],
  },
  'trans.rejected': {
    statement:
      'A Rejected booking can only become cancelled. A client can neither cancel such a booking nor add a service to it.',
    needs: ['mock'],
  },
  'retoken.same': {
    statement: 'After SameRoomsFound, the client sends DoBooking with the new Token.',
    needs: ['mock', 'judge', 'client'],
  },
  'retoken.changed': {
    statement:
      'After RoomsFoundWithChanges, the client shows the changed conditions to the user, who must agree again.',
    needs: ['mock', 'judge', 'client'],
  },
  'retoken.not-found': {
    statement: 'After RoomsNotFound, nothing is due, and the client starts again with Search.',
    needs: ['mock', 'judge', 'client'],
  },
  'retoken.expired': {
    statement: 'For a ReToken older than 25 hours, the client must run a complete Search.',
    needs: ['mock', 'judge', 'client'],
  },
} as const satisfies Record<string, Clause>;
