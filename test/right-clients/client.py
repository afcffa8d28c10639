"""A right client in Python: one thread, one persistent connection per host, and a small SQLite ledger.

It is written from the specification alone. It plays the hotel tasks of `understudy run`; HABIT names one odd but legitimate
habit. The clause ids in parentheses name the sentence of the specification that a line follows.
"""

import datetime
import email.utils
import fcntl
import gzip
import http.client
import json
import os
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.parse
import uuid
import zlib

ENV = {name.removeprefix("UNDERSTUDY_"): value for name, value in os.environ.items() if name.startswith("UNDERSTUDY_")}
HABIT = os.environ.get("HABIT", "none")
SCALE = float(ENV["TIME_SCALE"])
TASK = json.loads(ENV["TASK"])
FOLDER = ENV["STATE_DIR"]
LOGIN = {"Username": ENV["USERNAME"], "Password": ENV["PASSWORD"]}

MINUTE = 60.0
TOKEN_LIFE, RETOKEN_LIFE, CONDITIONS_LIFE = 29 * MINUTE, 24.5 * 60 * MINUTE, 4.5 * MINUTE  # a margin below the limits
LAST_POLL = 30 * MINUTE
STATIC_LIFE = 30 * 24 * 60 * MINUTE
SLOWNESS = 1.3 if HABIT == "slow-polls" else 1.0


def now():
    """Returns the supplier's time in seconds. All processes of one machine share this clock."""
    return time.monotonic() * SCALE


def pause(seconds):
    time.sleep(max(0.0, seconds) / SCALE)


class NoAnswer(Exception):
    """The answer is missing, unreadable or a 5xx. The call may have taken effect (flow.3)."""


class Refusal(Exception):
    """The supplier answered 400, 401 or 404, so that the same request would be refused again (err.400)."""


class Finished(Exception):
    """Ends the task early with an outcome."""


# ---- the wire ----


def terms_of(offer):
    return offer.get("PropertyTaxes"), offer.get("CancellationPolicies")


def spell(value):
    """Returns a body in the spelling of the habit: other order of keys, or numbers as text."""
    if isinstance(value, dict):
        pairs = [(key, spell(inner)) for key, inner in value.items()]
        return dict(reversed(pairs) if HABIT == "key-order" else pairs)
    if isinstance(value, list):
        return [spell(inner) for inner in value]
    if HABIT == "number-text" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return value


def unpack(answer):
    raw = answer.read()
    coding = answer.headers.get("Content-Encoding", "identity").lower()
    if coding == "gzip":
        raw = gzip.decompress(raw)
    elif coding == "deflate":
        raw = zlib.decompress(raw)
    return raw


class Wire:
    """Sends requests over one connection per host, which it opens anew after a failure and before every write."""

    def __init__(self):
        self.connections = {}
        self.sent = []

    def exchange(self, method, url, body, headers, patience):
        parts = urllib.parse.urlsplit(url)
        connection = self.connections.get(parts.netloc)
        if connection is None:
            connection = self.connections[parts.netloc] = http.client.HTTPConnection(parts.netloc)
        connection.timeout = patience / SCALE
        if connection.sock is not None:
            connection.sock.settimeout(connection.timeout)
        try:
            connection.request(method, url[url.index(parts.path) :], body, headers)
            answer = connection.getresponse()
            content = unpack(answer)
        except (OSError, EOFError, http.client.HTTPException, zlib.error) as error:
            self.close(parts.netloc)
            raise NoAnswer(f"{type(error).__name__}: {error}") from error
        if HABIT == "new-connection" or answer.will_close:
            self.close(parts.netloc)
        return answer, content

    def close(self, host):
        connection = self.connections.pop(host, None)
        if connection is not None:
            connection.close()

    def fresh(self, url):
        """Closes the connection, because a call that books must not be lost on a connection that has gone stale."""
        self.close(urllib.parse.urlsplit(url).netloc)

    def keep_rate(self):
        """Keeps to 120 calls a minute (limit.rate), with a second to spare for the way to the supplier."""
        while len(self.sent) >= 120 and now() - self.sent[-120] < 61:
            pause(61 - (now() - self.sent[-120]))
        self.sent = [*self.sent[-119:], now()]


WIRE = Wire()


def wait_of(headers):
    """Returns the wait of Retry-After, which is a number of seconds or a date by the supplier's clock (err.429)."""
    given = headers.get("Retry-After", "1").strip()
    if given.isdigit():
        return float(given)
    until = email.utils.parsedate_to_datetime(given)
    since = email.utils.parsedate_to_datetime(headers["Date"])
    return (until - since).total_seconds() + 1


def headers_for(has_body, more):
    headers = {"Accept": "application/json", "Accept-Encoding": "identity" if HABIT == "no-gzip" else "gzip, deflate"}
    if has_body:
        headers["Content-Type"] = "application/json; charset=utf-8"
    headers.update(more)
    if HABIT == "new-connection":
        headers["Connection"] = "close"
    if HABIT == "lower-case":
        return {name.lower(): value for name, value in headers.items()}
    return headers


def call(method, url, body=None, *, patience=15.0, repeats=True, more=()):
    """Makes a call. Reads are repeated on the back-off schedule, but not after a third 5xx in a row (err.retry, err.breaker)."""
    layout = {"indent": 2} if HABIT == "indented" else {"ensure_ascii": False}
    text = None if body is None else json.dumps(spell({"Credential": LOGIN, **body}), **layout)
    data = None if text is None else ("\ufeff" + text if HABIT == "bom" else text).encode()
    headers = headers_for(body is not None, dict(more))
    failures = server_errors = 0
    while True:
        WIRE.keep_rate()
        if not repeats:
            WIRE.fresh(url)
        try:
            answer, content = WIRE.exchange(method, url, data, headers, patience)
            if answer.status == 429:  # refused before it was processed, so that every call may be sent again
                pause(wait_of(answer.headers))
                continue
            if 400 <= answer.status < 500:
                raise Refusal(f"{answer.status} to {method} {url.split('/token/')[0]}")
            if answer.status >= 500:
                server_errors += 1
                raise NoAnswer(f"status {answer.status}")
            server_errors = 0
            try:
                return json.loads(content.decode("utf-8-sig"))
            except ValueError as error:
                raise NoAnswer("the answer is not JSON") from error
        except NoAnswer:
            failures += 1
            if not repeats or failures == 5 or server_errors == 3:
                raise
            pause(0.25 * 2 ** (failures - 1))


def rest(path, body, **how):
    return call("POST", f"{ENV['BASE_URL']}/API/REST/{path}", body, **how)


def back_office(operation, body, **how):
    return rest(f"ClientBackOffice.svc/{operation}", body, **how)


def mapping(kind, name, **query):
    query = urllib.parse.urlencode({"managerId": ENV["MANAGER_ID"], **query})
    name = urllib.parse.quote(str(name), safe="")
    return call("GET", f"{ENV['COMMONS_URL']}/new/api/v1/mapping/{kind}/{name}/token/{ENV['STATIC_TOKEN']}?{query}")


def extra_list():
    """Reads the list of changed bookings between two steps, as a back office does all day (ep.list)."""
    if HABIT == "extra-lists":
        back_office("GetBookingList", {"SearchBookingCriteria": {"BookingNumber": []}})


# ---- what outlives the process (client.states) ----


class Ledger:
    """Keeps what was sent, so that a second process and a restarted one can look it up."""

    def __init__(self):
        self.file = os.path.join(FOLDER, "ledger.sqlite")
        with self.open() as base:
            base.execute("create table if not exists kept (name text primary key, value text)")

    def open(self):
        return sqlite3.connect(self.file, timeout=30)

    def __getitem__(self, name):
        with self.open() as base:
            row = base.execute("select value from kept where name = ?", (name,)).fetchone()
        return None if row is None else json.loads(row[0])

    def __setitem__(self, name, value):
        with self.open() as base:
            base.execute("insert or replace into kept values (?, ?)", (name, json.dumps(value)))


LEDGER = Ledger()


def static(kind, name):
    """Returns static data. It is read again only when it is older than 30 days, and so is the answer 404 (ep.static-refresh)."""
    kept = LEDGER[f"{kind} {name}"]
    if kept is None or now() - kept["at"] > STATIC_LIFE:
        at = now()
        try:
            kept = {"at": at, "data": mapping(kind, name)}
        except Refusal:
            kept = {"at": at, "data": None}
        LEDGER[f"{kind} {name}"] = kept
    return kept["data"]


# ---- Search, conditions and consent ----


def seconds_in(duration):
    """Returns the seconds of an ISO 8601 duration of days, hours, minutes and seconds."""
    total, digits = 0, ""
    for letter in duration:
        if letter.isdigit():
            digits += letter
        elif digits:
            total += int(digits) * {"D": 86400, "H": 3600, "M": 60, "S": 1}[letter]
            digits = ""
    return total


class Stay:
    """One booking of a hotel: what the user wants, and how far the client has come with it."""

    def __init__(self, step):
        self.step = step
        self.criteria = step["criteria"]
        self.thought = set()
        self.seen_price = None

    def think(self, moment):
        if moment in TASK.get("waits", {}) and moment not in self.thought:
            pause(seconds_in(TASK["waits"][moment]))
        self.thought.add(moment)

    def search(self):
        wanted = self.criteria
        places = mapping("autocomplete", wanted["destination"], product="hotel")
        named = [place for place in places if place["name"].casefold() == wanted["destination"].casefold()]
        arrival = datetime.date.fromisoformat(wanted["checkinDate"])
        criteria = {
            "DestinationId": (named or places)[0]["destinationId"],
            "CheckinDate": arrival.isoformat(),
            "CheckoutDate": (arrival + datetime.timedelta(days=wanted["nights"])).isoformat(),
            "Nationality": wanted["nationality"],
            "SearchRooms": [],
        }
        for room in wanted["rooms"]:
            ages = {"ChildAges": room["childAges"]} if room.get("childAges") else {}
            criteria["SearchRooms"].append({"NumAdults": room["adults"], **ages})
        if "currency" in wanted:
            criteria["Currency"] = wanted["currency"]
        if wanted.get("onRequestRooms"):
            criteria["ReturnOnRequestRooms"] = True
        extra_list()
        self.found = rest("Hotel.svc/Search", {"Criteria": criteria})
        self.found_at = now()
        self.token_used = False
        self.choose()

    def choose(self):
        """Takes the first hotel that has a fitting room for each room of the task."""
        wishes = self.step.get("choose", {})
        names = {"restrictionType": "RestrictionType", "isPrePayment": "IsPrePayment", "canPayLater": "CanPayLater"}
        for hotel in self.found.get("Hotels") or []:
            if wishes.get("name", hotel["Name"]) != hotel["Name"]:
                continue
            fitting = [room for room in hotel["Rooms"] if all(room[names[w]] == v for w, v in wishes.items() if w in names)]
            chosen = []
            for people in self.criteria["rooms"]:
                party = (people["adults"], sorted(people.get("childAges") or []))
                rooms = [room for room in fitting if (room["NumAdults"], sorted(room["ChildAges"])) == party]
                chosen += rooms[:1]
            if len(chosen) == len(self.criteria["rooms"]):
                self.hotel, self.rooms = hotel["HotelId"], chosen
                prices = [room["TotalSellingPrice"] for room in chosen]
                total = round(sum(price["Value"] for price in prices), 2)
                self.seen_price = {"Value": total, "Currency": prices[0]["Currency"]}
                self.seen_terms = terms_of(chosen[0]) if len(chosen) == 1 else None
                return
        raise Finished("unavailable")

    def read_conditions(self):
        """Reads the conditions by Token, or by ReToken when the Token is old or may be used up (flow.1, field.retoken)."""
        selection = {"HotelId": self.hotel, "RoomIds": [room["Id"] for room in self.rooms]}
        for _ in range(3):
            age = now() - self.found_at
            if age > RETOKEN_LIFE:
                self.search()
                return self.read_conditions()
            key = "ReToken" if self.token_used or age > TOKEN_LIFE else "Token"
            self.token_used = True
            try:
                conditions = rest("Hotel.svc/GetBookingConditions", {key: self.found[key], **selection}, repeats=False)
                self.conditions, self.conditions_at = conditions, now()
                return self.agree()
            except NoAnswer:
                if HABIT == "search-again":
                    self.search()
        raise NoAnswer("the conditions were lost three times")

    def agree(self):
        """Asks the user again when the price or the rooms have changed (flow.2, retoken.changed)."""
        verdict = self.conditions.get("RevalidateBookingConditions")
        if verdict == "RoomsNotFound" or self.conditions.get("Errors"):
            raise Finished("unavailable")
        price = self.conditions["TotalSellingPrice"]
        if price != self.seen_price and TASK.get("onPriceChange") == "decline":
            raise Finished("declined-by-user")
        # With another price, the user has just accepted other penalties, too (field.pricing-info).
        is_other = price == self.seen_price and self.seen_terms not in (None, terms_of(self.conditions))
        if (verdict == "RoomsFoundWithChanges" or is_other) and TASK.get("onConditionsChange") == "decline":
            raise Finished("declined-by-user")
        self.seen_price, self.seen_terms = price, terms_of(self.conditions)

    def prepare(self):
        self.search()
        if HABIT == "look-first":
            static("hotel", self.hotel)
        self.think("afterSearch")
        self.read_conditions()
        self.think("afterConditions")
        if now() - self.conditions_at > CONDITIONS_LIFE:
            self.read_conditions()

    # ---- DoBooking ----

    def guests(self):
        """Returns the guests of each room: the adults in the order of the task, the children by their age."""
        left = list(self.step["guests"])
        rooms = []

        def take(fits):  # by position, because two guests can have the same data
            return left.pop(next(at for at, guest in enumerate(left) if fits(guest["Age"])))

        for people in self.criteria["rooms"]:
            adults = [take(lambda age: age >= 18) for _ in range(people["adults"])]
            rooms.append(adults + [take(wanted.__eq__) for wanted in people.get("childAges") or []])
        return rooms

    def payment(self):
        card, offers = self.step.get("payment"), self.conditions.get("PaymentConditions") or []
        if not card or not offers:
            return None
        wanted = card["CreditCard"]["NumberPayments"]
        offer = next((one for one in offers if one["Installments"] == wanted), offers[0])
        return {"PaymentConditionId": offer["PaymentConditionId"], "PaymentRequestCC1": card}

    def send(self, reference):
        rooms = [{"RoomId": room["Id"], "Paxs": guests} for room, guests in zip(self.rooms, self.guests())]
        body = {
            "Token": self.conditions["Token"],
            "BookingId": "0",
            "HotelId": self.hotel,
            "Rooms": rooms,
            "ExternalReference": reference,
        }
        if self.conditions["CanPayLater"] is False:  # the card is charged with the booking (flow.6)
            body["Payment"] = self.payment()
        if HABIT == "look-first":
            back_office("GetBooking", {"ExternalReference": reference})
        extra_list()
        key = ("Idempotency-Key", str(uuid.uuid4()))
        try:
            return readable(rest("Hotel.svc/DoBooking", body, patience=45.0, repeats=False, more=[key]))
        except Refusal:  # the supplier has booked nothing
            raise Finished("error") from None

    def book(self):
        """Books, and looks for a lost booking before it books a second time. Returns the settled booking."""
        for last in (False, True):
            self.prepare()
            reference = f"PY{uuid.uuid4().hex[:18].upper()}"
            LEDGER["sent"] = {"reference": reference, "at": now()}
            try:
                booking = self.send(reference)
            except NoAnswer:
                booking = look_for(reference)
            if booking is not None:
                return self.settle(booking)
            if last:
                raise Finished("ask-support")

    def settle(self, booking):
        extra_list()
        if booking.get("Errors") and booking["bookingStatus"] == "CONFIRMED":  # it contradicts itself (flow.4)
            booking = detail(booking["BookingId"])
        if self.conditions["IsPrePayment"] and booking["Status"] == "AGUARDANDO PAGAMENTO":
            booking = self.pay(booking)
        return {**outcome_of(follow(booking)), "shownToUser": self.shown()}

    def pay(self, booking):
        """Pays by card, and looks before it pays a second time (svc.3)."""
        number = booking["BookingId"]
        for _ in range(2):
            if HABIT == "look-first":
                detail(number)
            try:
                paid = rest("Payment.svc/payBooking", {"BookingId": number, **self.payment()}, repeats=False)
            except NoAnswer:
                booking = detail(number)
                if booking.get("Payments") or booking["Status"] != "AGUARDANDO PAGAMENTO":
                    return booking
                continue
            except Refusal:  # the booking stands, and waits for a payment
                raise Finished("pending") from None
            if paid.get("PaymentStatus") == "Declined":
                raise Finished("payment-declined")
            return {**paid, "BookingId": number} if "bookingStatus" in paid else detail(number)
        raise Finished("ask-support")

    def shown(self):
        taxes = [
            {"name": tax["Name"], "amount": {"Value": tax["Amount"], "Currency": tax["Currency"]}}
            for tax in self.conditions.get("PropertyTaxes") or []
        ]
        more = self.conditions.get("MoreInformation")
        return {
            "total": self.conditions["TotalSellingPrice"],
            "taxes": taxes,
            **({"moreInformation": more} if more is not None else {}),
            "pricingInfo": self.conditions.get("PricingInfo"),
            "cancellationPolicies": self.conditions.get("CancelPolicies"),
        }


# ---- the bookings at the supplier ----


def readable(booking):
    """Returns a booking whose id and status can be read."""
    if not all(isinstance((booking or {}).get(name), str) for name in ("BookingId", "bookingStatus", "Status")):
        raise NoAnswer("the answer lacks the id or the status of the booking")
    return booking


def detail(number):
    return readable(back_office("GetBookingDetail", {"BookingId": number}).get("Booking"))


def look_for(reference):
    """Looks for a lost booking at once, then every five minutes until half an hour is over. Returns None when there is none."""
    began, interval = now(), 5 * MINUTE * SLOWNESS
    while True:
        try:
            found = back_office("GetBooking", {"ExternalReference": reference})
            if found.get("Booking"):
                return readable(found["Booking"])
        except (NoAnswer, Refusal):
            pass  # the next look follows
        left = LAST_POLL + MINUTE - (now() - began)
        if left <= 0:
            return None
        pause(min(interval, left))


INTERVALS = {"TechnicalProblem": 5, "PendingCancellation": 5, "Pending": 10, "PENDING": 10, "OnRequest": 10}


def follow(booking):
    """Polls a booking until it is decided, or until its time for polling is over (poll.*, flow.5)."""
    window = 24 * 60 * MINUTE if booking["bookingStatus"] == "OnRequest" else LAST_POLL
    is_passing = booking["bookingStatus"] == "PENDING" and booking["Status"] == "EM PROGRESSO"
    polled_for = 0.0
    if is_passing or (HABIT == "first-poll" and is_open(booking)):  # the detail knows the real status (status.em-progresso)
        booking = detail(booking["BookingId"])
    while is_open(booking):
        interval = INTERVALS[booking["bookingStatus"]] * MINUTE * SLOWNESS
        polled_for += interval
        if polled_for > window:
            break
        pause(interval + 0.5)
        extra_list()
        try:
            booking = poll(booking)
        except (NoAnswer, Refusal):
            continue
    return booking


def is_open(booking):
    return booking["bookingStatus"] in INTERVALS and booking["Status"] in ("EM PROGRESSO", "PROBLEMA TECNICO")


def poll(booking):
    """Reads the status of a booking with GetBookingDetail, or with GetBooking (decision: both count as a poll)."""
    if HABIT != "poll-by-reference":
        return detail(booking["BookingId"])
    return back_office("GetBooking", {"ExternalReference": LEDGER["sent"]["reference"]}).get("Booking", booking)


def outcome_of(booking):
    words = {
        "CONFIRMED": "confirmed",
        "Rejected": "rejected",
        "FAILED": "failed",
        "Expired": "expired",
        "Cancelled": "failed",
    }
    return {"outcome": words.get(booking["bookingStatus"], "ask-support"), "bookingId": booking["BookingId"]}


def cancel(booked):
    """Cancels once. After a lost answer, it reads the booking before it cancels again."""
    if booked["outcome"] != "confirmed":
        return booked
    number = booked["bookingId"]
    if HABIT == "look-first":
        detail(number)
    try:
        left = back_office("CancelBooking", {"BookingId": number}, repeats=False)
    except NoAnswer:
        left = detail(number)
        if left["bookingStatus"] == "CONFIRMED":
            left = back_office("CancelBooking", {"BookingId": number}, repeats=False)
    left = follow({"bookingStatus": "", **left, "BookingId": number})
    return {**booked, "outcome": "cancelled" if left["bookingStatus"] == "Cancelled" else "ask-support"}


# ---- the task ----


def resume():
    """Resumes a booking that an earlier process had sent. Returns None when the supplier does not know it."""
    sent = LEDGER["sent"]
    if sent is None:
        return None
    booking = look_for(sent["reference"])
    return None if booking is None else outcome_of(follow(booking))


def unclear(problem):
    """Returns the result after a problem. A booking that was sent may stand, so only the support can answer (flow.3)."""
    return {"outcome": "ask-support" if LEDGER["sent"] else "error", "why": f"{problem!r}, sent: {LEDGER['sent']}"}


def book_once(step, index):
    """Books under a lock, so that a second click gets the result of the first one (flow.3)."""
    with open(os.path.join(FOLDER, f"lock-{index}"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if LEDGER[f"result-{index}"] is None:
            try:
                resumed = resume() if ENV["ATTEMPT"] != "1" else None
                result = resumed or Stay(step).book()
            except Finished as end:
                result = {"outcome": str(end)}
            except Exception as problem:
                result = unclear(problem)
            LEDGER[f"result-{index}"] = result
        return LEDGER[f"result-{index}"]


def book_apart(step, index):
    """Books in a process of its own."""
    subprocess.run([sys.executable, __file__, str(index)], check=True)
    return LEDGER[f"result-{index}"]


def book(step, index):
    way = book_apart if HABIT == "two-processes" else book_once
    clicks = [threading.Thread(target=way, args=(step, index)) for _ in range(step.get("times", 1))]
    for click in clicks:
        click.start()
    for click in clicks:
        click.join()
    return LEDGER[f"result-{index}"]


def read_static(step):
    pause(seconds_in(step.get("after", "PT0S")))
    for _ in range(step.get("times", 1)):
        for kind, name in (("airport", step.get("airport")), ("hotel", step.get("hotelId"))):
            if name is not None:
                static(kind, name)
    return {"outcome": "done"}


def look_up_many(count):
    for number in range(count):
        back_office("GetBooking", {"ExternalReference": f"nightly check {number}"})
    return {"outcome": "done"}


def play():
    results = []
    for index, step in enumerate(TASK["steps"]):
        if step["do"] == "book" and step["product"] == "hotel":
            results.append(book(step, index))
        elif step["do"] == "cancel" and step["what"] == "trip":
            results.append(cancel(results[step["step"]]))
        elif step["do"] == "static":
            results.append(read_static(step))
        elif step["do"] == "lookups":
            results.append(look_up_many(step["count"]))
        else:
            return {"outcome": "error", "why": "this client only books hotels"}
    booked = [result for result in results if result["outcome"] != "done"]
    return (booked or results)[-1]


def main():
    if len(sys.argv) > 1:
        index = int(sys.argv[1])
        book_once(TASK["steps"][index], index)
        return
    try:
        result = play()
    except Exception as problem:
        result = unclear(problem)
    with open(ENV["RESULT"], "w", encoding="utf-8") as file:
        json.dump(result, file)


if __name__ == "__main__":
    main()
