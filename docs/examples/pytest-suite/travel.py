"""The booking client of a small travel agency. Hotels go through docs/adapters/client.py, and cars use its functions."""

import os
import sys
import tempfile
import uuid
from datetime import date, timedelta
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent.parent / "adapters"))
os.environ.setdefault("UNDERSTUDY_TASK", "{}")
os.environ.setdefault("UNDERSTUDY_STATE_DIR", tempfile.mkdtemp())
os.environ.setdefault("UNDERSTUDY_ATTEMPT", "1")

try:
    import client  # the adapter reads the variables when it is loaded
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("copy docs/adapters/client.py into the folder of travel.py") from error

CARD = {
    "ContractingParty": {
        "PersonName": "Ana Silva",
        "CPF": "11144477735",
        "Email": "ana@example.com",
        "PhoneDDD": "21",
        "PhoneNumber": "30000000",
        "Address": "Rua Um, 1",
        "CityName": "Rio de Janeiro",
        "CountryCode": "BR",
    },
    "CreditCard": {
        "Holder": "ANA SILVA",
        "CardNumber": "4111111111111111",
        "MonthExpiration": "12",
        "YearExpiration": "2029",
        "SecurityCode": "123",
        "NumberPayments": 1,
    },
}
ANA = {"Name": "Ana", "Surname": "Silva", "Age": 34, "MainPax": True}
RUI = {"Name": "Rui", "Surname": "Silva", "Age": 36}
DECLINES = {"onPriceChange": "decline", "onConditionsChange": "decline"}
PAY_LATER = {"restrictionType": "CanBook", "isPrePayment": False, "canPayLater": True}
PAY_NOW = {"restrictionType": "CanBook", "isPrePayment": False, "canPayLater": False}
PREPAID = {"restrictionType": "CanBook", "isPrePayment": True}


def in_days(days):
    return (date.today() + timedelta(days=days)).isoformat()


def hotel(rooms=({"adults": 2},), guests=(ANA, RUI), choose=PAY_LATER, instalments=None, days=30, nights=2):
    """Returns the step that books a hotel in Rio de Janeiro."""
    step = {
        "do": "book",
        "product": "hotel",
        "criteria": {
            "destination": "Rio de Janeiro",
            "checkinDate": in_days(days),
            "nights": nights,
            "rooms": list(rooms),
            "nationality": "BR",
        },
        "choose": choose,
        "guests": list(guests),
    }
    if instalments:
        step["payment"] = {**CARD, "CreditCard": {**CARD["CreditCard"], "NumberPayments": instalments}}
    return step


def cancel(step=0):
    return {"do": "cancel", "what": "trip", "step": step}


def book(*steps):
    """Plays steps, and returns the result of the last one. The customer agrees to no other price and no other conditions."""
    client.TASK = {"steps": list(steps), **DECLINES}
    client.KEPT.clear()
    try:
        return client.play()
    except client.Ended as ended:
        return ended.result


def look_up(booking_id):
    """Returns what the supplier says about a booking."""
    return client.detail(booking_id)


def book_car(airport="GIG", days=30, length=2, driver=ANA):
    """Books a car that is paid later. After a lost answer, looks the booking up and does not book again."""
    client.TASK = DECLINES

    def at(day, time):
        return {"LocationCode": airport, "LocationType": "Airport", "Date": in_days(day), "Time": time}

    criteria = {"Pickup": at(days, "18:30"), "Dropoff": at(days + length, "12:00")}
    found = client.post("RentACar.svc/Search", {"Criteria": criteria})
    cars = found.get("Cars", [])
    car = next((car for car in cars if all(car[name] == value for name, value in CAN_PAY_LATER.items())), None)
    if car is None:
        return {"outcome": "unavailable"}
    selection = {"Token": found["Token"], "CarId": car["CarId"]}
    conditions = client.post("RentACar.svc/GetBookingConditions", selection, repeatable=False)
    try:
        client.agree(car["PriceInformation"]["TotalPrice"], client.terms_of(car), conditions)
    except client.Ended as ended:
        return ended.result
    if conditions.get("RevalidateBookingConditions") == "RoomsFoundWithChanges":
        return {"outcome": "declined-by-user"}
    reference = f"car-{uuid.uuid4()}"
    body = {
        "Token": conditions["Token"],
        "BookingId": "0",
        "CarId": car["CarId"],
        "Paxs": [driver],
        "ExternalReference": reference,
    }
    try:
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        answer = client.readable(client.post("RentACar.svc/DoBooking", body, 45, False, headers))
    except client.Lost:
        answer = client.look_up(reference, [driver])
        if answer is None:
            return {"outcome": "ask-support"}
    if answer.get("Errors") and answer["bookingStatus"] == "CONFIRMED":
        answer = client.detail(answer["BookingId"])  # status and errors of the answer contradict each other
    return client.settle(client.follow_up(answer), conditions)


CAN_PAY_LATER = {"RestrictionType": "CanBook", "IsPrePayment": False, "CanPayLater": True}
