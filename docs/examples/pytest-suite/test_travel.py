"""The tests of travel.py. A stand-in plays the supplier:

    npx travel-understudy exec -- pytest -q docs/examples/pytest-suite
    npx travel-understudy explore --tests -- pytest -q docs/examples/pytest-suite
"""

import travel

CHILD = {"Name": "Eva", "Surname": "Silva", "Age": 7}


def test_books_a_hotel():
    assert travel.book(travel.hotel())["outcome"] == "confirmed"


def test_books_a_room_for_a_family():
    room = {"adults": 2, "childAges": [7]}
    booked = travel.book(travel.hotel(rooms=[room], guests=[travel.ANA, travel.RUI, CHILD]))
    assert booked["outcome"] == "confirmed"


def test_shows_the_price_and_the_policies():
    shown = travel.book(travel.hotel(nights=5))["shownToUser"]
    assert shown["total"]["Value"] > 0
    assert shown["cancellationPolicies"]


def test_books_a_car():
    assert travel.book_car()["outcome"] == "confirmed"


def test_books_a_car_for_a_week():
    booked = travel.book_car(length=7)
    assert booked["outcome"] == "confirmed"
    assert booked["bookingId"]


def test_books_a_hotel_and_a_car():
    booked = [travel.book(travel.hotel()), travel.book_car()]
    assert [one["outcome"] for one in booked] == ["confirmed", "confirmed"]


def test_pays_a_prepaid_hotel():
    booked = travel.book(travel.hotel(choose=travel.PREPAID, instalments=1))
    assert booked["outcome"] == "confirmed"


def test_pays_a_prepaid_hotel_in_three_instalments():
    booked = travel.book(travel.hotel(choose=travel.PREPAID, instalments=3))
    assert booked["outcome"] == "confirmed"


def test_pays_with_the_booking():
    booked = travel.book(travel.hotel(choose=travel.PAY_NOW, instalments=1))
    assert booked["outcome"] == "confirmed"


def test_cancels_a_hotel():
    assert travel.book(travel.hotel(), travel.cancel())["outcome"] == "cancelled"


def test_cancels_a_prepaid_hotel():
    prepaid = travel.hotel(choose=travel.PREPAID, instalments=1)
    assert travel.book(prepaid, travel.cancel())["outcome"] == "cancelled"


def test_cancels_a_hotel_and_books_another_one():
    booked = travel.book(travel.hotel(), travel.cancel(), travel.hotel(days=60))
    assert booked["outcome"] == "confirmed"
