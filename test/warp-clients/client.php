<?php

// A client with real waits, in PHP with curl. It plays the hotel tasks of `understudy run --clock warp`.

declare(strict_types=1);

define('TASK', json_decode(variable('TASK'), true));
define('STATE', variable('STATE_DIR') . '/booking.json');
const MINUTE = 60;
// The interval and the total time of polling for each undecided status, in minutes.
const POLLING = [
    'TechnicalProblem' => [5, 30],
    'Pending' => [10, 30],
    'OnRequest' => [10, 24 * 60],
    'PENDING' => [10, 24 * 60],
    'PendingCancellation' => [5, 30],
];
const ENDS = [
    'CONFIRMED' => 'confirmed',
    'Rejected' => 'rejected',
    'Expired' => 'expired',
    'FAILED' => 'failed',
    'Cancelled' => 'failed',
];

/** The answer is missing or unreadable. The call may have taken effect. */
final class Lost extends Exception
{
}

/** The server answered 400, 401 or 404. */
final class Refused extends Exception
{
}

/** Ends the task with a result. */
final class Ended extends Exception
{
    public function __construct(public readonly string $outcome, public readonly array $more = [])
    {
        parent::__construct($outcome);
    }
}

function variable(string $name): string
{
    return (string) getenv("UNDERSTUDY_$name");
}

function now(): float
{
    return hrtime(true) / 1e9;
}

function wait(float $seconds): void
{
    $whole = (int) floor(max(0, $seconds));
    sleep($whole);
    usleep((int) round((max(0, $seconds) - $whole) * 1e6));
}

function seconds_of(string $duration): int
{
    preg_match_all('/(\d+)([DHMS])/', $duration, $parts, PREG_SET_ORDER);
    $units = ['D' => 86400, 'H' => 3600, 'M' => 60, 'S' => 1];
    return array_sum(array_map(fn ($part) => (int) $part[1] * $units[$part[2]], $parts));
}

function uuid(): string
{
    return vsprintf('%s%s-%s-4%.3s-a%.3s-%s%s%s', array_pad(str_split(bin2hex(random_bytes(18)), 4), 8, ''));
}

/** Sends a request once. Returns the status, the headers and the body. */
function send(string $url, ?string $body, array $headers, int $timeout): array
{
    $seen = [];
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => $timeout,
        CURLOPT_ENCODING => '',
        CURLOPT_HTTPHEADER => [...$headers, 'Content-Type: application/json'],
        CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$seen): int {
            [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
            $seen[strtolower($name)] = trim($value);
            return strlen($line);
        },
    ]);
    if ($body !== null) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
    }
    $text = curl_exec($curl);
    if ($text === false) {
        throw new Lost(curl_error($curl));
    }
    return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $seen, $text];
}

/** Returns the seconds to wait. Retry-After holds seconds, or a date by the server's clock. */
function retry_after(array $headers): int
{
    $given = $headers['retry-after'] ?? '1';
    return ctype_digit($given) ? (int) $given : strtotime($given) - strtotime($headers['date']) + 1;
}

/** Makes a call, up to five times if it is repeatable. Stops after three 5xx in a row. Always retries after a 429. */
function attempt(string $url, ?string $body, array $headers, int $timeout, bool $repeatable): array
{
    $failures = $attempts = 0;
    while (true) {
        try {
            [$status, $seen, $text] = send($url, $body, $headers, $timeout);
            if ($status === 429) {
                wait(retry_after($seen));
                continue;
            }
            if ($status < 300) {
                return json_decode(preg_replace('/^\xEF\xBB\xBF/', '', $text), true, flags: JSON_THROW_ON_ERROR);
            }
            if ($status >= 400 && $status < 500) {
                throw new Refused("$status: $text");
            }
            $failures += 1;
            $why = "HTTP $status";
        } catch (Lost | JsonException $error) {
            $why = $error->getMessage();
        }
        $attempts += 1;
        if (!$repeatable || $failures >= 3 || $attempts >= 5) {
            throw new Lost($why);
        }
        wait(0.25 * 2 ** ($attempts - 1));
    }
}

function post(string $path, array $body, int $timeout = 15, bool $repeatable = true, array $headers = []): array
{
    $credential = ['Username' => variable('USERNAME'), 'Password' => variable('PASSWORD')];
    $text = json_encode(['Credential' => $credential, ...$body], JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR);
    return attempt(variable('BASE_URL') . "/API/REST/$path", $text, $headers, $timeout, $repeatable);
}

function mapping(string $kind, string $name, array $query = []): array
{
    $place = rawurlencode($name) . '/token/' . variable('STATIC_TOKEN');
    $parameters = http_build_query(['managerId' => variable('MANAGER_ID'), ...$query]);
    return attempt(variable('COMMONS_URL') . "/new/api/v1/mapping/$kind/$place?$parameters", null, [], 15, true);
}

/** Returns the first value that fits; null if none fits. */
function first(array $values, callable $fits): mixed
{
    foreach ($values as $value) {
        if ($fits($value)) {
            return $value;
        }
    }
    return null;
}

function search(array $step): array
{
    $wanted = $step['criteria'];
    $places = mapping('autocomplete', $wanted['destination'], ['product' => 'hotel']);
    $place = first($places, fn ($one) => $one['name'] === $wanted['destination']) ?? $places[0];
    $criteria = [
        'DestinationId' => $place['destinationId'],
        'CheckinDate' => $wanted['checkinDate'],
        'CheckoutDate' => gmdate('Y-m-d', strtotime("{$wanted['checkinDate']} UTC") + $wanted['nights'] * 86400),
        'SearchRooms' => array_map(fn ($room) => [
            'NumAdults' => $room['adults'],
            ...(($room['childAges'] ?? []) === [] ? [] : ['ChildAges' => $room['childAges']]),
        ], $wanted['rooms']),
        'Nationality' => $wanted['nationality'],
        ...(isset($wanted['currency']) ? ['Currency' => $wanted['currency']] : []),
        ...(($wanted['onRequestRooms'] ?? false) ? ['ReturnOnRequestRooms' => true] : []),
    ];
    return [...post('Hotel.svc/Search', ['Criteria' => $criteria]), 'at' => now()];
}

function is_fitting(array $room, array $people, array $wanted): bool
{
    $flags = ['restrictionType' => 'RestrictionType', 'isPrePayment' => 'IsPrePayment', 'canPayLater' => 'CanPayLater'];
    foreach ($flags as $name => $field) {
        if (array_key_exists($name, $wanted) && $wanted[$name] !== $room[$field]) {
            return false;
        }
    }
    [$offered, $ages] = [$room['ChildAges'], $people['childAges'] ?? []];
    sort($offered);
    sort($ages);
    return $room['NumAdults'] === $people['adults'] && $offered === $ages;
}

/** Returns the first hotel that has a fitting room for each requested room. */
function choose(array $step, array $found): array
{
    $wanted = $step['choose'] ?? [];
    foreach ($found['Hotels'] ?? [] as $hotel) {
        if (($wanted['name'] ?? $hotel['Name']) !== $hotel['Name']) {
            continue;
        }
        $fitting = fn ($people) => first($hotel['Rooms'], fn ($room) => is_fitting($room, $people, $wanted));
        $rooms = array_map($fitting, $step['criteria']['rooms']);
        if (!in_array(null, $rooms, true)) {
            return [$hotel, $rooms];
        }
    }
    throw new Ended('unavailable');
}

/** Reads conditions with the Token, then with the ReToken. Returns null when a new Search is necessary. */
function conditions_of(array $selection, array $found, bool $isFresh): ?array
{
    $ask = fn ($token) => post('Hotel.svc/GetBookingConditions', [$token => $found[$token], ...$selection], 15, false);
    if ($isFresh && now() - $found['at'] <= 30 * MINUTE) {
        try {
            return $ask('Token');
        } catch (Lost) {
            // the Token may be used up
        }
    }
    if (now() - $found['at'] > 25 * 60 * MINUTE) {
        return null;
    }
    try {
        return $ask('ReToken');
    } catch (Lost) {
        return $ask('ReToken');
    }
}

function terms_of(array $offer): array
{
    return [$offer['PropertyTaxes'] ?? [], $offer['CancellationPolicies'] ?? []];
}

/** Ends the task if the user declines the new price or conditions. */
function agree(array $before, ?array $terms, array $conditions): void
{
    $revalidated = $conditions['RevalidateBookingConditions'] ?? null;
    if ($conditions['Errors'] !== [] || $revalidated === 'RoomsNotFound') {
        throw new Ended('unavailable');
    }
    $isOther = $conditions['TotalSellingPrice'] != $before;
    // The penalties change together with the price, so the terms are compared only at the same price.
    $isChanged = !$isOther && $terms !== null && $terms != terms_of($conditions);
    if ($isOther && (TASK['onPriceChange'] ?? '') === 'decline') {
        throw new Ended('declined-by-user');
    }
    if (($isChanged || $revalidated === 'RoomsFoundWithChanges') && (TASK['onConditionsChange'] ?? '') === 'decline') {
        throw new Ended('declined-by-user');
    }
}

function think(string $when): void
{
    static $waited = [];
    if (isset(TASK['waits'][$when]) && !isset($waited[$when])) {
        $waited[$when] = true;
        wait(seconds_of(TASK['waits'][$when]));
    }
}

/** Searches and reads conditions until the user has agreed to conditions that are still fresh. */
function prepare(array $step): array
{
    $found = search($step);
    [$hotel, $rooms] = choose($step, $found);
    $selection = ['HotelId' => $hotel['HotelId'], 'RoomIds' => array_column($rooms, 'Id')];
    $prices = array_column($rooms, 'TotalSellingPrice');
    $price = ['Value' => round(array_sum(array_column($prices, 'Value')), 2), 'Currency' => $prices[0]['Currency']];
    $terms = count($rooms) === 1 ? terms_of($rooms[0]) : null; // the conditions of several rooms contain sums
    think('afterSearch');
    for ($isFresh = true;; $isFresh = false) {
        $conditions = conditions_of($selection, $found, $isFresh);
        if ($conditions === null) {
            return prepare($step);
        }
        $at = now();
        agree($price, $terms, $conditions);
        [$price, $terms] = [$conditions['TotalSellingPrice'], terms_of($conditions)];
        think('afterConditions');
        if (now() - $at < 5 * MINUTE - 10) {
            return [$selection, $conditions];
        }
    }
}

/** Returns the guests of each room: adults in their order, children by their age. */
function guests_of(array $step): array
{
    $left = $step['guests'];
    $take = function (callable $fits) use (&$left): array {
        $guest = first($left, fn ($one) => $fits($one['Age']));
        unset($left[array_search($guest, $left, true)]);
        return $guest;
    };
    return array_map(fn ($room) => [
        ...array_map(fn () => $take(fn ($age) => $age >= 18), range(1, $room['adults'])),
        ...array_map(fn ($wanted) => $take(fn ($age) => $age === $wanted), $room['childAges'] ?? []),
    ], $step['criteria']['rooms']);
}

/** Returns whether a found booking has a guest of the task. Another program can use the same reference for another guest. */
function is_own(array $booking, array $guests): bool
{
    $paxs = array_merge(...array_map(fn ($service) => $service['Paxs'] ?? [], $booking['Services']));
    $names = array_map('mb_strtolower_or_same', array_column($paxs, 'Surname'));
    $own = array_map('mb_strtolower_or_same', array_column($guests, 'Surname'));
    return $names === [] || array_intersect($own, $names) !== [];
}

function mb_strtolower_or_same(string $name): string
{
    return function_exists('mb_strtolower') ? mb_strtolower($name) : strtolower($name);
}

/** Looks at once, and then every 5 minutes for 30 minutes. */
function look_every_5_minutes(callable $look): ?array
{
    for ($looks = 0; $looks < 7; $looks += 1) {
        if ($looks > 0) {
            wait(5 * MINUTE);
        }
        try {
            $found = $look();
            if ($found) {
                return $found;
            }
        } catch (Lost | Refused) {
            // the loop makes the next look-up
        }
    }
    return null;
}

/** Looks up a booking whose answer was lost. DoBooking is not idempotent. */
function look_up(string $reference, array $guests): ?array
{
    return look_every_5_minutes(function () use ($reference, $guests): ?array {
        $booking = post('ClientBackOffice.svc/GetBooking', ['ExternalReference' => $reference])['Booking'] ?? null;
        return $booking !== null && is_own($booking, $guests) ? readable($booking) : null;
    });
}

function detail(string|int $id): array
{
    return readable(post('ClientBackOffice.svc/GetBookingDetail', ['BookingId' => $id])['Booking'] ?? []);
}

/** Returns a booking that has an id and its status. An answer without them counts as lost. */
function readable(array $booking): array
{
    foreach (['BookingId', 'bookingStatus', 'Status'] as $name) {
        if (!is_string($booking[$name] ?? null)) {
            throw new Lost('the answer is not a booking');
        }
    }
    return $booking;
}

function payment_of(array $step, array $conditions): ?array
{
    if (!isset($step['payment'])) {
        return null;
    }
    $parts = $step['payment']['CreditCard']['NumberPayments'];
    $condition = first($conditions['PaymentConditions'] ?? [], fn ($one) => $one['Installments'] === $parts);
    $id = $condition['PaymentConditionId'] ?? null;
    return $id === null ? null : ['PaymentConditionId' => $id, 'PaymentRequestCC1' => $step['payment']];
}

/** @return array{outcome: string} */
function book(array $step, bool $isAgain = false): array
{
    [$selection, $conditions] = prepare($step);
    $reference = 'php-' . uuid();
    file_put_contents(STATE, json_encode(['reference' => $reference])); // before the call, for a restarted client
    $payment = payment_of($step, $conditions);
    $rooms = array_map(fn ($id, $guests) => ['RoomId' => $id, 'Paxs' => $guests], $selection['RoomIds'], guests_of($step));
    $body = [
        'Token' => $conditions['Token'],
        'BookingId' => '0',
        'HotelId' => $selection['HotelId'],
        'Rooms' => $rooms,
        'ExternalReference' => $reference,
        ...($payment !== null && !$conditions['CanPayLater'] ? ['Payment' => $payment] : []),
    ];
    try {
        $booking = readable(post('Hotel.svc/DoBooking', $body, 45, false, ['Idempotency-Key: ' . uuid()]));
    } catch (Refused) {
        throw new Ended('error'); // there is no booking
    } catch (Lost) {
        $booking = look_up($reference, $step['guests']);
        if ($booking === null) {
            return $isAgain ? throw new Ended('ask-support') : book($step, true);
        }
    }
    if (($booking['Errors'] ?? []) !== [] && $booking['bookingStatus'] === 'CONFIRMED') {
        $booking = detail($booking['BookingId']); // status and errors of the answer contradict each other
    }
    if ($conditions['IsPrePayment'] && $booking['Status'] === 'AGUARDANDO PAGAMENTO') {
        $booking = pay($booking['BookingId'], $payment);
    }
    $result = settle(follow_up($booking));
    return [...$result, 'shownToUser' => shown($conditions), 'penalty' => penalty_of($conditions)];
}

/** Returns what the user saw before agreeing. Taxes stay apart, because their currency may differ from the price. */
function shown(array $conditions): array
{
    return [
        'total' => $conditions['TotalSellingPrice'],
        'taxes' => array_map(fn ($tax) => [
            'name' => $tax['Name'],
            'amount' => ['Value' => $tax['Amount'], 'Currency' => $tax['Currency']],
        ], $conditions['PropertyTaxes'] ?? []),
        'moreInformation' => $conditions['MoreInformation'] ?? null,
        'cancellationPolicies' => $conditions['CancellationPolicies'] ?? null,
        'pricingInfo' => $conditions['PricingInfo'] ?? null,
    ];
}

/** Returns the penalty of a cancellation on the day of the conditions. */
function penalty_of(array $conditions): array
{
    $today = substr($conditions['TimeSpan'], 0, 10);
    $isToday = fn ($policy) => $policy['StartDate'] <= $today && $today <= $policy['EndDate'];
    $policy = first($conditions['CancellationPolicies'] ?? [], $isToday);
    return ['Value' => $policy['Value'] ?? 0, 'Currency' => ($policy ?? $conditions['TotalSellingPrice'])['Currency']];
}

/** Pays once. After a lost answer, pays again only if the booking shows no charge for 30 minutes. */
function pay(string|int $id, array $payment, bool $isAgain = false): array
{
    try {
        $paid = post('Payment.svc/payBooking', ['BookingId' => $id, ...$payment], 15, false);
    } catch (Lost) {
        $paid = look_every_5_minutes(fn () => array_slice(detail($id)['Payments'] ?? [], -1)[0] ?? null);
        if ($paid === null) {
            return $isAgain ? throw new Ended('ask-support', ['bookingId' => $id]) : pay($id, $payment, true);
        }
    }
    if ($paid['PaymentStatus'] === 'Declined') {
        throw new Ended('payment-declined', ['bookingId' => $id]);
    }
    if ($paid['PaymentStatus'] === 'Pending') {
        wait(10 * MINUTE);
    }
    return detail($id);
}

/** Polls a booking until the booking is decided or its polling time is over. */
function follow_up(array $booking): array
{
    $waited = 0;
    $isOnRequest = $booking['bookingStatus'] === 'OnRequest';
    while (isset(POLLING[$booking['bookingStatus']])) {
        if (in_array($booking['Status'], ['SOLICITACAO DE RESERVA', 'AGUARDANDO PAGAMENTO'], true)) {
            break;
        }
        if (in_array('CancellationNotForwarded', array_column($booking['Errors'] ?? [], 'Code'), true)) {
            break;
        }
        [$interval, $window] = POLLING[$booking['bookingStatus']];
        if ($booking['bookingStatus'] === 'PENDING' && !$isOnRequest) {
            $window = 30;
        }
        if ($waited + $interval > $window) {
            break;
        }
        wait($interval * MINUTE);
        $waited += $interval;
        try {
            $booking = detail($booking['BookingId']);
        } catch (Lost | Refused) {
            // the loop makes the next poll
        }
    }
    return $booking;
}

function settle(array $booking): array
{
    return ['outcome' => ENDS[$booking['bookingStatus']] ?? 'ask-support', 'bookingId' => $booking['BookingId']];
}

function cancel(array $booked): array
{
    if ($booked['outcome'] !== 'confirmed') {
        return $booked;
    }
    $id = $booked['bookingId'];
    $send = fn () => post('ClientBackOffice.svc/CancelBooking', ['BookingId' => $id], 15, false);
    try {
        $answer = $send();
    } catch (Lost) {
        $answer = detail($id);
        if ($answer['bookingStatus'] === 'CONFIRMED') {
            $answer = $send();
        }
    }
    $outcome = (follow_up($answer + ['bookingStatus' => ''])['bookingStatus']) === 'Cancelled' ? 'cancelled' : 'ask-support';
    // The user sees the penalty before the cancellation.
    $shown = [...($booked['shownToUser'] ?? []), 'penalty' => $booked['penalty'] ?? null];
    return ['outcome' => $outcome, 'bookingId' => $id, 'shownToUser' => $shown];
}

function read_static(array $step): array
{
    static $kept = [];
    if (isset($step['after'])) {
        wait(seconds_of($step['after']));
    }
    foreach (['airport' => $step['airport'] ?? null, 'hotel' => $step['hotelId'] ?? null] as $kind => $name) {
        if ($name === null || isset($kept["$kind $name"])) {
            continue;
        }
        $kept["$kind $name"] = true;
        try {
            mapping($kind, (string) $name);
        } catch (Refused) {
            // a booking is possible without this static data
        }
    }
    return ['outcome' => 'done'];
}

/** Sends the requested number of look-ups, at most 120 per minute. */
function look_ups(int $count): array
{
    $sent = [];
    for ($number = 0; $number < $count; $number += 1) {
        if ($number >= 120) {
            wait(61 - (now() - $sent[$number - 120]));
        }
        $sent[] = now();
        post('ClientBackOffice.svc/GetBooking', ['ExternalReference' => "look-up $number"]);
    }
    return ['outcome' => 'done'];
}

function is_supported(array $step): bool
{
    return match ($step['do']) {
        'book' => $step['product'] === 'hotel' && !isset($step['attachTo']),
        'cancel' => $step['what'] === 'trip',
        default => in_array($step['do'], ['static', 'lookups'], true),
    };
}

/** Finishes a booking that an earlier process of this client began. */
function resume(): ?array
{
    if (variable('ATTEMPT') === '1' || !file_exists(STATE)) {
        return null;
    }
    $guests = array_merge(...array_map(fn ($step) => $step['guests'] ?? [], TASK['steps']));
    $booking = look_up(json_decode(file_get_contents(STATE), true)['reference'], $guests);
    return $booking === null ? null : settle(follow_up($booking));
}

function play(): array
{
    if (array_filter(TASK['steps'], fn ($step) => !is_supported($step)) !== []) {
        throw new Ended('unsupported');
    }
    $begun = resume();
    if ($begun !== null) {
        return $begun;
    }
    $results = [];
    foreach (TASK['steps'] as $step) {
        $results[] = match ($step['do']) {
            'book' => book($step),
            'cancel' => cancel($results[$step['step']]),
            'static' => read_static($step),
            default => look_ups($step['count']),
        };
    }
    return first(array_reverse($results), fn ($result) => $result['outcome'] !== 'done') ?? ['outcome' => 'done'];
}

try {
    $result = play();
} catch (Ended $ended) {
    $result = ['outcome' => $ended->outcome, ...$ended->more];
} catch (Throwable $error) {
    $result = ['outcome' => 'error', 'why' => $error->getMessage()];
    if (file_exists(STATE)) { // there was an attempt to book, so a booking can stand
        $result = ['outcome' => 'ask-support', 'why' => $error->getMessage() . '; ' . file_get_contents(STATE)];
    }
}
unset($result['penalty']);
file_put_contents(variable('RESULT'), json_encode($result, JSON_PRESERVE_ZERO_FRACTION));
