// A client with real waits, in Go with net/http. It plays the tasks of `understudy run --clock warp` that book one hotel room.
// Built with CGO_ENABLED=0, it is a static program that calls no C library.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

type object = map[string]any

func env(name string) string { return os.Getenv("UNDERSTUDY_" + name) }

// The interval and the total time of polling for each undecided status, in minutes.
var polling = map[string][2]int{
	"TechnicalProblem": {5, 30}, "Pending": {10, 30}, "PENDING": {10, 24 * 60}, "OnRequest": {10, 24 * 60},
}

var ends = map[string]string{"CONFIRMED": "confirmed", "Rejected": "rejected", "Expired": "expired", "FAILED": "failed"}

var flags = map[string]string{"restrictionType": "RestrictionType", "isPrePayment": "IsPrePayment", "canPayLater": "CanPayLater"}

// The fields of JSON. A missing field has the zero value.
func text(o object, name string) string  { s, _ := o[name].(string); return s }
func inner(o object, name string) object { m, _ := o[name].(object); return m }
func objects(o object, name string) (all []object) {
	values, _ := o[name].([]any)
	for _, one := range values {
		all = append(all, one.(object))
	}
	return all
}

// check ends the program, and then the run counts as failed.
func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func uuid() string {
	b := make([]byte, 16)
	rand.Read(b)
	b[6], b[8] = b[6]&15|64, b[8]&63|128
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// send sends a request once. It returns false if there is no answer, or if the server failed.
func send(method, address string, body []byte, timeout time.Duration, into any) bool {
	request, err := http.NewRequest(method, address, bytes.NewReader(body))
	check(err)
	request.Header.Set("Content-Type", "application/json")
	if strings.HasSuffix(address, "DoBooking") {
		request.Header.Set("Idempotency-Key", uuid())
		request.GetBody = nil // net/http itself must not send it twice
	}
	client := http.Client{Timeout: timeout}
	answer, err := client.Do(request)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode >= 400 && answer.StatusCode < 500 {
		check(fmt.Errorf("%d: %s", answer.StatusCode, read))
	}
	return err == nil && answer.StatusCode < 300 && json.Unmarshal(read, into) == nil
}

// repeatedly sends a request with a longer pause before each repetition.
func repeatedly(method, address string, body []byte, timeout time.Duration, attempts int, into any) {
	for attempt := 0; attempt < attempts; attempt++ {
		if attempt > 0 {
			time.Sleep(250 * time.Millisecond << (attempt - 1))
		}
		if send(method, address, body, timeout, into) {
			return
		}
	}
	check(fmt.Errorf("no answer from %s", address))
}

func post(path string, body object, timeout time.Duration, attempts int) (answer object) {
	body["Credential"] = object{"Username": env("USERNAME"), "Password": env("PASSWORD")}
	sent, err := json.Marshal(body)
	check(err)
	repeatedly("POST", env("BASE_URL")+"/API/REST/"+path, sent, timeout, attempts, &answer)
	return answer
}

func search(wanted object) object {
	var places []object
	address := fmt.Sprintf("%s/new/api/v1/mapping/autocomplete/%s/token/%s?managerId=%s&product=hotel",
		env("COMMONS_URL"), url.PathEscape(text(wanted, "destination")), env("STATIC_TOKEN"), env("MANAGER_ID"))
	repeatedly("GET", address, nil, 15*time.Second, 5, &places)
	criteria := object{
		"CheckinDate": wanted["checkinDate"], "Nationality": wanted["nationality"],
		"ReturnOnRequestRooms": wanted["onRequestRooms"] == true,
	}
	for _, place := range places {
		if place["name"] == wanted["destination"] {
			criteria["DestinationId"] = place["destinationId"]
		}
	}
	checkin, err := time.Parse("2006-01-02", text(wanted, "checkinDate"))
	check(err)
	criteria["CheckoutDate"] = checkin.AddDate(0, 0, int(wanted["nights"].(float64))).Format("2006-01-02")
	var rooms []object
	for _, room := range objects(wanted, "rooms") {
		rooms = append(rooms, object{"NumAdults": room["adults"], "ChildAges": room["childAges"]})
	}
	criteria["SearchRooms"] = rooms
	return post("Hotel.svc/Search", object{"Criteria": criteria}, 15*time.Second, 5)
}

func isFitting(room, wanted object) bool {
	for name, field := range flags {
		if value, given := wanted[name]; given && value != room[field] {
			return false
		}
	}
	return true
}

// choose returns the ids of the hotel and of the first room that fits the task.
func choose(found, wanted object) (hotelID, roomID any) {
	for _, hotel := range objects(found, "Hotels") {
		for _, room := range objects(hotel, "Rooms") {
			if isFitting(room, wanted) {
				return hotel["HotelId"], room["Id"]
			}
		}
	}
	check(fmt.Errorf("no room fits"))
	return nil, nil
}

// followUp polls a booking until the booking is decided or its polling time is over.
func followUp(booking object) object {
	wasOnRequest := text(booking, "bookingStatus") == "OnRequest"
	for waited := 0; ; {
		limits, isOpen := polling[text(booking, "bookingStatus")]
		waited += limits[0]
		if !isOpen || waited > limits[1] || waited > 30 && !wasOnRequest {
			return booking
		}
		time.Sleep(time.Duration(limits[0]) * time.Minute)
		detail := object{"BookingId": booking["BookingId"]}
		booking = inner(post("ClientBackOffice.svc/GetBookingDetail", detail, 15*time.Second, 5), "Booking")
	}
}

// shown returns what the user saw before agreeing.
func shown(conditions object) object {
	taxes := []object{}
	for _, tax := range objects(conditions, "PropertyTaxes") {
		taxes = append(taxes, object{"name": tax["Name"], "amount": object{"Value": tax["Amount"], "Currency": tax["Currency"]}})
	}
	return object{
		"total": conditions["TotalSellingPrice"], "taxes": taxes, "moreInformation": conditions["MoreInformation"],
		"cancellationPolicies": conditions["CancellationPolicies"], "pricingInfo": conditions["PricingInfo"],
	}
}

func main() {
	var task object
	check(json.Unmarshal([]byte(env("TASK")), &task))
	step := objects(task, "steps")[0]
	found := search(inner(step, "criteria"))
	hotelID, roomID := choose(found, inner(step, "choose"))
	selection := object{"Token": found["Token"], "HotelId": hotelID, "RoomIds": []any{roomID}}
	conditions := post("Hotel.svc/GetBookingConditions", selection, 15*time.Second, 1)
	booking := followUp(post("Hotel.svc/DoBooking", object{
		"Token": conditions["Token"], "BookingId": "0", "HotelId": hotelID,
		"Rooms":             []object{{"RoomId": roomID, "Paxs": step["guests"]}},
		"ExternalReference": "go-" + uuid(),
	}, 45*time.Second, 1))
	outcome, isDecided := ends[text(booking, "bookingStatus")]
	if !isDecided {
		outcome = "ask-support"
	}
	result, err := json.Marshal(object{"outcome": outcome, "bookingId": booking["BookingId"], "shownToUser": shown(conditions)})
	check(err)
	check(os.WriteFile(env("RESULT"), result, 0o644))
}
