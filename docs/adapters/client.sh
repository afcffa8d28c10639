#!/usr/bin/env bash
# An example of a client under test, in shell with curl and jq. It plays a task of `npx travel-understudy run` if this task is one hotel booking.
#
#     npx travel-understudy run --scenario hotel-confirmed --scenario 'answer-lost-*' -- bash docs/adapters/client.sh
#
# Replace the code of `play` with calls to your own client. Keep the code that reads the task and writes the result.
set -euo pipefail

credential=$(jq -n --arg u "$UNDERSTUDY_USERNAME" --arg p "$UNDERSTUDY_PASSWORD" '{Username: $u, Password: $p}')
step=$(jq '.steps[0]' <<<"$UNDERSTUDY_TASK")

report() { # arguments: outcome [bookingId]
  jq -n --arg outcome "$1" --arg id "${2:-}" --argjson shown "${shown:-null}" '{outcome: $outcome, shownToUser: $shown}
      + if $id == "" then {} else {bookingId: $id} end' >"$UNDERSTUDY_RESULT"
  exit 0
}

virtual() { # converts seconds of the supplier's clock into real seconds; they are equal with --clock warp
  jq -n --argjson s "$1" --argjson scale "$UNDERSTUDY_TIME_SCALE" '$s / $scale'
}

wait_for() { sleep "$(virtual "$1")"; }

post() { # arguments: path body seconds [header…]; prints the answer, or returns 1 when the answer is lost
  local path=$1 body=$2 seconds=$3 answer status
  shift 3
  answer=$(jq -c --argjson c "$credential" '{Credential: $c} + .' <<<"$body" |
    curl -s --max-time "$(virtual "$seconds")" -w '\n%{http_code}' -H 'Content-Type: application/json' "$@" \
      --data-binary @- "$UNDERSTUDY_BASE_URL/API/REST/$path") || return 1
  status=${answer##*$'\n'}
  answer=${answer%$'\n'*}
  case $status in
    2*) jq -ce . <<<"$answer" ;; # an answer that is not JSON counts as lost
    4*) echo "$path was refused with $status" >&2 && report error ;;
    *) return 1 ;;
  esac
}

look_up() { # argument: reference; prints the booking; looks at once, and then every 5 minutes for 30 minutes
  local found look
  for look in 0 1 2 3 4 5 6; do
    if [ "$look" -gt 0 ]; then wait_for 300; fi
    found=$(post ClientBackOffice.svc/GetBooking "{\"ExternalReference\": \"$1\"}" 15) || continue
    # Another program can use the same reference for a booking of another guest.
    if jq -e --argjson step "$step" '.Booking // empty | [.Services[].Paxs[]?.Surname] as $names
      | select($names == [] or any($step.guests[]; .Surname as $own | any($names[]; ascii_downcase == ($own | ascii_downcase))))' \
      <<<"$found"; then return 0; fi
  done
  return 1
}

prepare() { # sets the variables selection, offer, token and shown (what the user saw before agreeing)
  local place criteria found conditions
  place=$(curl -sf -G "$UNDERSTUDY_COMMONS_URL/new/api/v1/mapping/autocomplete/$(jq -r '.criteria.destination | @uri' <<<"$step")/token/$UNDERSTUDY_STATIC_TOKEN" \
    -d "managerId=$UNDERSTUDY_MANAGER_ID" -d product=hotel) || report error
  criteria=$(jq --argjson places "$place" '.criteria as $c | {
      DestinationId: (first($places[] | select(.name == $c.destination)) // $places[0]).destinationId, CheckinDate: $c.checkinDate,
      CheckoutDate: ($c.checkinDate + "T00:00:00Z" | fromdate + $c.nights * 86400 | strftime("%Y-%m-%d")),
      SearchRooms: [$c.rooms[] | {NumAdults: .adults} + if .childAges then {ChildAges: .childAges} else {} end],
      Nationality: $c.nationality } + if $c.currency then {Currency: $c.currency} else {} end | {Criteria: .}' <<<"$step")
  found=$(post Hotel.svc/Search "$criteria" 15) || report error
  offer=$(jq --argjson step "$step" '($step.choose // {}) as $want | [.Hotels[] | select(($want.name // .Name) == .Name) | .HotelId as $hotel | .Rooms[]
      | select(($want.restrictionType // .RestrictionType) == .RestrictionType)
      | select(if $want | has("isPrePayment") then $want.isPrePayment == .IsPrePayment else true end)
      | select(if $want | has("canPayLater") then $want.canPayLater == .CanPayLater else true end)
      | {HotelId: $hotel, RoomId: .Id, Price: .TotalSellingPrice, Terms: [.PropertyTaxes, .CancellationPolicies]}][0] // empty' <<<"$found")
  if [ -z "$offer" ]; then report unavailable; fi
  selection=$(jq '{HotelId, RoomIds: [.RoomId]}' <<<"$offer")
  conditions=$(post Hotel.svc/GetBookingConditions "$(jq --argjson s "$selection" '{Token} + $s' <<<"$found")" 15) || report error
  if [ "$(jq '.Errors | length' <<<"$conditions")" -gt 0 ]; then report unavailable; fi
  if jq -e --argjson task "$UNDERSTUDY_TASK" --argjson offer "$offer" \
    'if .TotalSellingPrice != $offer.Price then $task.onPriceChange == "decline"
      else [.PropertyTaxes, .CancellationPolicies] != $offer.Terms and $task.onConditionsChange == "decline" end' <<<"$conditions" >"$UNDERSTUDY_STATE_DIR/declined"; then
    report declined-by-user
  fi
  token=$(jq -r .Token <<<"$conditions")
  shown=$(jq '{total: .TotalSellingPrice, moreInformation: .MoreInformation, pricingInfo: .PricingInfo,
      cancellationPolicies: .CancellationPolicies,
      taxes: [.PropertyTaxes // [] | .[] | {name: .Name, amount: {Value: .Amount, Currency}}]}' <<<"$conditions")
}

play() {
  local reference body booking attempt outcome
  for attempt in 1 2; do
    prepare
    reference="sh-$(cat /proc/sys/kernel/random/uuid)"
    body=$(jq --argjson offer "$offer" --arg token "$token" --arg reference "$reference" \
      '{Token: $token, BookingId: "0", HotelId: $offer.HotelId, Rooms: [{RoomId: $offer.RoomId, Paxs: .guests}], ExternalReference: $reference}' <<<"$step")
    if booking=$(post Hotel.svc/DoBooking "$body" 45 -H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)") || booking=$(look_up "$reference"); then
      outcome=$(jq -r '{CONFIRMED: "confirmed", Rejected: "rejected", FAILED: "failed"}[.bookingStatus] // "pending"' <<<"$booking")
      report "$outcome" "$(jq -r '.BookingId // ""' <<<"$booking")"
    fi
  done
  report ask-support
}

# This client books one room that needs no card and no confirmation by the hotel. It does not wait for the user.
if ! jq -e '(.steps | length) == 1 and .waits == null and (.steps[0] | .do == "book" and .product == "hotel" and .payment == null
    and (.criteria.rooms | length) == 1 and .criteria.onRequestRooms == null)' <<<"$UNDERSTUDY_TASK" >/dev/null; then report unsupported; fi
play
