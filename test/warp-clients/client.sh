#!/usr/bin/env bash
# A client with real waits, in shell: every call is a curl of its own, and every answer passes through jq.
#
# It plays the hotel tasks of `understudy run --clock warp`. The clause ids in parentheses name the sentence of the specification
# that a line follows.
# A function that makes a call leaves the JSON in $answer. It returns 1 when the answer was lost, and 2 when it was refused.
set -uo pipefail
export LC_ALL=C

state=$UNDERSTUDY_STATE_DIR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
minute=60000

tick() { instant=$((${EPOCHREALTIME/./} / 1000)); } # the supplier's time in milliseconds
real() { printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)); }
pause() { if [ "$1" -gt 0 ]; then sleep "$(real "$1")"; fi; }
in_ms() { # ISO 8601 duration
  jq -nr --arg d "$1" '[$d | scan("([0-9]+)([DHMS])") | (.[0] | tonumber) * {D: 86400, H: 3600, M: 60, S: 1}[.[1]]] | add // 0 | . * 1000'
}

# ---- the wire ----

sent=()
keep_rate() { # keeps to 120 calls a minute (limit.rate), with a second to spare for the way to the supplier
  tick
  while [ ${#sent[@]} -ge 120 ] && [ $((instant - sent[0])) -lt 61000 ]; do
    pause $((61000 - instant + sent[0]))
    tick
  done
  sent+=("$instant")
  if [ ${#sent[@]} -gt 120 ]; then sent=("${sent[@]:1}"); fi
}

wait_of() { # headers: prints the wait of Retry-After, seconds or a date by the supplier's clock (err.429)
  local given dated
  given=$(tr -d '\r' <"$1" | sed -n 's/^retry-after: *//Ip')
  dated=$(tr -d '\r' <"$1" | sed -n 's/^date: *//Ip')
  case $given in
    *[!0-9]*) echo $((($(date -d "$given" +%s) - $(date -d "$dated" +%s) + 1) * 1000)) ;;
    *) echo $((${given:-1} * 1000)) ;;
  esac
}

exchange() { # url body milliseconds repeats [curl option…]: reads are repeated on the back-off schedule (err.retry, err.breaker)
  local url=$1 body=$2 patience=$3 repeats=$4 failures=0 errors=0 status gap=250
  local heads=$work/heads.$BASHPID page=$work/page.$BASHPID
  shift 4
  local how=(-sS --compressed --http1.1 --max-time "$(real "$patience")" -D "$heads" -o "$page" -w '%{http_code}')
  if [ -n "$body" ]; then how+=(--data-binary @-); fi
  while :; do
    keep_rate
    : >"$page"
    if ! status=$(printf '%s' "$body" | curl "${how[@]}" "$@" "$url" 2>"$work/complaint.$BASHPID"); then status=lost; fi
    case $status in
      429) pause "$(wait_of "$heads")" && continue ;;
      4*) return 2 ;;
      5*) errors=$((errors + 1)) ;;
      2*)
        errors=0
        answer=$(sed $'1s/^\xef\xbb\xbf//' "$page" | jq -c . 2>"$work/complaint.$BASHPID") && [ -n "$answer" ] && return 0
        ;;
    esac
    failures=$((failures + 1))
    if [ "$repeats" = no ] || [ $failures -eq 5 ] || [ $errors -eq 3 ]; then return 1; fi
    pause $gap
    gap=$((gap * 2))
  done
}

with_credential() { # prints the body of stdin with the credential
  jq -c '. + {Credential: {Username: env.UNDERSTUDY_USERNAME, Password: env.UNDERSTUDY_PASSWORD}}'
}

post() { # path body [milliseconds repeats curl-option…]
  local type='Content-Type: application/json'
  exchange "$UNDERSTUDY_BASE_URL/API/REST/$1" "$(with_credential <<<"$2")" "${3:-15000}" "${4:-yes}" -H "$type" "${@:5}"
}

office() { post "ClientBackOffice.svc/$1" "${@:2}"; }
by_id() { jq -nc --arg id "$1" '{BookingId: $id}'; }

detail() { # bookingId: sets $answer to the booking
  office GetBookingDetail "$(by_id "$1")" || return
  answer=$(jq -c .Booking <<<"$answer")
}

mapping() { # kind name [curl option…]
  local name
  name=$(jq -rn --arg n "$2" '$n | @uri')
  exchange "$UNDERSTUDY_COMMONS_URL/new/api/v1/mapping/$1/$name/token/$UNDERSTUDY_STATIC_TOKEN" '' 15000 yes \
    -G -d "managerId=$UNDERSTUDY_MANAGER_ID" "${@:3}"
}

static() { # kind name: reads static data that is not kept, or older than 30 days (ep.static-refresh)
  local file=$state/static-$1-$2 at code=0
  tick
  at=$instant
  if [ -f "$file" ] && [ $((at - $(<"$file"))) -le $((30 * 24 * 60 * minute)) ]; then return; fi
  mapping "$1" "$2" || code=$?
  if [ $code -ne 1 ]; then echo "$at" >"$file"; fi # a 404 is kept too
}

# ---- Search, conditions and consent ----

result() { # outcome [bookingId]: writes the result of the step, and ends its process
  jq -nc --arg outcome "$1" --arg id "${2:-}" --argjson shown "${shown:-null}" \
    '{outcome: $outcome} + if $id == "" then {} else {bookingId: $id} end + if $shown then {shownToUser: $shown} else {} end' \
    >"$outcome_file.new"
  mv "$outcome_file.new" "$outcome_file"
  exit 0
}

thought=' '
think() { # afterSearch or afterConditions
  case $thought in *" $1 "*) return ;; esac
  thought+="$1 "
  pause "$(in_ms "$(jq -r ".waits.$1 // \"\"" <<<"$UNDERSTUDY_TASK")")"
}

search() { # sets $token, $retoken, $found_at, $selection, $price and $terms
  local place criteria chosen
  mapping autocomplete "$(jq -r .criteria.destination <<<"$step")" -d product=hotel || result error
  place=$(jq -c --argjson step "$step" '(map(select(.name == $step.criteria.destination)) + .)[0].destinationId' <<<"$answer")
  criteria=$(jq -c --argjson place "$place" '.criteria | {Criteria: ({
      CheckinDate: .checkinDate,
      CheckoutDate: ((.checkinDate + "T12:00:00Z" | fromdate) + .nights * 86400 | strftime("%Y-%m-%d")),
      DestinationId: $place,
      SearchRooms: [.rooms[] | {NumAdults: .adults} + if (.childAges // []) == [] then {} else {ChildAges: .childAges} end],
      Nationality: .nationality
    } + if .currency then {Currency: .currency} else {} end + if .onRequestRooms then {ReturnOnRequestRooms: true} else {} end)}' <<<"$step")
  post Hotel.svc/Search "$criteria" || result error
  tick
  found_at=$instant
  token=$(jq -r .Token <<<"$answer")
  retoken=$(jq -r .ReToken <<<"$answer")
  # The first hotel that has a fitting room for each room of the task.
  chosen=$(jq -c --argjson step "$step" '($step.choose // {}) as $wanted
    | [.Hotels[]? | select(($wanted.name // .Name) == .Name) | .HotelId as $hotel | .Rooms as $all
      | [$step.criteria.rooms[] as $people | [$all[]
          | select(.NumAdults == $people.adults and (.ChildAges | sort) == ($people.childAges // [] | sort))
          | select(($wanted.restrictionType // .RestrictionType) == .RestrictionType)
          | select(if $wanted.isPrePayment == null then true else $wanted.isPrePayment == .IsPrePayment end)
          | select(if $wanted.canPayLater == null then true else $wanted.canPayLater == .CanPayLater end)][0]]
      | select(all(. != null)) | {hotel: $hotel, rooms: .}][0] // empty' <<<"$answer")
  if [ -z "$chosen" ]; then result unavailable; fi
  selection=$(jq -c '{HotelId: .hotel, RoomIds: [.rooms[].Id]}' <<<"$chosen")
  price=$(jq -r '.rooms | "\(map(.TotalSellingPrice.Value) | add * 100 | round) \(.[0].TotalSellingPrice.Currency)"' <<<"$chosen")
  terms=$(jq -c '.rooms | if length == 1 then .[0] | [.PropertyTaxes, .CancellationPolicies] else "unknown" end' <<<"$chosen")
  by=Token
}

agree() { # asks the user again when the price or the rooms have changed (flow.2, retoken.changed)
  local new new_terms verdict
  verdict=$(jq -r '.RevalidateBookingConditions // ""' <<<"$conditions")
  if [ "$verdict" = RoomsNotFound ] || jq -e '(.Errors // []) != []' <<<"$conditions" >"$work/unused"; then result unavailable; fi
  new=$(jq -r '.TotalSellingPrice | "\(.Value * 100 | round) \(.Currency)"' <<<"$conditions")
  if [ "$new" != "$price" ] && [ "$(jq -r .onPriceChange <<<"$UNDERSTUDY_TASK")" = decline ]; then result declined-by-user; fi
  new_terms=$(jq -c '[.PropertyTaxes, .CancellationPolicies]' <<<"$conditions")
  # With another price, the user has just accepted other penalties, too (field.pricing-info).
  if [ "$new" = "$price" ] && [ "$terms" != '"unknown"' ] && [ "$new_terms" != "$terms" ]; then verdict=RoomsFoundWithChanges; fi
  if [ "$verdict" = RoomsFoundWithChanges ] && [ "$(jq -r .onConditionsChange <<<"$UNDERSTUDY_TASK")" = decline ]; then
    result declined-by-user
  fi
  price=$new
  terms=$new_terms
}

read_conditions() { # by the Token, or by the ReToken when the Token is old or may be used up (flow.1, field.retoken)
  local key code losses=0
  while [ $losses -lt 3 ]; do
    tick
    if [ $((instant - found_at)) -gt $((24 * 60 * minute + 30 * minute)) ]; then search && continue; fi
    if [ $((instant - found_at)) -gt $((29 * minute)) ]; then by=ReToken; fi
    key=$token
    if [ $by = ReToken ]; then key=$retoken; fi
    code=0
    post Hotel.svc/GetBookingConditions "$(jq -c --arg by $by --arg key "$key" '{($by): $key} + .' <<<"$selection")" 15000 no || code=$?
    by=ReToken
    tick
    if [ $code -eq 0 ]; then
      conditions=$answer conditions_at=$instant
      agree
      return
    fi
    if [ $code -eq 2 ]; then result error; fi
    losses=$((losses + 1))
  done
  result error
}

prepare() {
  search
  think afterSearch
  read_conditions
  think afterConditions
  tick
  if [ $((instant - conditions_at)) -gt $((4 * minute + 30000)) ]; then read_conditions; fi
}

# ---- DoBooking ----

payment() {
  jq -c --argjson step "$step" '$step.payment as $card | .PaymentConditions // [] | map(.PaymentConditionId) as $ids
    | (map(select(.Installments == $card.CreditCard.NumberPayments).PaymentConditionId) + $ids)[0] as $id
    | {PaymentConditionId: $id, PaymentRequestCC1: $card}' <<<"$conditions"
}

booking_body() { # reference: the adults in the order of the task, the children by their age
  local paid=null
  if jq -e '.CanPayLater == false' <<<"$conditions" >"$work/unused"; then paid=$(payment); fi # (flow.6)
  printf '%s\n%s\n' "$conditions" "$paid" | jq -sc --argjson step "$step" --argjson chosen "$selection" --arg reference "$1" '
    .[0].Token as $token | .[1] as $paid
    | reduce range(0; $step.criteria.rooms | length) as $n ({left: $step.guests, rooms: []};
        $step.criteria.rooms[$n] as $people
        | def take(fits): ([.left[].Age | fits] | index(true)) as $at | .party += [.left[$at]] | .left |= del(.[$at]);
          .party = []
        | reduce range(0; $people.adults) as $_ (.; take(. >= 18))
        | reduce ($people.childAges // [])[] as $age (.; take(. == $age))
        | .rooms += [{RoomId: $chosen.RoomIds[$n], Paxs: .party}])
    | {Token: $token, BookingId: "0", HotelId: $chosen.HotelId, Rooms: .rooms, ExternalReference: $reference}
      + if $paid then {Payment: $paid} else {} end'
}

random_uuid() { cat /proc/sys/kernel/random/uuid; }

book() { # books, and looks for a lost booking before it books a second time
  local reference code body attempt
  for attempt in 1 2; do
    prepare
    reference="sh.$(date +%s).$BASHPID.$attempt.$RANDOM$RANDOM"
    echo "$reference" >"$state/reference"
    body=$(booking_body "$reference")
    code=0
    post Hotel.svc/DoBooking "$body" 45000 no -H "Idempotency-Key: $(random_uuid)" || code=$?
    if [ $code -eq 2 ]; then result error; fi
    if { [ $code -eq 0 ] && is_booking; } || look_for "$reference"; then settle; fi
  done
  result ask-support
}

# An answer without the id or the status of the booking counts as lost.
is_booking() { jq -e '[.BookingId, .bookingStatus, .Status] | all(type == "string")' <<<"$answer" >"$work/unused"; }
field() { jq -r ".$1 // \"\"" <<<"$answer"; }

settle() {
  shown=$(jq -c '{total: .TotalSellingPrice, moreInformation: .MoreInformation, pricingInfo: .PricingInfo, cancellationPolicies: .CancelPolicies,
    taxes: [.PropertyTaxes[]? | {name: .Name, amount: {Value: .Amount, Currency}}]}' <<<"$conditions")
  if [ "$(field bookingStatus)" = CONFIRMED ] && [ "$(jq -c '.Errors // []' <<<"$answer")" != '[]' ]; then
    detail "$(field BookingId)" || result ask-support # it contradicts itself (flow.4)
  fi
  if [ "$(field Status)" = 'AGUARDANDO PAGAMENTO' ]; then pay "$(field BookingId)"; fi
  follow "$(field BookingId)"
  result "$(outcome)" "$(field BookingId)"
}

pay() { # bookingId: pays by card, and looks before it pays a second time (svc.3)
  local id=$1 code attempt
  for attempt in 1 2; do
    code=0
    post Payment.svc/payBooking "$(payment | jq -c --arg id "$id" '{BookingId: $id} + .')" 15000 no || code=$?
    if [ $code -eq 2 ]; then result pending "$id"; fi # refused: the booking waits for a payment
    if [ $code -eq 0 ]; then
      if [ "$(field PaymentStatus)" = Declined ]; then result payment-declined "$id"; fi
      return
    fi
    detail "$id" || result ask-support "$id"
    if [ "$(field Status)" != 'AGUARDANDO PAGAMENTO' ] || [ "$(jq '.Payments | length' <<<"$answer")" -gt 0 ]; then return; fi
  done
  result ask-support "$id"
}

# ---- the bookings at the supplier ----

look_for() { # reference: at once, then every five minutes until half an hour is over
  local end left
  tick
  end=$((instant + 31 * minute))
  while :; do
    if office GetBooking "$(jq -nc --arg r "$1" '{ExternalReference: $r}')" && jq -e .Booking <<<"$answer" >"$work/found"; then
      answer=$(<"$work/found")
      return 0
    fi
    tick
    left=$((end - instant))
    if [ $left -le 0 ]; then return 1; fi
    pause $((left < 5 * minute ? left : 5 * minute))
  done
}

interval_of() { # bookingStatus (poll.*)
  case $1 in
    TechnicalProblem | PendingCancellation) echo $((5 * minute)) ;;
    Pending | PENDING | OnRequest) echo $((10 * minute)) ;;
    *) echo 0 ;;
  esac
}

is_open() { # whether the booking in $answer is undecided
  if [ "$(interval_of "$(field bookingStatus)")" = 0 ]; then return 1; fi
  case $(field Status) in 'EM PROGRESSO' | 'PROBLEMA TECNICO') return 0 ;; *) return 1 ;; esac
}

poll() { # bookingId
  detail "$1"
}

follow() { # bookingId: polls the booking in $answer until it is decided, or until its time for polling is over (flow.5)
  local id=$1 window=$((30 * minute)) polled_for=0 interval last
  if [ "$(field bookingStatus)" = PENDING ] && [ "$(field Status)" = 'EM PROGRESSO' ]; then
    last=$answer
    detail "$id" || answer=$last # GetBookingDetail knows the real status (status.em-progresso)
  fi
  if [ "$(field bookingStatus)" = OnRequest ]; then window=$((24 * 60 * minute)); fi
  while :; do
    interval=$(interval_of "$(field bookingStatus)")
    polled_for=$((polled_for + interval))
    if ! is_open || [ $polled_for -gt $window ]; then break; fi
    pause "$interval"
    last=$answer
    poll "$id" || answer=$last # the next poll follows
  done
  answer=$(jq -c --arg id "$id" '. + {BookingId: $id}' <<<"$answer")
}

outcome() {
  case $(field bookingStatus) in
    CONFIRMED) echo confirmed ;;
    Rejected) echo rejected ;;
    FAILED | Cancelled) echo failed ;;
    Expired) echo expired ;;
    *) echo ask-support ;;
  esac
}

cancel() { # step: cancels once; after a lost answer, it reads the booking before it cancels again
  local booked id code=0
  booked=$(<"$state/outcome-$1")
  if [ "$(jq -r .outcome <<<"$booked")" != confirmed ]; then cp "$state/outcome-$1" "$outcome_file" && exit 0; fi
  id=$(jq -r .bookingId <<<"$booked")
  shown=$(jq -c '.shownToUser' <<<"$booked")
  office CancelBooking "$(by_id "$id")" 15000 no || code=$?
  if [ $code -eq 1 ]; then
    detail "$id" || result ask-support "$id"
    if [ "$(field bookingStatus)" = CONFIRMED ]; then office CancelBooking "$(by_id "$id")" 15000 no || result ask-support "$id"; fi
  fi
  if [ $code -eq 2 ]; then result error "$id"; fi
  follow "$id"
  if [ "$(field bookingStatus)" = Cancelled ]; then result cancelled "$id"; fi
  result ask-support "$id"
}

# ---- the task ----

book_step() { # index: a second click waits for the result of the first one (flow.3)
  if [ "$UNDERSTUDY_ATTEMPT" = 1 ] && ! mkdir "$state/lock-$1" 2>"$work/taken"; then
    until [ -f "$outcome_file" ]; do sleep 0.05; done
    return
  fi
  if [ "$UNDERSTUDY_ATTEMPT" != 1 ] && [ -f "$state/reference" ] && look_for "$(<"$state/reference")"; then
    follow "$(field BookingId)"
    result "$(outcome)" "$(field BookingId)"
  fi
  book
}

play_step() { # index
  local click time
  step=$(jq -c ".steps[$1]" <<<"$UNDERSTUDY_TASK")
  outcome_file=$state/outcome-$1
  case $(jq -r '"\(.do) \(.product // .what // "")"' <<<"$step") in
    'book hotel')
      for click in $(seq "$(jq '.times // 1' <<<"$step")"); do
        (book_step "$1") &
      done
      wait
      ;;
    'cancel trip') (cancel "$(jq .step <<<"$step")") ;;
    'static ')
      pause "$(in_ms "$(jq -r '.after // ""' <<<"$step")")"
      for time in $(seq "$(jq '.times // 1' <<<"$step")"); do
        if jq -e .airport <<<"$step" >"$work/unused"; then static airport "$(jq -r .airport <<<"$step")"; fi
        if jq -e .hotelId <<<"$step" >"$work/unused"; then static hotel "$(jq -r .hotelId <<<"$step")"; fi
      done
      ;;
    'lookups ')
      for time in $(seq "$(jq .count <<<"$step")"); do office GetBooking "{\"ExternalReference\": \"batch-$time\"}"; done
      ;;
  esac
}

if jq -e 'any(.steps[]; (.do == "book" and (.product != "hotel" or has("attachTo"))) or (.do == "cancel" and .what != "trip")
    or (.do | IN("book", "cancel", "static", "lookups") | not))' <<<"$UNDERSTUDY_TASK" >"$work/unused"; then
  echo '{"outcome": "unsupported"}' >"$UNDERSTUDY_RESULT"
  exit 0
fi
last='{"outcome": "done"}'
for index in $(seq 0 $(($(jq '.steps | length' <<<"$UNDERSTUDY_TASK") - 1))); do
  play_step "$index"
  if [ -f "$state/outcome-$index" ]; then last=$(<"$state/outcome-$index"); fi
done
printf '%s\n' "$last" >"$UNDERSTUDY_RESULT"
