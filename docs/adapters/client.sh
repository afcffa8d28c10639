#!/usr/bin/env bash
# An example of a client under test, in shell with curl and jq. It plays a task of `npx travel-understudy run` if this task is one hotel booking.
#
#     npx travel-understudy run --scenario hotel-confirmed --scenario 'answer-lost-*' -- bash docs/adapters/client.sh
#
# Replace the code of `play` with calls to your own client. Keep the code that reads the task and writes the result.
set -euo pipefail

credential=$(jq -n --arg u "$UNDERSTUDY_USERNAME" --arg p "$UNDERSTUDY_PASSWORD" '{Username: $u, Password: $p}')
step=$(jq '.steps[0]' <<<"$UNDERSTUDY_TASK")
shown=null # what the user saw before agreeing
kept=$UNDERSTUDY_STATE_DIR/reference
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

report() { # arguments: outcome [bookingId]
  jq -n --arg outcome "$1" --arg id "${2:-}" --argjson shown "$shown" '{outcome: $outcome, shownToUser: $shown}
      + if $id == "" then {} else {bookingId: $id} end' >"$UNDERSTUDY_RESULT"
  exit 0
}

field() { jq -r ".$1 // \"\"" <<<"$answer"; }

retry_after() { # prints the seconds to wait after a 429; Retry-After holds seconds, or a date by the server's clock
  tr -d '\r' <"$work/headers" | jq -Rrn 'def time: strptime("%a, %d %b %Y %H:%M:%S GMT") | mktime;
      [inputs | capture("^(?<key>[^:]+): *(?<value>.*)$") | .key |= ascii_downcase] | from_entries
      | (.["retry-after"] // "1") as $after | if $after | test("^[0-9]+$") then $after else ($after | time) - (.date | time) + 1 end'
}

# Makes a call and sets `answer`. Returns 1 when the answer is lost: the call may have taken effect. Returns 2 when the server refused
# the call. Makes the call up to `tries` times, but stops after three 5xx. Always retries after a 429.
call() { # arguments: tries seconds curl-option…
  local tries=$1 seconds=$2 try failures=0 status
  shift 2
  for ((try = 1; ; try += 1)); do
    status=$(curl -s --compressed --max-time "$seconds" -D "$work/headers" -o "$work/body" -w '%{http_code}' "$@") || status=lost
    case $status in
      2*) if answer=$(jq -c . "$work/body") && [ -n "$answer" ]; then return 0; fi ;; # an answer that is not JSON counts as lost
      429) sleep "$(retry_after)" && try=$((try - 1)) && continue ;;
      4*) return 2 ;;
      5*) failures=$((failures + 1)) ;;
    esac
    if [ "$try" -ge "$tries" ] || [ "$failures" -ge 3 ]; then return 1; fi
    sleep "$(jq -n "0.25 * pow(2; $try - 1)")"
  done
}

post() { # arguments: path body [tries [seconds [header]]]
  jq -c --argjson c "$credential" '{Credential: $c} + .' <<<"$2" >"$work/request"
  call "${3:-5}" "${4:-15}" -H 'Content-Type: application/json' ${5:+-H "$5"} --data-binary "@$work/request" "$UNDERSTUDY_BASE_URL/API/REST/$1"
}

# Looks up a booking whose answer was lost, at once and then every 5 minutes for 30 minutes. DoBooking is not idempotent.
look_up() { # argument: reference
  local look
  for look in 0 1 2 3 4 5 6; do
    if [ "$look" -gt 0 ]; then sleep 300; fi
    post ClientBackOffice.svc/GetBooking "{\"ExternalReference\": \"$1\"}" || continue
    # Another program can use the same reference for a booking of another guest.
    if answer=$(jq -ce --argjson step "$step" '.Booking // empty | [.Services[].Paxs[]?.Surname] as $names
      | select($names == [] or any($step.guests[]; .Surname as $own | any($names[]; ascii_downcase == ($own | ascii_downcase))))' \
      <<<"$answer"); then return 0; fi
  done
  return 1
}

detail() { # argument: bookingId; keeps the old `answer` when the new one is lost
  local before=$answer
  if post ClientBackOffice.svc/GetBookingDetail "{\"BookingId\": \"$1\"}"; then answer=$(jq -c .Booking <<<"$answer"); else answer=$before; fi
}

settle() { # polls the booking in `answer` until it is decided or its polling time is over, and reports it
  local id first interval window waited=0
  id=$(field BookingId)
  first=$(field bookingStatus)
  if [ "$first" = CONFIRMED ] && jq -e '.Errors // [] | length > 0' <<<"$answer" >/dev/null; then detail "$id"; fi
  while [ "$(field Status)" != 'SOLICITACAO DE RESERVA' ]; do
    case $(field bookingStatus) in
      TechnicalProblem) interval=5 window=30 ;;
      Pending | PENDING) interval=10 window=30 ;;
      OnRequest) interval=10 window=1440 ;;
      *) break ;;
    esac
    if [ "$first" = OnRequest ]; then window=1440; fi
    waited=$((waited + interval))
    if [ "$waited" -gt "$window" ]; then break; fi
    sleep $((interval * 60))
    detail "$id"
  done
  report "$(jq -r '{CONFIRMED: "confirmed", Rejected: "rejected", Expired: "expired", FAILED: "failed", Cancelled: "failed"}[.bookingStatus] // "ask-support"' \
    <<<"$answer")" "$id"
}

search() { # sets the variables offer, selection and tokens
  call 5 15 -G "$UNDERSTUDY_COMMONS_URL/new/api/v1/mapping/autocomplete/$(jq -r '.criteria.destination | @uri' <<<"$step")/token/$UNDERSTUDY_STATIC_TOKEN" \
    -d "managerId=$UNDERSTUDY_MANAGER_ID" -d product=hotel || report error
  post Hotel.svc/Search "$(jq --argjson places "$answer" '.criteria as $c | {
      DestinationId: (first($places[] | select(.name == $c.destination)) // $places[0]).destinationId, CheckinDate: $c.checkinDate,
      CheckoutDate: ($c.checkinDate + "T00:00:00Z" | fromdate + $c.nights * 86400 | strftime("%Y-%m-%d")),
      SearchRooms: [$c.rooms[] | {NumAdults: .adults} + if .childAges then {ChildAges: .childAges} else {} end],
      Nationality: $c.nationality } + if $c.currency then {Currency: $c.currency} else {} end
      + if $c.onRequestRooms then {ReturnOnRequestRooms: true} else {} end | {Criteria: .}' <<<"$step")" || report error
  offer=$(jq --argjson step "$step" '($step.choose // {}) as $want | [.Hotels[] | select(($want.name // .Name) == .Name) | .HotelId as $hotel | .Rooms[]
      | select(($want.restrictionType // .RestrictionType) == .RestrictionType)
      | select(if $want | has("isPrePayment") then $want.isPrePayment == .IsPrePayment else true end)
      | select(if $want | has("canPayLater") then $want.canPayLater == .CanPayLater else true end)
      | {HotelId: $hotel, RoomId: .Id, Price: .TotalSellingPrice, Terms: [.PropertyTaxes, .CancellationPolicies]}][0] // empty' <<<"$answer")
  if [ -z "$offer" ]; then report unavailable; fi
  selection=$(jq '{HotelId, RoomIds: [.RoomId]}' <<<"$offer")
  tokens=$(jq '{Token, ReToken}' <<<"$answer")
}

conditions() { # argument: Token or ReToken
  post Hotel.svc/GetBookingConditions "$(jq --arg name "$1" --argjson s "$selection" '{($name): .[$name]} + $s' <<<"$tokens")" 1
}

prepare() { # searches and reads conditions; sets the variables offer, token and shown
  search
  # After a lost answer the Token may be used up.
  conditions Token || { [ $? -eq 1 ] && conditions ReToken; } || report error
  if jq -e '.RevalidateBookingConditions == "RoomsNotFound" or (.Errors | length) > 0' <<<"$answer" >/dev/null; then report unavailable; fi
  if jq -e --argjson task "$UNDERSTUDY_TASK" --argjson offer "$offer" \
    'if .TotalSellingPrice != $offer.Price then $task.onPriceChange == "decline"
      else [.PropertyTaxes, .CancellationPolicies] != $offer.Terms and $task.onConditionsChange == "decline" end' <<<"$answer" >/dev/null; then
    report declined-by-user
  fi
  token=$(field Token)
  shown=$(jq '{total: .TotalSellingPrice, moreInformation: .MoreInformation, pricingInfo: .PricingInfo,
      cancellationPolicies: .CancellationPolicies,
      taxes: [.PropertyTaxes // [] | .[] | {name: .Name, amount: {Value: .Amount, Currency}}]}' <<<"$answer")
}

play() {
  local reference body attempt code
  if [ "$UNDERSTUDY_ATTEMPT" != 1 ] && [ -e "$kept" ] && look_up "$(<"$kept")"; then settle; fi
  for attempt in 1 2; do # the second time if the look-ups of half an hour found no booking
    prepare
    reference="sh-$(cat /proc/sys/kernel/random/uuid)"
    echo "$reference" >"$kept" # before the call, so that a restarted client can look the booking up
    body=$(jq --argjson offer "$offer" --arg token "$token" --arg reference "$reference" \
      '{Token: $token, BookingId: "0", HotelId: $offer.HotelId, Rooms: [{RoomId: $offer.RoomId, Paxs: .guests}], ExternalReference: $reference}' <<<"$step")
    code=0
    post Hotel.svc/DoBooking "$body" 1 45 "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" || code=$?
    if [ "$code" -eq 2 ]; then report error; fi
    # An answer without the id or the status of the booking counts as lost.
    if [ "$code" -eq 0 ] && jq -e '[.BookingId, .bookingStatus, .Status] | all(type == "string")' <<<"$answer" >"$work/unused"; then settle; fi
    if look_up "$reference"; then settle; fi
  done
  report ask-support
}

# This client books one room that needs no card. It does not wait for the user.
if ! jq -e '(.steps | length) == 1 and .waits == null and (.steps[0] | .do == "book" and .product == "hotel" and .payment == null
    and (.criteria.rooms | length) == 1)' <<<"$UNDERSTUDY_TASK" >/dev/null; then report unsupported; fi
play
