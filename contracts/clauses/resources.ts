import type { Clause } from './clause.ts';

/** Objects that requests and answers are made of (res). */
export const resourceClauses = {
  'res.credential': {
    statement:
      'Credential is an object in the request body with two mandatory strings, Username and Password.',
    needs: ['mock', 'judge', 'client'],
  },
  'res.booking-id': {
    statement:
      'BookingId is a string: "0" asks for a new booking, while a transfer, tour or car joins an existing booking by sending the real id.',
    needs: ['mock', 'judge', 'client'],
  },
  'res.booking': {
    statement:
      'The Booking that GetBookingDetail returns serves invoice and voucher and bears the number under which the hotel confirmed; the names given are bookingStatus, ConfirmationNumber and the array Errors[].',
    needs: ['mock', 'client'],
  },
  'res.hotel-detail': {
    statement:
      'HotelDetail may answer with id, destination, name, address, latitude, longitude, category "1" to "5", amenities[], photos[] and rooms[]; none of them is guaranteed.',
    needs: ['mock', 'client'],
  },
  'res.payment': {
    statement:
      'payBooking cannot do without any of its four body fields: BookingId, Credential, PaymentConditionId, PaymentRequestCC1.',
    needs: ['mock', 'client'],
  },
  'res.contracting-party': {
    statement:
      'PaymentRequestCC1.ContractingParty describes the payer in strings: Address, CPF, CityName, CountryCode, Email, PersonName, PhoneDDD, PhoneNumber.',
    needs: ['mock', 'client'],
  },
  'res.list-criteria': {
    statement:
      'SearchBookingCriteria narrows a list by BookingNumber[] (an empty array is allowed), CheckinDateFrom and CheckinDateTo, each of which may be left out.',
    needs: ['mock', 'client'],
  },
} as const satisfies Record<string, Clause>;
