# A client with real waits, in Ruby with net/http. It plays the tasks of `understudy run --clock warp` that book one hotel room.
require 'date'
require 'json'
require 'net/http'
require 'securerandom'

def variable(name) = ENV.fetch("UNDERSTUDY_#{name}")

STEP = JSON.parse(variable('TASK'))['steps'][0]
CREDENTIAL = { Username: variable('USERNAME'), Password: variable('PASSWORD') }.freeze
# The interval and the total time of polling for each undecided status, in minutes.
POLLING = { 'TechnicalProblem' => [5, 30], 'Pending' => [10, 30], 'PENDING' => [10, 24 * 60], 'OnRequest' => [10, 24 * 60] }.freeze
ENDS = { 'CONFIRMED' => 'confirmed', 'Rejected' => 'rejected', 'Expired' => 'expired', 'FAILED' => 'failed' }.freeze
FLAGS = { 'restrictionType' => 'RestrictionType', 'isPrePayment' => 'IsPrePayment', 'canPayLater' => 'CanPayLater' }.freeze

# Sends a request once. The time-out limits the whole exchange. Returns nil if there is no answer, or if the server failed.
def send_once(uri, request, timeout)
  answer = Timeout.timeout(timeout) do
    Net::HTTP.start(uri.host, uri.port, open_timeout: timeout, read_timeout: timeout, max_retries: 0) { |http| http.request(request) }
  end
  raise "#{answer.code}: #{answer.body}" if answer.code.start_with?('4')

  answer.code.start_with?('2') ? JSON.parse(answer.body) : nil
rescue SystemCallError, IOError, Timeout::Error
  nil
end

# Sends a request up to five times, with a longer pause before each repetition.
def repeatedly(uri, timeout: 15, attempts: 5)
  attempts.times do |attempt|
    sleep 0.25 * 2**(attempt - 1) if attempt.positive?
    answer = send_once(uri, yield, timeout)
    return answer if answer
  end
  raise "no answer from #{uri}"
end

def post(path, body, headers: {}, **options)
  uri = URI("#{variable('BASE_URL')}/API/REST/#{path}")
  text = JSON.generate({ Credential: CREDENTIAL, **body })
  repeatedly(uri, **options) do
    Net::HTTP::Post.new(uri, 'Content-Type' => 'application/json', **headers).tap { |request| request.body = text }
  end
end

def search(wanted)
  place = URI.encode_www_form_component(wanted['destination']).gsub('+', '%20')
  path = "/new/api/v1/mapping/autocomplete/#{place}/token/#{variable('STATIC_TOKEN')}"
  uri = URI("#{variable('COMMONS_URL')}#{path}?managerId=#{variable('MANAGER_ID')}&product=hotel")
  places = repeatedly(uri) { Net::HTTP::Get.new(uri) }
  criteria = {
    DestinationId: places.find { |one| one['name'] == wanted['destination'] }['destinationId'],
    CheckinDate: wanted['checkinDate'],
    CheckoutDate: (Date.parse(wanted['checkinDate']) + wanted['nights']).iso8601,
    SearchRooms: wanted['rooms'].map { |room| { NumAdults: room['adults'], ChildAges: room['childAges'] || [] } },
    Nationality: wanted['nationality'],
    ReturnOnRequestRooms: wanted['onRequestRooms'] || false
  }
  post('Hotel.svc/Search', { Criteria: criteria })
end

def book
  found = search(STEP['criteria'])
  offers = found['Hotels'].flat_map { |hotel| hotel['Rooms'].map { |room| [hotel['HotelId'], room] } }
  hotel, room = offers.find { |_, one| FLAGS.all? { |name, field| [nil, one[field]].include?(STEP['choose'][name]) } }
  conditions = post('Hotel.svc/GetBookingConditions', { Token: found['Token'], HotelId: hotel, RoomIds: [room['Id']] }, attempts: 1)
  body = {
    Token: conditions['Token'],
    BookingId: '0',
    HotelId: hotel,
    Rooms: [{ RoomId: room['Id'], Paxs: STEP['guests'] }],
    ExternalReference: "rb-#{SecureRandom.uuid}"
  }
  booking = post('Hotel.svc/DoBooking', body, timeout: 45, attempts: 1, headers: { 'Idempotency-Key' => SecureRandom.uuid })
  [follow_up(booking), conditions]
end

# Polls a booking until the booking is decided or its polling time is over.
def follow_up(booking)
  waited = 0
  is_on_request = booking['bookingStatus'] == 'OnRequest'
  while (interval, window = POLLING[booking['bookingStatus']])
    break if waited + interval > (is_on_request ? window : 30)

    sleep interval * 60
    waited += interval
    booking = post('ClientBackOffice.svc/GetBookingDetail', { BookingId: booking['BookingId'] })['Booking']
  end
  booking
end

# Returns what the user saw before agreeing.
def shown(conditions)
  taxes = (conditions['PropertyTaxes'] || []).map { |tax| { name: tax['Name'], amount: { Value: tax['Amount'], Currency: tax['Currency'] } } }
  {
    total: conditions['TotalSellingPrice'],
    taxes: taxes,
    moreInformation: conditions['MoreInformation'],
    cancellationPolicies: conditions['CancellationPolicies'],
    pricingInfo: conditions['PricingInfo']
  }
end

booking, conditions = book
outcome = ENDS.fetch(booking['bookingStatus'], 'ask-support')
File.write(variable('RESULT'), JSON.generate({ outcome:, bookingId: booking['BookingId'], shownToUser: shown(conditions) }))
