"""Books a hotel room at Understudy, with only the standard library of Python.

    UNDERSTUDY_BASE_URL=http://127.0.0.1:4010 python3 docs/examples/book_hotel.py [--on-request]

UNDERSTUDY_USERNAME and UNDERSTUDY_PASSWORD default to demo/demo. UNDERSTUDY_SPEED is the speed of the server's
clock, as a multiple of real time. The script divides its waits between polls by this number.
"""

import datetime
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

BASE_URL = os.environ.get("UNDERSTUDY_BASE_URL", "http://127.0.0.1:4010").rstrip("/")
SPEED = float(os.environ.get("UNDERSTUDY_SPEED", "1"))
CREDENTIAL = {
    "Username": os.environ.get("UNDERSTUDY_USERNAME", "demo"),
    "Password": os.environ.get("UNDERSTUDY_PASSWORD", "demo"),
}
MINUTE = 60
# The interval and the total time of polling for each undecided status, in minutes.
POLLING = {
    "OnRequest": (10, 24 * 60),
    "PENDING": (10, 24 * 60),
    "Pending": (10, 30),
    "TechnicalProblem": (5, 30),
    "PendingCancellation": (5, 30),
}


class AnswerLost(Exception):
    """Raised when the answer did not arrive. The server may have processed the request."""


def call(path, body, timeout, headers=None):
    """POSTs JSON and returns the answer. The caller must check Errors, because an HTTP 200 can also contain errors."""
    data = json.dumps({"Credential": CREDENTIAL, **body}).encode()
    request = urllib.request.Request(
        f"{BASE_URL}/API/REST/{path}",
        data=data,
        headers={"Content-Type": "application/json", **(headers or {})},
    )
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            return json.load(response)
    except urllib.error.HTTPError as refused:
        if refused.code >= 500:
            raise AnswerLost(f"{path} answered {refused.code}") from refused
        sys.exit(f"{path} was refused with {refused.code}: {refused.read().decode()}")
    except (OSError, http.client.HTTPException, ValueError) as lost:
        raise AnswerLost(f"{path} did not answer: {lost}") from lost


def wait(minutes):
    time.sleep(minutes * MINUTE / SPEED)


def search(on_request):
    checkin = datetime.date.today() + datetime.timedelta(days=30)
    criteria = {
        "DestinationId": "1003",
        "CheckinDate": checkin.isoformat(),
        "CheckoutDate": (checkin + datetime.timedelta(days=2)).isoformat(),
        "SearchRooms": [{"NumAdults": 2}],
        "Nationality": "BR",
        "ReturnOnRequestRooms": on_request,
    }
    found = call("Hotel.svc/Search", {"Criteria": criteria}, timeout=15)
    wanted = "OnRequest" if on_request else "CanBook"
    # Choose only rooms that need no card: rooms that are neither prepaid nor charged at booking.
    offers = [
        (hotel, room)
        for hotel in found["Hotels"]
        for room in hotel["Rooms"]
        if room["RestrictionType"] == wanted and not room["IsPrePayment"] and room["CanPayLater"]
    ]
    if not offers:
        sys.exit("No room fits. Try other dates.")
    hotel, room = min(offers, key=lambda offer: offer[1]["TotalSellingPrice"]["Value"])
    return found["Token"], hotel, room


def check_conditions(token, hotel, room):
    """Reads the conditions. The price in the conditions is binding, so the traveller must accept a difference."""
    selection = {"HotelId": hotel["HotelId"], "RoomIds": [room["Id"]]}
    conditions = call("Hotel.svc/GetBookingConditions", {"Token": token, **selection}, timeout=15)
    if conditions["Errors"]:
        sys.exit(f"The room is no longer available: {conditions['Errors']}")
    before, now = room["TotalSellingPrice"], conditions["TotalSellingPrice"]
    print(f"Price: {now['Value']:.2f} {now['Currency']}")
    for policy in conditions["CancelPolicies"]:
        print(f"  cancelling from {policy['StartDate']} to {policy['EndDate']} costs {policy['Value']} {policy['Currency']}")
    if conditions.get("MoreInformation"):
        print(f"  {conditions['MoreInformation']}")
    if now != before and input(f"The price was {before['Value']:.2f} {before['Currency']}. Book? [y/N] ") != "y":
        sys.exit("Not booked, because the price changed.")
    return conditions["Token"]


def book(token, hotel, room):
    """Books once. DoBooking is not idempotent, so a lost answer leads to a look-up and never to a second call."""
    reference = f"trip-{uuid.uuid4()}"
    guests = [
        {"Name": "Ana", "Surname": "Souza", "Age": 34, "MainPax": True},
        {"Name": "Rui", "Surname": "Souza", "Age": 36},
    ]
    body = {
        "Token": token,
        "BookingId": "0",
        "HotelId": hotel["HotelId"],
        "Rooms": [{"RoomId": room["Id"], "Paxs": guests}],
        "ExternalReference": reference,
    }
    try:
        answer = call("Hotel.svc/DoBooking", body, 45, {"Idempotency-Key": str(uuid.uuid4())})
    except AnswerLost as lost:
        print(f"{lost}; looking the booking up")
        return look_up(reference)
    for error in answer["Errors"]:
        print(f"{error['Code']}: {error['Message']}")
    return answer


def look_up(reference):
    """Looks up a booking whose answer was lost, at once and then every 5 minutes for 30 minutes."""
    for attempt in range(7):
        if attempt > 0:
            wait(5)
        try:
            found = call("ClientBackOffice.svc/GetBooking", {"ExternalReference": reference}, timeout=15)
        except AnswerLost:
            continue
        if "Booking" in found:
            return found["Booking"]
    sys.exit(f"It is unknown whether {reference} was booked. Ask the supplier's support before you book again.")


def follow_up(booking):
    """Polls a booking until the booking is decided or its polling time is over."""
    waited = 0
    while booking["bookingStatus"] in POLLING:
        interval, window = POLLING[booking["bookingStatus"]]
        if booking["Status"] == "AGUARDANDO PAGAMENTO" or waited + interval > window:
            break
        print(f"{booking['bookingStatus']}: looking again in {interval} minutes")
        wait(interval)
        waited += interval
        try:
            detail = call("ClientBackOffice.svc/GetBookingDetail", {"BookingId": booking["BookingId"]}, timeout=15)
        except AnswerLost as lost:
            print(lost)
            continue
        booking = detail["Booking"]
    return booking


def main():
    on_request = "--on-request" in sys.argv[1:]
    try:
        token, hotel, room = search(on_request)
        print(f"{hotel['Name']}, {room['RoomDescription']}")
        token = check_conditions(token, hotel, room)
    except AnswerLost as lost:
        sys.exit(f"{lost}. Nothing was booked. Try again later.")
    booking = follow_up(book(token, hotel, room))
    print(f"Booking {booking['BookingId']}: {booking['bookingStatus']} {booking.get('ConfirmationNumber', '')}".rstrip())
    sys.exit(0 if booking["bookingStatus"] == "CONFIRMED" else 1)


if __name__ == "__main__":
    main()
