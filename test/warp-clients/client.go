// A client with real waits, in Go with net/http. It plays the hotel tasks of `understudy run --clock warp`.
// Built with CGO_ENABLED=0, it is a static program that calls no C library.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

type object = map[string]any

// lost: the answer is missing or unreadable. The call may have taken effect.
var errLost = errors.New("no answer that can be read")

// refused: the server answered 400, 401 or 404.
var errRefused = errors.New("refused")

// ended ends the task with a result.
type ended struct{ result object }

func (e ended) Error() string { return fmt.Sprint(e.result["outcome"]) }

func end(outcome string, bookingID any) error {
	result := object{"outcome": outcome}
	if bookingID != nil {
		result["bookingId"] = bookingID
	}
	return ended{result}
}

func env(name string) string { return os.Getenv("UNDERSTUDY_" + name) }

var (
	task      object
	stateFile = filepath.Join(env("STATE_DIR"), "booking.json")
	thought   = map[string]bool{}
	keptData  = map[string]bool{}
	penalty   object
)

// The interval and the total time of polling for each undecided status, in minutes.
var polling = map[string][2]int{
	"TechnicalProblem": {5, 30}, "Pending": {10, 30}, "OnRequest": {10, 24 * 60},
	"PENDING": {10, 24 * 60}, "PendingCancellation": {5, 30},
}

var ends = map[string]string{
	"CONFIRMED": "confirmed", "Rejected": "rejected", "Expired": "expired", "FAILED": "failed", "Cancelled": "failed",
}

// The fields of JSON. A missing field has the zero value.
func text(o object, name string) string  { s, _ := o[name].(string); return s }
func number(o object, name string) int   { n, _ := o[name].(float64); return int(n) }
func inner(o object, name string) object { m, _ := o[name].(object); return m }
func truth(o object, name string) bool   { b, _ := o[name].(bool); return b }
func values(o object, name string) []any { l, _ := o[name].([]any); return l }
func objects(o object, name string) (all []object) {
	for _, one := range values(o, name) {
		all = append(all, one.(object))
	}
	return all
}

var durationPart = regexp.MustCompile(`(\d+)([DHMS])`)

func durationOf(iso string) (total time.Duration) {
	units := map[string]time.Duration{"D": 24 * time.Hour, "H": time.Hour, "M": time.Minute, "S": time.Second}
	for _, part := range durationPart.FindAllStringSubmatch(iso, -1) {
		count, _ := strconv.Atoi(part[1])
		total += time.Duration(count) * units[part[2]]
	}
	return total
}

func uuid() string {
	b := make([]byte, 16)
	rand.Read(b)
	b[6], b[8] = b[6]&15|64, b[8]&63|128
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// retryAfter returns the time to wait. Retry-After holds seconds, or a date by the server's clock.
func retryAfter(headers http.Header) time.Duration {
	given := headers.Get("Retry-After")
	if seconds, err := strconv.Atoi(given); err == nil {
		return time.Duration(seconds) * time.Second
	}
	until, err := http.ParseTime(given)
	at, err2 := http.ParseTime(headers.Get("Date"))
	if err != nil || err2 != nil {
		return time.Second
	}
	return until.Sub(at) + time.Second
}

type request struct {
	method, url string
	body        []byte
	headers     map[string]string
	timeout     time.Duration
	repeatable  bool
}

func send(asked request) (*http.Response, []byte, error) {
	made, err := http.NewRequest(asked.method, asked.url, bytes.NewReader(asked.body))
	if err != nil {
		return nil, nil, err
	}
	made.Header.Set("Content-Type", "application/json")
	for name, value := range asked.headers {
		made.Header.Set(name, value)
	}
	if !asked.repeatable {
		made.GetBody = nil // net/http itself must not send it twice
	}
	// After a redirect, net/http would send a booking again as a GET to another address.
	client := http.Client{Timeout: asked.timeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(made)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	return answer, read, err
}

// attempt makes a call, up to five times if it is repeatable. Stops after three 5xx in a row. Always retries after a 429.
func attempt(asked request, into any) error {
	for failures, attempts := 0, 0; ; {
		answer, read, err := send(asked)
		if err == nil && answer.StatusCode == 429 {
			time.Sleep(retryAfter(answer.Header))
			continue
		}
		if err == nil && answer.StatusCode >= 400 && answer.StatusCode < 500 {
			return fmt.Errorf("%w with %d: %s", errRefused, answer.StatusCode, read)
		}
		if err == nil && answer.StatusCode < 300 {
			if json.Unmarshal(bytes.TrimPrefix(read, []byte("\xef\xbb\xbf")), into) == nil {
				return nil
			}
		}
		if err == nil && answer.StatusCode >= 500 {
			failures++
		}
		attempts++
		if !asked.repeatable || failures >= 3 || attempts >= 5 {
			return errLost
		}
		time.Sleep(250 * time.Millisecond << (attempts - 1))
	}
}

func post(path string, body object) (object, error) {
	return postOnce(path, body, 15*time.Second, true)
}

func postOnce(path string, body object, timeout time.Duration, repeatable bool) (answer object, err error) {
	body["Credential"] = object{"Username": env("USERNAME"), "Password": env("PASSWORD")}
	sent, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	headers := map[string]string{}
	if strings.HasSuffix(path, "DoBooking") {
		headers["Idempotency-Key"] = uuid()
	}
	err = attempt(request{"POST", env("BASE_URL") + "/API/REST/" + path, sent, headers, timeout, repeatable}, &answer)
	return answer, err
}

func mapping(kind, name, query string, into any) error {
	address := fmt.Sprintf("%s/new/api/v1/mapping/%s/%s/token/%s?managerId=%s%s",
		env("COMMONS_URL"), kind, url.PathEscape(name), env("STATIC_TOKEN"), env("MANAGER_ID"), query)
	return attempt(request{"GET", address, nil, nil, 15 * time.Second, true}, into)
}

func search(step object) (object, time.Time, error) {
	wanted := inner(step, "criteria")
	var places []object
	if err := mapping("autocomplete", text(wanted, "destination"), "&product=hotel", &places); err != nil {
		return nil, time.Time{}, err
	}
	place := places[0]
	for _, one := range places {
		if one["name"] == wanted["destination"] {
			place = one
			break
		}
	}
	var rooms []object
	for _, room := range objects(wanted, "rooms") {
		asked := object{"NumAdults": room["adults"]}
		if len(values(room, "childAges")) > 0 {
			asked["ChildAges"] = room["childAges"]
		}
		rooms = append(rooms, asked)
	}
	checkin, err := time.Parse("2006-01-02", text(wanted, "checkinDate"))
	if err != nil {
		return nil, time.Time{}, err
	}
	criteria := object{
		"DestinationId": place["destinationId"], "CheckinDate": wanted["checkinDate"],
		"CheckoutDate": checkin.AddDate(0, 0, number(wanted, "nights")).Format("2006-01-02"),
		"SearchRooms":  rooms, "Nationality": wanted["nationality"],
	}
	if currency := text(wanted, "currency"); currency != "" {
		criteria["Currency"] = currency
	}
	if truth(wanted, "onRequestRooms") {
		criteria["ReturnOnRequestRooms"] = true
	}
	found, err := post("Hotel.svc/Search", object{"Criteria": criteria})
	return found, time.Now(), err
}

func sortedAges(o object, name string) []int {
	ages := []int{}
	for _, age := range values(o, name) {
		ages = append(ages, int(age.(float64)))
	}
	sort.Ints(ages)
	return ages
}

func isFitting(room, people, wanted object) bool {
	flags := map[string]string{"restrictionType": "RestrictionType", "isPrePayment": "IsPrePayment", "canPayLater": "CanPayLater"}
	for name, field := range flags {
		if value, given := wanted[name]; given && value != room[field] {
			return false
		}
	}
	return room["NumAdults"] == people["adults"] && reflect.DeepEqual(sortedAges(room, "ChildAges"), sortedAges(people, "childAges"))
}

// choose returns the first hotel that has a fitting room for each requested room.
func choose(step, found object) (object, []object, error) {
	wanted := inner(step, "choose")
	for _, hotel := range objects(found, "Hotels") {
		if name, given := wanted["name"]; given && name != hotel["Name"] {
			continue
		}
		var rooms []object
		asked := objects(inner(step, "criteria"), "rooms")
		for _, people := range asked {
			for _, room := range objects(hotel, "Rooms") {
				if isFitting(room, people, wanted) {
					rooms = append(rooms, room)
					break
				}
			}
		}
		if len(rooms) == len(asked) {
			return hotel, rooms, nil
		}
	}
	return nil, nil, end("unavailable", nil)
}

// conditionsOf reads conditions with the Token, then with the ReToken. Returns nil when a new Search is necessary.
func conditionsOf(selection, found object, searchedAt time.Time, isFresh bool) (object, error) {
	ask := func(token string) (object, error) {
		body := object{token: found[token], "HotelId": selection["HotelId"], "RoomIds": selection["RoomIds"]}
		return postOnce("Hotel.svc/GetBookingConditions", body, 15*time.Second, false)
	}
	if isFresh && time.Since(searchedAt) <= 30*time.Minute {
		// After a lost answer, the Token may be used up.
		if answer, err := ask("Token"); !errors.Is(err, errLost) {
			return answer, err
		}
	}
	if time.Since(searchedAt) > 25*time.Hour {
		return nil, nil
	}
	answer, err := ask("ReToken")
	if errors.Is(err, errLost) {
		return ask("ReToken")
	}
	return answer, err
}

func termsOf(offer object) [2][]any {
	return [2][]any{append([]any{}, values(offer, "PropertyTaxes")...), append([]any{}, values(offer, "CancellationPolicies")...)}
}

// agree ends the task if the user declines the new price or conditions.
func agree(before object, terms *[2][]any, conditions object) error {
	revalidated := text(conditions, "RevalidateBookingConditions")
	if len(values(conditions, "Errors")) > 0 || revalidated == "RoomsNotFound" {
		return end("unavailable", nil)
	}
	isOther := !reflect.DeepEqual(before, inner(conditions, "TotalSellingPrice"))
	// The penalties change together with the price, so the terms are compared only at the same price.
	isChanged := !isOther && terms != nil && !reflect.DeepEqual(*terms, termsOf(conditions))
	if isOther && task["onPriceChange"] == "decline" {
		return end("declined-by-user", nil)
	}
	if (isChanged || revalidated == "RoomsFoundWithChanges") && task["onConditionsChange"] == "decline" {
		return end("declined-by-user", nil)
	}
	return nil
}

func think(when string) {
	if duration := text(inner(task, "waits"), when); duration != "" && !thought[when] {
		thought[when] = true
		time.Sleep(durationOf(duration))
	}
}

// prepare searches and reads conditions until the user has agreed to conditions that are still fresh.
func prepare(step object) (selection, conditions object, err error) {
	found, searchedAt, err := search(step)
	if err != nil {
		return nil, nil, err
	}
	hotel, rooms, err := choose(step, found)
	if err != nil {
		return nil, nil, err
	}
	var ids []any
	sum := 0.0
	for _, room := range rooms {
		ids = append(ids, room["Id"])
		sum += inner(room, "TotalSellingPrice")["Value"].(float64)
	}
	selection = object{"HotelId": hotel["HotelId"], "RoomIds": ids}
	price := object{"Value": math.Round(sum*100) / 100, "Currency": inner(rooms[0], "TotalSellingPrice")["Currency"]}
	var terms *[2][]any // the conditions of several rooms contain sums
	if len(rooms) == 1 {
		own := termsOf(rooms[0])
		terms = &own
	}
	think("afterSearch")
	for isFresh := true; ; isFresh = false {
		conditions, err = conditionsOf(selection, found, searchedAt, isFresh)
		if err != nil {
			return nil, nil, err
		}
		if conditions == nil {
			return prepare(step)
		}
		at := time.Now()
		if err = agree(price, terms, conditions); err != nil {
			return nil, nil, err
		}
		shown := termsOf(conditions)
		price, terms = inner(conditions, "TotalSellingPrice"), &shown
		think("afterConditions")
		if time.Since(at) < 5*time.Minute-10*time.Second {
			return selection, conditions, nil
		}
	}
}

// guestsOf returns the guests of each room: adults in their order, children by their age.
func guestsOf(step object) (rooms [][]object) {
	left := objects(step, "guests")
	take := func(fits func(age int) bool) (taken object) {
		for index, guest := range left {
			if fits(number(guest, "Age")) {
				left = append(append([]object{}, left[:index]...), left[index+1:]...)
				return guest
			}
		}
		return nil
	}
	for _, room := range objects(inner(step, "criteria"), "rooms") {
		var guests []object
		for adult := 0; adult < number(room, "adults"); adult++ {
			guests = append(guests, take(func(age int) bool { return age >= 18 }))
		}
		for _, wanted := range values(room, "childAges") {
			guests = append(guests, take(func(age int) bool { return age == int(wanted.(float64)) }))
		}
		rooms = append(rooms, guests)
	}
	return rooms
}

// isOwn returns whether a found booking has a guest of the task. Another program can use the same reference for another guest.
func isOwn(booking object, guests []object) bool {
	hasNames := false
	for _, service := range objects(booking, "Services") {
		for _, pax := range objects(service, "Paxs") {
			hasNames = true
			for _, guest := range guests {
				if strings.EqualFold(text(pax, "Surname"), text(guest, "Surname")) {
					return true
				}
			}
		}
	}
	return !hasNames
}

// lookEvery5Minutes looks at once, and then every 5 minutes for 30 minutes.
func lookEvery5Minutes(look func() object) object {
	for looks := 0; looks < 7; looks++ {
		if looks > 0 {
			time.Sleep(5 * time.Minute)
		}
		if found := look(); found != nil {
			return found
		}
	}
	return nil
}

// lookUp looks up a booking whose answer was lost. DoBooking is not idempotent.
func lookUp(reference string, guests []object) object {
	return lookEvery5Minutes(func() object {
		answer, err := post("ClientBackOffice.svc/GetBooking", object{"ExternalReference": reference})
		if booking := inner(answer, "Booking"); err == nil && booking != nil && isOwn(booking, guests) {
			return booking
		}
		return nil
	})
}

func detail(id any) (object, error) {
	answer, err := post("ClientBackOffice.svc/GetBookingDetail", object{"BookingId": id})
	if err != nil {
		return nil, err
	}
	return readable(inner(answer, "Booking"))
}

// readable returns a booking that has an id and its status. An answer without them counts as lost.
func readable(booking object) (object, error) {
	for _, name := range []string{"BookingId", "bookingStatus", "Status"} {
		if _, isText := booking[name].(string); !isText {
			return nil, errLost
		}
	}
	return booking, nil
}

func paymentOf(step, conditions object) object {
	card := inner(step, "payment")
	for _, condition := range objects(conditions, "PaymentConditions") {
		if card != nil && condition["Installments"] == inner(card, "CreditCard")["NumberPayments"] {
			return object{"PaymentConditionId": condition["PaymentConditionId"], "PaymentRequestCC1": card}
		}
	}
	return nil
}

func book(step object, isAgain bool) (object, error) {
	selection, conditions, err := prepare(step)
	if err != nil {
		return nil, err
	}
	reference := "go-" + uuid()
	// Write the reference before the call, so that a restarted client can look the booking up.
	if err = os.WriteFile(stateFile, []byte(reference), 0o600); err != nil {
		return nil, err
	}
	payment := paymentOf(step, conditions)
	var rooms []object
	for index, guests := range guestsOf(step) {
		rooms = append(rooms, object{"RoomId": selection["RoomIds"].([]any)[index], "Paxs": guests})
	}
	body := object{"Token": conditions["Token"], "BookingId": "0", "HotelId": selection["HotelId"], "Rooms": rooms, "ExternalReference": reference}
	if payment != nil && !truth(conditions, "CanPayLater") {
		body["Payment"] = payment
	}
	booking, err := postOnce("Hotel.svc/DoBooking", body, 45*time.Second, false)
	if err == nil {
		booking, err = readable(booking)
	}
	if errors.Is(err, errLost) {
		booking = lookUp(reference, objects(step, "guests"))
		if booking == nil && !isAgain {
			return book(step, true)
		}
		if booking == nil {
			return nil, end("ask-support", nil)
		}
	} else if err != nil {
		return nil, end("error", nil) // there is no booking
	}
	if len(values(booking, "Errors")) > 0 && text(booking, "bookingStatus") == "CONFIRMED" {
		if booking, err = detail(booking["BookingId"]); err != nil { // status and errors of the answer contradict each other
			return nil, err
		}
	}
	if truth(conditions, "IsPrePayment") && text(booking, "Status") == "AGUARDANDO PAGAMENTO" {
		if booking, err = pay(booking["BookingId"], payment, false); err != nil {
			return nil, err
		}
	}
	penalty = penaltyOf(conditions)
	result := settle(followUp(booking))
	result["shownToUser"] = shown(conditions)
	return result, nil
}

// shown returns what the user saw before agreeing. Taxes stay apart, because their currency may differ from the price.
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

// penaltyOf returns the penalty of a cancellation on the day of the conditions.
func penaltyOf(conditions object) object {
	today := text(conditions, "TimeSpan")[:10]
	for _, policy := range objects(conditions, "CancellationPolicies") {
		if text(policy, "StartDate") <= today && today <= text(policy, "EndDate") {
			return object{"Value": policy["Value"], "Currency": policy["Currency"]}
		}
	}
	return object{"Value": 0, "Currency": inner(conditions, "TotalSellingPrice")["Currency"]}
}

// pay pays once. After a lost answer, it pays again only if the booking shows no charge for 30 minutes.
func pay(id any, payment object, isAgain bool) (object, error) {
	body := object{"BookingId": id, "PaymentConditionId": payment["PaymentConditionId"], "PaymentRequestCC1": payment["PaymentRequestCC1"]}
	paid, err := postOnce("Payment.svc/payBooking", body, 15*time.Second, false)
	if errors.Is(err, errLost) {
		paid = lookEvery5Minutes(func() object {
			booking, err := detail(id)
			payments := objects(booking, "Payments")
			if err != nil || len(payments) == 0 {
				return nil
			}
			return payments[len(payments)-1]
		})
		if paid == nil && !isAgain {
			return pay(id, payment, true)
		}
		if paid == nil {
			return nil, end("ask-support", id)
		}
	} else if err != nil {
		return nil, err
	}
	switch text(paid, "PaymentStatus") {
	case "Declined":
		return nil, end("payment-declined", id)
	case "Pending":
		time.Sleep(10 * time.Minute)
	}
	return detail(id)
}

// followUp polls a booking until the booking is decided or its polling time is over.
func followUp(booking object) object {
	isOnRequest := text(booking, "bookingStatus") == "OnRequest"
	for waited := 0; ; {
		status := text(booking, "bookingStatus")
		plan, isOpen := polling[status]
		state := text(booking, "Status")
		if !isOpen || state == "SOLICITACAO DE RESERVA" || state == "AGUARDANDO PAGAMENTO" {
			return booking
		}
		for _, one := range objects(booking, "Errors") {
			if text(one, "Code") == "CancellationNotForwarded" {
				return booking
			}
		}
		interval, window := plan[0], plan[1]
		if status == "PENDING" && !isOnRequest {
			window = 30
		}
		if waited+interval > window {
			return booking
		}
		time.Sleep(time.Duration(interval) * time.Minute)
		waited += interval
		if found, err := detail(booking["BookingId"]); err == nil {
			booking = found
		}
	}
}

func settle(booking object) object {
	outcome, isKnown := ends[text(booking, "bookingStatus")]
	if !isKnown {
		outcome = "ask-support"
	}
	return object{"outcome": outcome, "bookingId": booking["BookingId"]}
}

func cancel(booked object) (object, error) {
	if booked["outcome"] != "confirmed" {
		return booked, nil
	}
	send := func() (object, error) {
		return postOnce("ClientBackOffice.svc/CancelBooking", object{"BookingId": booked["bookingId"]}, 15*time.Second, false)
	}
	answer, err := send()
	if errors.Is(err, errLost) {
		answer, err = detail(booked["bookingId"])
		if err == nil && text(answer, "bookingStatus") == "CONFIRMED" {
			answer, err = send()
		}
	}
	if err != nil {
		return nil, err
	}
	result := object{"outcome": "ask-support", "bookingId": booked["bookingId"], "shownToUser": booked["shownToUser"]}
	if text(followUp(answer), "bookingStatus") == "Cancelled" {
		result["outcome"] = "cancelled"
	}
	if seen := inner(booked, "shownToUser"); seen != nil {
		seen["penalty"] = penalty // the user sees the penalty before the cancellation
	}
	return result, nil
}

func readStatic(step object) (object, error) {
	if after := text(step, "after"); after != "" {
		time.Sleep(durationOf(after))
	}
	for kind, field := range map[string]string{"airport": "airport", "hotel": "hotelId"} {
		name, given := step[field]
		key := fmt.Sprint(kind, " ", name)
		if !given || keptData[key] {
			continue
		}
		keptData[key] = true
		var data any
		if number, is := name.(float64); is {
			name = strconv.FormatFloat(number, 'f', -1, 64)
		}
		// A booking is possible without this static data.
		if err := mapping(kind, fmt.Sprint(name), "", &data); err != nil && !errors.Is(err, errRefused) {
			return nil, err
		}
	}
	return object{"outcome": "done"}, nil
}

// lookUps sends the requested number of look-ups, at most 120 per minute.
func lookUps(count int) (object, error) {
	var sent []time.Time
	for index := 0; index < count; index++ {
		if index >= 120 {
			time.Sleep(61*time.Second - time.Since(sent[index-120]))
		}
		sent = append(sent, time.Now())
		if _, err := post("ClientBackOffice.svc/GetBooking", object{"ExternalReference": fmt.Sprint("look-up ", index)}); err != nil {
			return nil, err
		}
	}
	return object{"outcome": "done"}, nil
}

func isSupported(step object) bool {
	switch text(step, "do") {
	case "book":
		_, isAttached := step["attachTo"]
		return text(step, "product") == "hotel" && !isAttached
	case "cancel":
		return text(step, "what") == "trip"
	}
	return text(step, "do") == "static" || text(step, "do") == "lookups"
}

// resume finishes a booking that an earlier process of this client began.
func resume() object {
	reference, err := os.ReadFile(stateFile)
	if env("ATTEMPT") == "1" || err != nil {
		return nil
	}
	var guests []object
	for _, step := range objects(task, "steps") {
		guests = append(guests, objects(step, "guests")...)
	}
	if booking := lookUp(string(reference), guests); booking != nil {
		return settle(followUp(booking))
	}
	return nil
}

func play() (object, error) {
	steps := objects(task, "steps")
	for _, step := range steps {
		if !isSupported(step) {
			return nil, end("unsupported", nil)
		}
	}
	if begun := resume(); begun != nil {
		return begun, nil
	}
	var results []object
	last := object{"outcome": "done"}
	for _, step := range steps {
		var result object
		var err error
		switch text(step, "do") {
		case "book":
			result, err = book(step, false)
		case "cancel":
			result, err = cancel(results[number(step, "step")])
		case "static":
			result, err = readStatic(step)
		default:
			result, err = lookUps(number(step, "count"))
		}
		if err != nil {
			return nil, err
		}
		results = append(results, result)
		if result["outcome"] != "done" {
			last = result
		}
	}
	return last, nil
}

func main() {
	if err := json.Unmarshal([]byte(env("TASK")), &task); err != nil {
		panic(err)
	}
	result, err := play()
	var over ended
	if errors.As(err, &over) {
		result = over.result
	} else if err != nil {
		result = object{"outcome": "error", "why": err.Error()}
		if reference, missing := os.ReadFile(stateFile); missing == nil { // there was an attempt to book, so a booking can stand
			result = object{"outcome": "ask-support", "why": err.Error() + "; the reference is " + string(reference)}
		}
	}
	written, err := json.Marshal(result)
	if err != nil {
		panic(err)
	}
	if err := os.WriteFile(env("RESULT"), written, 0o600); err != nil {
		panic(err)
	}
}
