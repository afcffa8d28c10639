import type { Clause } from './clause.ts';

export const resourceClauses = {
  'res.credential': {
    statement:
      'Credential is an object in the request body with two mandatory strings: Username and Password.',
    needs: ['mock', 'judge', 'client'],
  },
  'res.booking-id': {
    statement:
      'BookingId is a string. "0" requests a new booking. A transfer, tour or car joins an existing booking by its real id.',
    needs: ['mock', 'judge', 'client'],
  },
  'res.booking': {
    statement:
      'The Booking that GetBookingDetail returns is the basis of invoice and voucher, and contains the confirmation number of the hotel. Its known fields are bookingStatus, ConfirmationNumber and the array Errors[].',
    needs: ['mock', 'client'],
  },
  'res.hotel-detail': {
    statement:
      'HotelDetail may return id, destination, name, address, latitude, longitude, category "1" to "5", amenities[], photos[] and rooms[]. None of these fields is guaranteed.',
    needs: ['mock', 'client'],
  },
  'res.payment': {
    statement:
      'payBooking has four mandatory body fields: BookingId, Credential, PaymentConditionId and PaymentRequestCC1.',
    needs: ['mock', 'client'],
  },
  'res.contracting-party': {
    statement:
      'PaymentRequestCC1.ContractingParty describes the payer in strings: Address, CPF, CityName, CountryCode, Email, PersonName, PhoneDDD and PhoneNumber.',
    needs: ['mock', 'client'],
  },
  'res.list-criteria': {
    statement:
      'SearchBookingCriteria filters a list by BookingNumber[] (which may be empty), CheckinDateFrom and CheckinDateTo. All three are optional.',
    needs: ['mock', 'client'],
  },
} as const satisfies Record<string, Clause>;
