# A client with real waits, in Ruby with net/http. It plays the hotel tasks of `understudy run --clock warp`.
require 'date'
require 'json'
require 'net/http'
require 'securerandom'
require 'set'
require 'time'

ENVIRONMENT = ENV.to_h.filter_map { |name, value| [name.delete_prefix('UNDERSTUDY_'), value] if name.start_with?('UNDERSTUDY_') }.to_h
TASK = JSON.parse(ENVIRONMENT['TASK'])
STATE = File.join(ENVIRONMENT['STATE_DIR'], 'booking.json')
CREDENTIAL = { Username: ENVIRONMENT['USERNAME'], Password: ENVIRONMENT['PASSWORD'] }.freeze
MINUTE = 60
# The interval and the total time of polling for each undecided status, in minutes.
POLLING = {
  'TechnicalProblem' => [5, 30], 'Pending' => [10, 30], 'OnRequest' => [10, 24 * 60],
  'PENDING' => [10, 24 * 60], 'PendingCancellation' => [5, 30]
}.freeze
ENDS = {
  'CONFIRMED' => 'confirmed', 'Rejected' => 'rejected', 'Expired' => 'expired', 'FAILED' => 'failed', 'Cancelled' => 'failed'
}.freeze
KEPT = { static: Set.new, penalty: nil }

# The answer is missing or unreadable. The call may have taken effect.
class Lost < StandardError; end
# The server answered 400, 401 or 404.
class Refused < StandardError; end

# Ends the task with a result.
class Ended < StandardError
  attr_reader :result

  def initialize(outcome, more = {})
    super(outcome)
    @result = { 'outcome' => outcome, **more }
  end
end

def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

def seconds_of(duration)
  units = { 'D' => 86_400, 'H' => 3600, 'M' => 60, 'S' => 1 }
  duration.scan(/(\d+)([DHMS])/).sum { |count, unit| count.to_i * units[unit] }
end

# Sends a request once. A time-out limits the whole exchange, as in most libraries that are built on net/http.
def send_once(uri, request, timeout)
  Timeout.timeout(timeout) do
    Net::HTTP.start(uri.host, uri.port, open_timeout: timeout, read_timeout: timeout, max_retries: 0) { |http| http.request(request) }
  end
rescue SystemCallError, IOError, Timeout::Error, Net::ProtocolError, Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError, Zlib::Error => e
  raise Lost, e.message
end

def retry_after(answer)
  given = answer['retry-after'] || '1'
  given.match?(/\A\d+\z/) ? given.to_i : Time.httpdate(given) - Time.httpdate(answer['date']) + 1
end

# Makes a call, up to five times if the call is repeatable. Stops after three 5xx in a row. Always retries after a 429.
def attempt(uri, timeout, repeatable)
  failures = attempts = 0
  loop do
    begin
      answer = send_once(uri, yield, timeout)
      code = answer.code.to_i
      if code == 429
        sleep retry_after(answer)
        next
      end
      return JSON.parse(answer.body.dup.force_encoding('UTF-8').delete_prefix("\u{FEFF}")) if code < 300
      raise Refused, "#{code}: #{answer.body}" if code.between?(400, 499)

      failures += 1
      why = "HTTP #{code}"
    rescue Lost, JSON::ParserError => e
      why = e.message
    end
    attempts += 1
    raise Lost, why if !repeatable || failures >= 3 || attempts >= 5

    sleep 0.25 * 2**(attempts - 1)
  end
end

def post(path, body, timeout: 15, repeatable: true, headers: {})
  uri = URI("#{ENVIRONMENT['BASE_URL']}/API/REST/#{path}")
  text = JSON.generate({ Credential: CREDENTIAL, **body })
  attempt(uri, timeout, repeatable) do
    Net::HTTP::Post.new(uri, 'Content-Type' => 'application/json', **headers).tap { |request| request.body = text }
  end
end

def mapping(kind, name, query = {})
  place = "#{URI.encode_www_form_component(name).gsub('+', '%20')}/token/#{ENVIRONMENT['STATIC_TOKEN']}"
  parameters = URI.encode_www_form({ managerId: ENVIRONMENT['MANAGER_ID'], **query })
  uri = URI("#{ENVIRONMENT['COMMONS_URL']}/new/api/v1/mapping/#{kind}/#{place}?#{parameters}")
  attempt(uri, 15, true) { Net::HTTP::Get.new(uri) }
end

def search(step)
  wanted = step['criteria']
  places = mapping('autocomplete', wanted['destination'], product: 'hotel')
  place = places.find { |one| one['name'] == wanted['destination'] } || places[0]
  rooms = wanted['rooms'].map do |room|
    { NumAdults: room['adults'], **((room['childAges'] || []).empty? ? {} : { ChildAges: room['childAges'] }) }
  end
  criteria = {
    DestinationId: place['destinationId'],
    CheckinDate: wanted['checkinDate'],
    CheckoutDate: (Date.parse(wanted['checkinDate']) + wanted['nights']).iso8601,
    SearchRooms: rooms,
    Nationality: wanted['nationality']
  }
  criteria[:Currency] = wanted['currency'] if wanted['currency']
  criteria[:ReturnOnRequestRooms] = true if wanted['onRequestRooms']
  { **post('Hotel.svc/Search', { Criteria: criteria }), 'at' => now }
end

FLAGS = { 'restrictionType' => 'RestrictionType', 'isPrePayment' => 'IsPrePayment', 'canPayLater' => 'CanPayLater' }.freeze

# Returns the first hotel that has a fitting room for each requested room.
def choose(step, found)
  wanted = step['choose'] || {}
  (found['Hotels'] || []).each do |hotel|
    next if wanted.key?('name') && wanted['name'] != hotel['Name']

    rooms = step['criteria']['rooms'].map do |people|
      hotel['Rooms'].find do |room|
        FLAGS.all? { |name, field| !wanted.key?(name) || wanted[name] == room[field] } &&
          room['NumAdults'] == people['adults'] && room['ChildAges'].sort == (people['childAges'] || []).sort
      end
    end
    return hotel, rooms if rooms.all?
  end
  raise Ended, 'unavailable'
end

# Reads conditions with the Token, then with the ReToken. Returns nil when a new Search is necessary.
def conditions_of(selection, found, is_fresh)
  ask = ->(token) { post('Hotel.svc/GetBookingConditions', { token => found[token], **selection }, repeatable: false) }
  if is_fresh && now - found['at'] <= 30 * MINUTE
    begin
      return ask.call('Token')
    rescue Lost
      # the Token may be used up
    end
  end
  return nil if now - found['at'] > 25 * 60 * MINUTE

  begin
    ask.call('ReToken')
  rescue Lost
    ask.call('ReToken')
  end
end

def terms_of(offer) = [offer['PropertyTaxes'] || [], offer['CancellationPolicies'] || []]

# Ends the task if the user declines the new price or conditions.
def agree(before, terms, conditions)
  revalidated = conditions['RevalidateBookingConditions']
  raise Ended, 'unavailable' if !conditions['Errors'].empty? || revalidated == 'RoomsNotFound'

  is_other = conditions['TotalSellingPrice'] != before
  # The penalties change together with the price, so the terms are compared only at the same price.
  is_changed = revalidated == 'RoomsFoundWithChanges' || (!is_other && terms && terms != terms_of(conditions))
  raise Ended, 'declined-by-user' if is_other && TASK['onPriceChange'] == 'decline'
  raise Ended, 'declined-by-user' if is_changed && TASK['onConditionsChange'] == 'decline'
end

def think(moment, waited)
  duration = (TASK['waits'] || {})[moment]
  sleep seconds_of(duration) if duration && waited.add?(moment)
end

# Searches and reads conditions until the user has agreed to conditions that are still fresh.
def prepare(step, waited)
  found = search(step)
  hotel, rooms = choose(step, found)
  selection = { HotelId: hotel['HotelId'], RoomIds: rooms.map { |room| room['Id'] } }
  sum = rooms.sum { |room| room['TotalSellingPrice']['Value'] }
  price = { 'Value' => sum.round(2), 'Currency' => rooms[0]['TotalSellingPrice']['Currency'] }
  terms = rooms.size == 1 ? terms_of(rooms[0]) : nil # the conditions of several rooms contain sums
  think('afterSearch', waited)
  is_fresh = true
  loop do
    conditions = conditions_of(selection, found, is_fresh)
    return prepare(step, waited) if conditions.nil?

    is_fresh = false
    at = now
    agree(price, terms, conditions)
    price = conditions['TotalSellingPrice']
    terms = terms_of(conditions)
    think('afterConditions', waited)
    return selection, conditions if now - at < 5 * MINUTE - 10
  end
end

# Returns the guests of each room: adults in their order, children by their age.
def guests_of(step)
  left = step['guests'].dup
  step['criteria']['rooms'].map do |room|
    adults = Array.new(room['adults']) { left.delete_at(left.index { |guest| guest['Age'] >= 18 }) }
    adults + (room['childAges'] || []).map { |age| left.delete_at(left.index { |guest| guest['Age'] == age }) }
  end
end

# Returns whether a found booking has a guest of the task. Another program can use the same reference for another guest.
def own?(booking, guests)
  names = booking['Services'].flat_map { |service| (service['Paxs'] || []).map { |pax| pax['Surname'].downcase } }
  names.empty? || guests.any? { |guest| names.include?(guest['Surname'].downcase) }
end

# Looks at once, and then every 5 minutes for 30 minutes.
def look_every_5_minutes
  7.times do |look|
    sleep 5 * MINUTE if look.positive?
    begin
      found = yield
    rescue Lost, Refused
      next
    end
    return found if found
  end
  nil
end

# Looks up a booking whose answer was lost. DoBooking is not idempotent.
def look_up(reference, guests)
  look_every_5_minutes do
    booking = post('ClientBackOffice.svc/GetBooking', { ExternalReference: reference })['Booking']
    readable(booking) if booking && own?(booking, guests)
  end
end

def detail(booking_id) = readable(post('ClientBackOffice.svc/GetBookingDetail', { BookingId: booking_id })['Booking'])

# Returns a booking that has an id and its status. An answer without them counts as lost.
def readable(booking)
  raise Lost, 'the answer is not a booking' unless booking && %w[BookingId bookingStatus Status].all? { |name| booking[name].is_a?(String) }

  booking
end

def payment_of(step, conditions)
  card = step['payment'] or return nil
  condition = (conditions['PaymentConditions'] || []).find { |one| one['Installments'] == card['CreditCard']['NumberPayments'] }
  condition && { PaymentConditionId: condition['PaymentConditionId'], PaymentRequestCC1: card }
end

def book(step, waited, is_again: false)
  selection, conditions = prepare(step, waited)
  reference = "rb-#{SecureRandom.uuid}"
  File.write(STATE, JSON.generate({ reference: reference })) # before the call, so that a restarted client can look the booking up
  payment = payment_of(step, conditions)
  body = {
    Token: conditions['Token'],
    BookingId: '0',
    HotelId: selection[:HotelId],
    Rooms: selection[:RoomIds].zip(guests_of(step)).map { |id, guests| { RoomId: id, Paxs: guests } },
    ExternalReference: reference
  }
  body[:Payment] = payment if payment && !conditions['CanPayLater']
  begin
    booking = readable(post('Hotel.svc/DoBooking', body, timeout: 45, repeatable: false, headers: { 'Idempotency-Key' => SecureRandom.uuid }))
  rescue Refused
    raise Ended, 'error' # there is no booking
  rescue Lost
    booking = look_up(reference, step['guests'])
    return book(step, waited, is_again: true) if booking.nil? && !is_again
    raise Ended, 'ask-support' if booking.nil?
  end
  # If the status and the errors of the answer contradict each other, the booking has the real status.
  booking = detail(booking['BookingId']) if !(booking['Errors'] || []).empty? && booking['bookingStatus'] == 'CONFIRMED'
  booking = pay(booking['BookingId'], payment) if conditions['IsPrePayment'] && booking['Status'] == 'AGUARDANDO PAGAMENTO'
  KEPT[:penalty] = penalty_of(conditions)
  { **settle(follow_up(booking)), 'shownToUser' => shown(conditions) }
end

# Returns what the user saw before agreeing. Taxes stay apart, because their currency may differ from the price.
def shown(conditions)
  taxes = (conditions['PropertyTaxes'] || []).map do |tax|
    { name: tax['Name'], amount: { Value: tax['Amount'], Currency: tax['Currency'] } }
  end
  {
    total: conditions['TotalSellingPrice'],
    taxes: taxes,
    moreInformation: conditions['MoreInformation'],
    cancellationPolicies: conditions['CancellationPolicies'],
    pricingInfo: conditions['PricingInfo']
  }
end

# Returns the penalty of a cancellation on the day of the conditions.
def penalty_of(conditions)
  today = conditions['TimeSpan'][0, 10]
  policy = (conditions['CancellationPolicies'] || []).find { |one| one['StartDate'] <= today && today <= one['EndDate'] }
  return { Value: policy['Value'], Currency: policy['Currency'] } if policy

  { Value: 0, Currency: conditions['TotalSellingPrice']['Currency'] }
end

# Pays once. After a lost answer, pays again only if the booking shows no charge for 30 minutes.
def pay(booking_id, payment, is_again: false)
  begin
    paid = post('Payment.svc/payBooking', { BookingId: booking_id, **payment }, repeatable: false)
  rescue Lost
    paid = look_every_5_minutes { (detail(booking_id)['Payments'] || []).last }
    return pay(booking_id, payment, is_again: true) if paid.nil? && !is_again
    raise Ended.new('ask-support', 'bookingId' => booking_id) if paid.nil?
  end
  raise Ended.new('payment-declined', 'bookingId' => booking_id) if paid['PaymentStatus'] == 'Declined'

  sleep 10 * MINUTE if paid['PaymentStatus'] == 'Pending'
  detail(booking_id)
end

# Polls a booking until the booking is decided or its polling time is over.
def follow_up(booking)
  waited = 0
  is_on_request = booking['bookingStatus'] == 'OnRequest'
  while POLLING.key?(booking['bookingStatus']) && !['SOLICITACAO DE RESERVA', 'AGUARDANDO PAGAMENTO'].include?(booking['Status'])
    break if (booking['Errors'] || []).any? { |error| error['Code'] == 'CancellationNotForwarded' }

    interval, window = POLLING[booking['bookingStatus']]
    window = 30 if booking['bookingStatus'] == 'PENDING' && !is_on_request
    break if waited + interval > window

    sleep interval * MINUTE
    waited += interval
    begin
      booking = detail(booking['BookingId'])
    rescue Lost, Refused
      next # the loop makes the next poll
    end
  end
  booking
end

def settle(booking) = { 'outcome' => ENDS.fetch(booking['bookingStatus'], 'ask-support'), 'bookingId' => booking['BookingId'] }

def cancel(booked)
  return booked if booked['outcome'] != 'confirmed'

  send_it = -> { post('ClientBackOffice.svc/CancelBooking', { BookingId: booked['bookingId'] }, repeatable: false) }
  begin
    answer = send_it.call
  rescue Lost
    answer = detail(booked['bookingId'])
    answer = send_it.call if answer['bookingStatus'] == 'CONFIRMED'
  end
  outcome = follow_up(answer)['bookingStatus'] == 'Cancelled' ? 'cancelled' : 'ask-support'
  # The user sees the penalty before the cancellation.
  { **booked, 'outcome' => outcome, 'shownToUser' => { **booked.fetch('shownToUser', {}), penalty: KEPT[:penalty] } }
end

def read_static(step)
  sleep seconds_of(step['after']) if step['after']
  { 'airport' => step['airport'], 'hotel' => step['hotelId'] }.each do |kind, name|
    next if name.nil? || !KEPT[:static].add?([kind, name])

    begin
      mapping(kind, name)
    rescue Refused
      next # a booking is possible without this static data
    end
  end
  { 'outcome' => 'done' }
end

# Sends the requested number of look-ups, at most 120 per minute.
def look_ups(count)
  sent = []
  count.times do |number|
    sleep [0, 61 - (now - sent[-120])].max if sent.size >= 120
    sent << now
    post('ClientBackOffice.svc/GetBooking', { ExternalReference: "look-up #{number}" })
  end
  { 'outcome' => 'done' }
end

def supported?(step)
  case step['do']
  when 'book' then step['product'] == 'hotel' && !step.key?('attachTo')
  when 'cancel' then step['what'] == 'trip'
  else %w[static lookups].include?(step['do'])
  end
end

# Finishes a booking that an earlier process of this client began.
def resume
  return nil if ENVIRONMENT['ATTEMPT'] == '1' || !File.exist?(STATE)

  booking = look_up(JSON.parse(File.read(STATE))['reference'], TASK['steps'].flat_map { |step| step['guests'] || [] })
  booking && settle(follow_up(booking))
end

def play
  raise Ended, 'unsupported' unless TASK['steps'].all? { |step| supported?(step) }

  begun = resume
  return begun if begun

  waited = Set.new
  results = []
  TASK['steps'].each do |step|
    results << case step['do']
               when 'book' then book(step, waited)
               when 'cancel' then cancel(results[step['step']])
               when 'static' then read_static(step)
               else look_ups(step['count'])
               end
  end
  results.reverse.find { |result| result['outcome'] != 'done' } || { 'outcome' => 'done' }
end

begin
  result = play
rescue Ended => e
  result = e.result
rescue StandardError => e
  result = { 'outcome' => 'error', 'why' => e.message }
  # After an attempt to book, a booking can stand.
  result = { 'outcome' => 'ask-support', 'why' => "#{e.message}; #{File.read(STATE)}" } if File.exist?(STATE)
end
File.write(ENVIRONMENT['RESULT'], JSON.generate(result))
