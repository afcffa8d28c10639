<?php

// A client with real waits, in PHP with curl. It plays the tasks of `understudy run --clock warp` that book one hotel room.

declare(strict_types=1);

define('STEP', json_decode(variable('TASK'), true)['steps'][0]);
// The interval and the total time of polling for each undecided status, in minutes.
const POLLING = ['TechnicalProblem' => [5, 30], 'Pending' => [10, 30], 'PENDING' => [10, 24 * 60], 'OnRequest' => [10, 24 * 60]];
const ENDS = ['CONFIRMED' => 'confirmed', 'Rejected' => 'rejected', 'Expired' => 'expired', 'FAILED' => 'failed'];
const FLAGS = ['restrictionType' => 'RestrictionType', 'isPrePayment' => 'IsPrePayment', 'canPayLater' => 'CanPayLater'];

function variable(string $name): string
{
    return (string) getenv("UNDERSTUDY_$name");
}

function uuid(): string
{
    return vsprintf('%s%s-%s-4%.3s-a%.3s-%s%s%s', array_pad(str_split(bin2hex(random_bytes(18)), 4), 8, ''));
}

/** Sends a request once. Returns null if there is no answer, or if the server failed. */
function send(string $url, ?string $body, array $headers, int $timeout): ?array
{
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => $timeout,
        CURLOPT_ENCODING => '',
        CURLOPT_HTTPHEADER => [...$headers, 'Content-Type: application/json'],
    ]);
    if ($body !== null) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
    }
    $text = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    if ($text !== false && $status >= 400 && $status < 500) {
        throw new Exception("$status: $text");
    }
    return $text !== false && $status < 300 ? json_decode($text, true, flags: JSON_THROW_ON_ERROR) : null;
}

/** Sends a request up to five times, with a longer pause before each repetition. */
function repeatedly(string $url, ?string $body, array $headers = [], int $timeout = 15, int $attempts = 5): array
{
    for ($attempt = 0; $attempt < $attempts; $attempt += 1) {
        if ($attempt > 0) {
            usleep(250_000 * 2 ** ($attempt - 1));
        }
        $answer = send($url, $body, $headers, $timeout);
        if ($answer !== null) {
            return $answer;
        }
    }
    throw new Exception("no answer from $url");
}

function post(string $path, array $body, mixed ...$options): array
{
    $credential = ['Username' => variable('USERNAME'), 'Password' => variable('PASSWORD')];
    $text = json_encode(['Credential' => $credential, ...$body], JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR);
    return repeatedly(variable('BASE_URL') . "/API/REST/$path", $text, ...$options);
}

function search(array $wanted): array
{
    $place = rawurlencode($wanted['destination']) . '/token/' . variable('STATIC_TOKEN');
    $query = http_build_query(['managerId' => variable('MANAGER_ID'), 'product' => 'hotel']);
    $places = repeatedly(variable('COMMONS_URL') . "/new/api/v1/mapping/autocomplete/$place?$query", null);
    return post('Hotel.svc/Search', ['Criteria' => [
        'DestinationId' => array_column($places, 'destinationId', 'name')[$wanted['destination']],
        'CheckinDate' => $wanted['checkinDate'],
        'CheckoutDate' => gmdate('Y-m-d', strtotime("{$wanted['checkinDate']} UTC") + $wanted['nights'] * 86400),
        'SearchRooms' => array_map(
            fn ($room) => ['NumAdults' => $room['adults'], 'ChildAges' => $room['childAges'] ?? []],
            $wanted['rooms'],
        ),
        'Nationality' => $wanted['nationality'],
        'ReturnOnRequestRooms' => $wanted['onRequestRooms'] ?? false,
    ]]);
}

/** Returns the id of the hotel and of the first room that fits the task. */
function choose(array $found): array
{
    foreach ($found['Hotels'] as $hotel) {
        foreach ($hotel['Rooms'] as $room) {
            $offered = array_map(fn ($field) => $room[$field], FLAGS);
            if (array_intersect_key($offered, STEP['choose']) == STEP['choose']) {
                return [$hotel['HotelId'], $room['Id']];
            }
        }
    }
    throw new Exception('no room fits');
}

/** Polls a booking until the booking is decided or its polling time is over. */
function follow_up(array $booking): array
{
    $max = $booking['bookingStatus'] === 'OnRequest' ? 24 * 60 : 30;
    for ($waited = 0; ; $waited += $interval) {
        [$interval, $window] = POLLING[$booking['bookingStatus']] ?? [1, 0];
        if ($waited + $interval > min($window, $max)) {
            return $booking;
        }
        sleep($interval * 60);
        $booking = post('ClientBackOffice.svc/GetBookingDetail', ['BookingId' => $booking['BookingId']])['Booking'];
    }
}

/** Returns what the user saw before agreeing. */
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

$found = search(STEP['criteria']);
[$hotel, $room] = choose($found);
$selection = ['Token' => $found['Token'], 'HotelId' => $hotel, 'RoomIds' => [$room]];
$conditions = post('Hotel.svc/GetBookingConditions', $selection, attempts: 1);
$booking = follow_up(post('Hotel.svc/DoBooking', [
    'Token' => $conditions['Token'],
    'BookingId' => '0',
    'HotelId' => $hotel,
    'Rooms' => [['RoomId' => $room, 'Paxs' => STEP['guests']]],
    'ExternalReference' => 'php-' . uuid(),
], headers: ['Idempotency-Key: ' . uuid()], timeout: 45, attempts: 1));
file_put_contents(variable('RESULT'), json_encode([
    'outcome' => ENDS[$booking['bookingStatus']] ?? 'ask-support',
    'bookingId' => $booking['BookingId'],
    'shownToUser' => shown($conditions),
], JSON_PRESERVE_ZERO_FRACTION));
