"""An example of a client under test, in Python with only the standard library. It plays a task of `npx travel-understudy run`.

    npx travel-understudy run --product hotel -- python3 docs/adapters/client.py

The example handles bookings, lost answers, polling, payment, consent and cancellation. Replace the code of `play` with
calls to your own client. Keep the code that reads the task and writes the result.
"""

import email.utils
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

ENV = {name[11:]: value for name, value in os.environ.items() if name.startswith("UNDERSTUDY_")}
CREDENTIAL = {"Username": ENV["USERNAME"], "Password": ENV["PASSWORD"]}
TASK = json.loads(ENV["TASK"])
STATE = os.path.join(ENV["STATE_DIR"], "booking.json")
MINUTE = 60
TOKEN_LIFE, CONDITIONS_LIFE, RETOKEN_LIFE = 30 * MINUTE, 5 * MINUTE, 25 * 60 * MINUTE
STATIC_LIFE = 30 * 24 * 60 * MINUTE
# The interval and the total time of polling for each undecided status, in minutes.
POLLING = {
    "TechnicalProblem": (5, 30),
    "Pending": (10, 30),
    "OnRequest": (10, 24 * 60),
    "PENDING": (10, 24 * 60),
    "PendingCancellation": (5, 30),
}
ENDS = {"CONFIRMED": "confirmed", "Rejected": "rejected", "Expired": "expired", "FAILED": "failed", "Cancelled": "failed"}


KEPT = {}  # the static data with the time of its call, and the penalty that the user saw


class Lost(Exception):
    """Raised when the answer is missing or unreadable. The call may have taken effect."""


class Refused(Exception):
    """Raised when the server answered 400, 401 or 404. A retry would fail too."""


class Ended(Exception):
    """Ends the task with a result."""

    def __init__(self, outcome, **more):
        super().__init__(outcome)
        self.result = {"outcome": outcome, **more}


def seconds_of(duration):
    """Returns the seconds of an ISO 8601 duration such as PT40M, PT26H or P31D."""
    units = {"D": 86400, "H": 3600, "M": 60, "S": 1}
    total, digits = 0, ""
    for letter in duration.strip("P").replace("T", ""):
        if letter.isdigit():
            digits += letter
        else:
            total, digits = total + int(digits) * units[letter], ""
    return total


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, because urllib would send a booking again as a GET to another address."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirects)


def send(request, timeout):
    """Sends a request once, and returns the JSON of the answer."""
    try:
        with OPENER.open(request, timeout=timeout) as response:
            return json.loads(response.read().decode("utf-8-sig"))
    except urllib.error.HTTPError as error:
        if error.code == 429 or error.code >= 500:
            raise
        if error.code < 400:
            raise Lost(f"HTTP {error.code}") from error
        raise Refused(f"{error.code}: {error.read().decode(errors='replace')[:300]}") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Lost(f"no answer that can be read: {error}") from error


def retry_after(headers):
    """Returns the seconds to wait. Retry-After holds seconds, or a date by the server's clock."""
    given = headers.get("Retry-After", "1")
    if given.isdigit():
        return int(given)
    until, at = (email.utils.parsedate_to_datetime(text) for text in (given, headers["Date"]))
    return max(0, (until - at).total_seconds()) + 1


def attempt(make_request, timeout, repeatable):
    """Makes a call, up to five times if the call is repeatable. Stops after three 5xx in a row. Always retries after a 429."""
    failures, attempts = 0, 0
    while True:
        try:
            return send(make_request(), timeout)
        except urllib.error.HTTPError as error:
            if error.code == 429:
                time.sleep(retry_after(error.headers))
                continue
            failures += 1
            lost = Lost(f"HTTP {error.code}")
        except Lost as error:
            lost = error
        attempts += 1
        if not repeatable or failures >= 3 or attempts >= 5:
            raise lost
        time.sleep(0.25 * 2 ** (attempts - 1))


def post(path, body, timeout=15, repeatable=True, headers=None):
    data = json.dumps({"Credential": CREDENTIAL, **body}).encode()
    all_headers = {"Content-Type": "application/json", "Connection": "close", **(headers or {})}
    url = f"{ENV['BASE_URL']}/API/REST/{path}"
    return attempt(lambda: urllib.request.Request(url, data=data, headers=all_headers), timeout, repeatable)


def static(kind, name, query=None):
    parameters = urllib.parse.urlencode({"managerId": ENV["MANAGER_ID"], **(query or {})})
    place = urllib.parse.quote(str(name), safe="")
    url = f"{ENV['COMMONS_URL']}/new/api/v1/mapping/{kind}/{place}/token/{ENV['STATIC_TOKEN']}?{parameters}"
    return attempt(lambda: urllib.request.Request(url), 15, True)


def search(step):
    criteria = step["criteria"]
    places = static("autocomplete", criteria["destination"], {"product": "hotel"})
    place = next((place for place in places if place["name"] == criteria["destination"]), places[0])
    checkin = time.strptime(criteria["checkinDate"], "%Y-%m-%d")
    checkout = time.strftime("%Y-%m-%d", time.gmtime(time.mktime((*checkin[:3], 12, 0, 0, 0, 0, 0)) + criteria["nights"] * 86400))
    rooms = [
        {"NumAdults": room["adults"], **({"ChildAges": room["childAges"]} if room.get("childAges") else {})}
        for room in criteria["rooms"]
    ]
    body = {
        "DestinationId": place["destinationId"],
        "CheckinDate": criteria["checkinDate"],
        "CheckoutDate": checkout,
        "SearchRooms": rooms,
        "Nationality": criteria["nationality"],
        **({"Currency": criteria["currency"]} if "currency" in criteria else {}),
        **({"ReturnOnRequestRooms": True} if criteria.get("onRequestRooms") else {}),
    }
    answer = post("Hotel.svc/Search", {"Criteria": body})
    return {**answer, "at": time.monotonic()}


def choose(step, found):
    """Returns the first hotel that has a fitting room for each requested room."""
    wanted = step.get("choose", {})
    flags = {"restrictionType": "RestrictionType", "isPrePayment": "IsPrePayment", "canPayLater": "CanPayLater"}

    def fits(room, people):
        return (
            all(room[field] == wanted[name] for name, field in flags.items() if name in wanted)
            and room["NumAdults"] == people["adults"]
            and sorted(room["ChildAges"]) == sorted(people.get("childAges", []))
        )

    for hotel in found.get("Hotels", []):
        if wanted.get("name") not in (None, hotel["Name"]):
            continue
        rooms = [next((room for room in hotel["Rooms"] if fits(room, people)), None) for people in step["criteria"]["rooms"]]
        if all(rooms):
            return hotel, rooms
    raise Ended("unavailable")


def conditions_of(selection, found, fresh):
    """Reads conditions with the Token, then with the ReToken. Returns None when a new Search is necessary."""
    if fresh and time.monotonic() - found["at"] <= TOKEN_LIFE:
        try:
            return post("Hotel.svc/GetBookingConditions", {"Token": found["Token"], **selection}, repeatable=False)
        except Lost:
            pass  # the Token may be used up
    if time.monotonic() - found["at"] > RETOKEN_LIFE:
        return None
    for last in (False, True):
        try:
            return post("Hotel.svc/GetBookingConditions", {"ReToken": found["ReToken"], **selection}, repeatable=False)
        except Lost:
            if last:
                raise


def terms_of(offer):
    """Returns the taxes and the cancellation policies of an offer or of conditions."""
    return offer.get("PropertyTaxes", []), offer.get("CancellationPolicies", [])


def agree(before, terms, conditions):
    """Ends the task if the task says that the user declines the new price or conditions."""
    if conditions["Errors"] or conditions.get("RevalidateBookingConditions") == "RoomsNotFound":
        raise Ended("unavailable")
    if conditions["TotalSellingPrice"] != before and TASK.get("onPriceChange") == "decline":
        raise Ended("declined-by-user")
    changed = conditions.get("RevalidateBookingConditions") == "RoomsFoundWithChanges"
    # The penalties change together with the price, so the terms are compared only at the same price.
    if conditions["TotalSellingPrice"] == before and terms is not None:
        changed = changed or terms_of(conditions) != terms
    if changed and TASK.get("onConditionsChange") == "decline":
        raise Ended("declined-by-user")


def think(when, waited):
    if when in TASK.get("waits", {}) and when not in waited:
        waited.add(when)
        time.sleep(seconds_of(TASK["waits"][when]))


def prepare(step, waited):
    """Searches and reads conditions until the user has agreed to conditions that are still fresh."""
    found = search(step)
    hotel, rooms = choose(step, found)
    selection = {"HotelId": hotel["HotelId"], "RoomIds": [room["Id"] for room in rooms]}
    price = {
        "Value": round(sum(room["TotalSellingPrice"]["Value"] for room in rooms), 2),
        "Currency": rooms[0]["TotalSellingPrice"]["Currency"],
    }
    terms = terms_of(rooms[0]) if len(rooms) == 1 else None  # the conditions of several rooms contain sums
    think("afterSearch", waited)
    fresh = True
    while True:
        conditions = conditions_of(selection, found, fresh)
        if conditions is None:
            return prepare(step, waited)
        fresh, at = False, time.monotonic()
        agree(price, terms, conditions)
        price, terms = conditions["TotalSellingPrice"], terms_of(conditions)
        think("afterConditions", waited)
        if time.monotonic() - at < CONDITIONS_LIFE - 10:
            return selection, conditions, rooms


def guests_of(step):
    """Returns the guests of each room: adults in their order, children by their age."""
    adults = [guest for guest in step["guests"] if guest["Age"] >= 18]
    children = [guest for guest in step["guests"] if guest["Age"] < 18]
    rooms = []
    for room in step["criteria"]["rooms"]:
        guests = [adults.pop(0) for _ in range(room["adults"])]
        for age in room.get("childAges", []):
            child = next(guest for guest in children if guest["Age"] == age)
            children.remove(child)
            guests.append(child)
        rooms.append(guests)
    return rooms


def is_own(booking, guests):
    """Returns whether a found booking has a guest of the task. Another program can use the same reference for another guest."""
    names = {pax["Surname"].casefold() for service in booking["Services"] for pax in service.get("Paxs", [])}
    return not names or any(guest["Surname"].casefold() in names for guest in guests)


def readable(booking):
    """Returns a booking that has an id and its status. An answer without them counts as lost."""
    if not all(isinstance(booking.get(name), str) for name in ("BookingId", "bookingStatus", "Status")):
        raise Lost("the answer is not a booking")
    return booking


def look_up(reference, guests):
    """Looks up a booking whose answer was lost, at once and then every 5 minutes for 30 minutes. DoBooking is not idempotent."""
    for look in range(7):
        if look > 0:
            time.sleep(5 * MINUTE)
        try:
            found = post("ClientBackOffice.svc/GetBooking", {"ExternalReference": reference})
            if "Booking" in found and is_own(found["Booking"], guests):
                return readable(found["Booking"])
        except (Lost, Refused):
            continue
    return None


def payment_of(step, conditions):
    """Returns the card of the task with the payment condition for its number of instalments."""
    if not step.get("payment"):
        return None
    for condition in conditions.get("PaymentConditions", []):
        if condition["Installments"] == step["payment"]["CreditCard"]["NumberPayments"]:
            return {"PaymentConditionId": condition["PaymentConditionId"], "PaymentRequestCC1": step["payment"]}
    return None


def book(step, waited, again=True):
    selection, conditions, rooms = prepare(step, waited)
    reference = f"py-{uuid.uuid4()}"
    with open(STATE, "w", encoding="utf-8") as file:  # before the call, so that a restarted client can look the booking up
        json.dump({"reference": reference}, file)
    payment = payment_of(step, conditions)
    body = {
        "Token": conditions["Token"],
        "BookingId": "0",
        "HotelId": selection["HotelId"],
        "Rooms": [{"RoomId": room["Id"], "Paxs": guests} for room, guests in zip(rooms, guests_of(step))],
        "ExternalReference": reference,
        **({"Payment": payment} if payment and not conditions["CanPayLater"] else {}),
    }
    try:
        answer = readable(post("Hotel.svc/DoBooking", body, 45, False, {"Idempotency-Key": str(uuid.uuid4())}))
    except Refused as error:
        raise Ended("error", why=str(error)) from error  # there is no booking
    except Lost:
        answer = look_up(reference, step["guests"])
        if answer is None:
            if again:
                return book(step, waited, again=False)
            raise Ended("ask-support")
    if answer.get("Errors") and answer["bookingStatus"] == "CONFIRMED":
        answer = detail(answer["BookingId"])  # status and errors of the answer contradict each other
    if conditions["IsPrePayment"] and answer["Status"] == "AGUARDANDO PAGAMENTO":
        answer = pay(answer, payment)
    KEPT["penalty"] = penalty_of(conditions)
    return settle(follow_up(answer), conditions)


def shown(conditions):
    """Returns what the user saw before agreeing. Taxes stay apart, because their currency may differ from the price."""
    taxes = [
        {"name": tax["Name"], "amount": {"Value": tax["Amount"], "Currency": tax["Currency"]}}
        for tax in conditions.get("PropertyTaxes", [])
    ]
    return {
        "total": conditions["TotalSellingPrice"],
        "taxes": taxes,
        "moreInformation": conditions.get("MoreInformation"),
        "cancellationPolicies": conditions.get("CancellationPolicies"),
        "pricingInfo": conditions.get("PricingInfo"),
    }


def penalty_of(conditions):
    """Returns the penalty of a cancellation on the day of the conditions."""
    today = conditions["TimeSpan"][:10]
    for policy in conditions.get("CancellationPolicies", []):
        if policy["StartDate"] <= today <= policy["EndDate"]:
            return {"Value": policy["Value"], "Currency": policy["Currency"]}
    return {"Value": 0, "Currency": conditions["TotalSellingPrice"]["Currency"]}


def detail(booking_id):
    return readable(post("ClientBackOffice.svc/GetBookingDetail", {"BookingId": booking_id}).get("Booking", {}))


def find_charge(booking_id):
    """Looks for the charge of a payment whose answer was lost, at once and then every 5 minutes for 30 minutes."""
    for look in range(7):
        if look > 0:
            time.sleep(5 * MINUTE)
        try:
            payments = detail(booking_id).get("Payments", [])
        except (Lost, Refused):
            continue
        if payments:
            return payments[-1]
    return None


def pay(booking, payment, again=True):
    """Pays once. After a lost answer, pays again only if the booking shows no charge for 30 minutes."""
    booking_id = booking["BookingId"]
    try:
        paid = post("Payment.svc/payBooking", {"BookingId": booking_id, **payment}, repeatable=False)
    except Lost:
        paid = find_charge(booking_id)
        if paid is None and again:
            return pay(booking, payment, again=False)
        if paid is None:
            raise Ended("ask-support", bookingId=booking_id)
    except Refused as error:  # the booking stands, and waits for a payment
        raise Ended("pending", bookingId=booking_id, why=str(error)) from error
    if paid.get("PaymentStatus") == "Declined":
        raise Ended("payment-declined", bookingId=booking_id)
    if paid.get("PaymentStatus") == "Pending":
        time.sleep(10 * MINUTE)
    try:
        return detail(booking_id)
    except (Lost, Refused) as error:
        raise Ended("ask-support", bookingId=booking_id, why=str(error)) from error


def follow_up(booking):
    """Polls a booking until the booking is decided or its polling time is over."""
    waited, on_request = 0, booking["bookingStatus"] == "OnRequest"
    while booking["bookingStatus"] in POLLING and booking["Status"] not in ("SOLICITACAO DE RESERVA", "AGUARDANDO PAGAMENTO"):
        if any(error["Code"] == "CancellationNotForwarded" for error in booking.get("Errors", [])):
            break
        interval, window = POLLING[booking["bookingStatus"]]
        if booking["bookingStatus"] == "PENDING" and not on_request:
            window = 30
        if waited + interval > window:
            break
        time.sleep(interval * MINUTE)
        waited += interval
        try:
            booking = detail(booking["BookingId"])
        except (Lost, Refused):
            continue  # the loop makes the next poll
    return booking


def settle(booking, conditions=None):
    outcome = ENDS.get(booking["bookingStatus"], "ask-support")
    return {
        "outcome": outcome,
        "bookingId": booking["BookingId"],
        **({"shownToUser": shown(conditions)} if conditions else {}),
    }


def cancel(step, results):
    booked = results[step["step"]]
    if booked["outcome"] != "confirmed":
        return booked
    body = {"BookingId": booked["bookingId"]}
    try:
        answer = post("ClientBackOffice.svc/CancelBooking", body, repeatable=False)
    except Lost:
        answer = detail(booked["bookingId"])
        if answer["bookingStatus"] == "CONFIRMED":
            answer = post("ClientBackOffice.svc/CancelBooking", body, repeatable=False)
    status = follow_up(answer)["bookingStatus"]
    seen = {**booked.get("shownToUser", {}), "penalty": KEPT.get("penalty")}  # the user sees the penalty before the cancellation
    return {**booked, "outcome": "cancelled" if status == "Cancelled" else "ask-support", "shownToUser": seen}


def read_static(step):
    if "after" in step:
        time.sleep(seconds_of(step["after"]))
    for kind, name in (("airport", step.get("airport")), ("hotel", step.get("hotelId"))):
        at, _ = KEPT.get((kind, name), (None, None))
        if name is None or (at is not None and time.monotonic() - at < STATIC_LIFE):
            continue
        at = time.monotonic()
        try:
            KEPT[kind, name] = at, static(kind, name)
        except Refused:
            KEPT[kind, name] = at, None  # a booking is possible without this static data
    return {"outcome": "done"}


def look_ups(count):
    """Sends the requested number of look-ups, at most 120 per minute."""
    sent = []
    for number in range(count):
        if len(sent) >= 120:
            time.sleep(max(0, 61 - (time.monotonic() - sent[-120])))
        sent.append(time.monotonic())
        post("ClientBackOffice.svc/GetBooking", {"ExternalReference": f"look-up {number}"})
    return {"outcome": "done"}


def resume():
    """Finishes a booking that an earlier process of this client began."""
    if ENV["ATTEMPT"] == "1" or not os.path.exists(STATE):
        return None
    guests = [guest for step in TASK["steps"] for guest in step.get("guests", [])]
    with open(STATE, encoding="utf-8") as file:
        booking = look_up(json.load(file)["reference"], guests)
    return booking and settle(follow_up(booking))


def is_supported(step):
    if step["do"] == "book":
        return step["product"] == "hotel" and "attachTo" not in step
    return step["do"] in ("static", "lookups") or (step["do"] == "cancel" and step["what"] == "trip")


def play():
    # The check comes before the first call: a client that has booked can no longer report `unsupported`.
    if not all(is_supported(step) for step in TASK["steps"]):
        return {"outcome": "unsupported", "why": "this client books hotels and cancels whole trips"}
    waited, results = set(), []
    begun = resume()
    if begun:
        return begun
    for step in TASK["steps"]:
        if step["do"] == "book":
            results.append(book(step, waited))
        elif step["do"] == "cancel":
            results.append(cancel(step, results))
        elif step["do"] == "static":
            results.append(read_static(step))
        else:
            results.append(look_ups(step["count"]))
    booked = [result for result in results if result["outcome"] != "done"]
    return booked[-1] if booked else {"outcome": "done"}


def main():
    try:
        result = play()
    except Ended as ended:
        result = ended.result
    except Exception as error:
        result = {"outcome": "error", "why": repr(error)}
        if os.path.exists(STATE):  # there was an attempt to book, so a booking can stand
            with open(STATE, encoding="utf-8") as file:
                result = {"outcome": "ask-support", "why": f"{error!r}; {file.read()}"}
    with open(ENV["RESULT"], "w", encoding="utf-8") as file:
        json.dump(result, file)


if __name__ == "__main__":
    main()
