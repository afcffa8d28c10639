// A client with real waits, in Java with java.net.http. It plays the hotel tasks of `understudy run --clock warp`.

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.HashSet;
import java.util.UUID;
import java.util.function.IntPredicate;

public class Client {
  static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  static final Map<String, Object> TASK = map(new Json(env("TASK")).value());
  static final Path STATE = Path.of(env("STATE_DIR"), "reference");
  static final Set<String> THOUGHT = new HashSet<>();
  static final Set<String> KEPT = new HashSet<>();
  static final long MINUTE = 60_000;
  /** The interval and the total time of polling for each undecided status, in minutes. */
  static final Map<String, int[]> POLLING =
      Map.of(
          "TechnicalProblem", new int[] {5, 30},
          "Pending", new int[] {10, 30},
          "OnRequest", new int[] {10, 24 * 60},
          "PENDING", new int[] {10, 24 * 60},
          "PendingCancellation", new int[] {5, 30});

  static final Map<String, String> ENDS =
      Map.of("CONFIRMED", "confirmed", "Rejected", "rejected", "Expired", "expired", "FAILED", "failed", "Cancelled", "failed");
  static Map<String, Object> penalty;

  /** Thrown when the answer is missing or unreadable. The call may have taken effect. */
  static class Lost extends Exception {}

  /** Thrown when the server answered 400, 401 or 404. */
  static class Refused extends Exception {}

  /** Ends the task with a result. */
  static class Ended extends Exception {
    final Map<String, Object> result;

    Ended(String outcome, Object... more) {
      result = object("outcome", outcome);
      result.putAll(object(more));
    }
  }

  /** A call that can be made again. */
  interface Call<T> {
    T make() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, Object> result;
    try {
      result = play();
    } catch (Ended ended) {
      result = ended.result;
    } catch (Lost | Refused | RuntimeException error) {
      result = object("outcome", "error", "why", error.toString());
      if (Files.exists(STATE)) // there was an attempt to book, so a booking can stand
        result = object("outcome", "ask-support", "why", error + "; the reference is " + Files.readString(STATE));
    }
    Files.writeString(Path.of(env("RESULT")), Json.write(result));
  }

  static long now() {
    return System.nanoTime() / 1_000_000;
  }

  static long ms(String duration) {
    int days = duration.indexOf('T') < 0 ? duration.length() : duration.indexOf('T');
    String date = duration.substring(0, days);
    String time = duration.substring(days);
    long whole = date.equals("P") ? 0 : Duration.ofDays(Long.parseLong(date.replaceAll("\\D", ""))).toMillis();
    return whole + (time.isEmpty() ? 0 : Duration.parse("P" + time).toMillis());
  }

  // ---- calls ----

  static Map<String, Object> post(String path, Map<String, Object> body) throws Exception {
    return post(path, body, 15, true);
  }

  static Map<String, Object> post(String path, Map<String, Object> body, int seconds, boolean repeatable) throws Exception {
    Map<String, Object> all = object("Credential", object("Username", env("USERNAME"), "Password", env("PASSWORD")));
    all.putAll(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(env("BASE_URL") + "/API/REST/" + path))
            .timeout(Duration.ofSeconds(seconds))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(Json.write(all)));
    if (path.endsWith("DoBooking")) request.header("Idempotency-Key", UUID.randomUUID().toString());
    return map(attempt(request.build(), repeatable));
  }

  static Object mapping(String kind, String name, String query) throws Exception {
    String place = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20") + "/token/" + env("STATIC_TOKEN");
    String url = env("COMMONS_URL") + "/new/api/v1/mapping/" + kind + "/" + place + "?managerId=" + env("MANAGER_ID") + query;
    return attempt(HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(15)).build(), true);
  }

  /** Makes a call, up to five times if it is repeatable. Stops after three 5xx in a row. Always retries after a 429. */
  static Object attempt(HttpRequest request, boolean repeatable) throws Exception {
    int failures = 0;
    int attempts = 0;
    while (true) {
      // The time-out of the request ends with the headers, so a second one limits the whole exchange.
      var sent = HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString());
      try {
        HttpResponse<String> answer = sent.get(request.timeout().orElseThrow().toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS);
        int status = answer.statusCode();
        if (status == 429) {
          Thread.sleep(retryAfter(answer));
          continue;
        }
        if (status >= 400 && status < 500) throw new Refused();
        if (status < 300) return new Json(answer.body().replaceFirst("^\uFEFF", "")).value();
        failures += 1;
      } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException | RuntimeException error) {
        sent.cancel(true); // the answer is lost, and the connection must not stay open beside the next attempt
      }
      attempts += 1;
      if (!repeatable || failures >= 3 || attempts >= 5) throw new Lost();
      Thread.sleep(250L << (attempts - 1));
    }
  }

  /** Returns the time to wait. Retry-After holds seconds, or a date by the server's clock. */
  static long retryAfter(HttpResponse<String> answer) {
    String given = answer.headers().firstValue("retry-after").orElse("1");
    if (given.matches("\\d+")) return Long.parseLong(given) * 1000;
    DateTimeFormatter format = DateTimeFormatter.RFC_1123_DATE_TIME;
    ZonedDateTime at = ZonedDateTime.parse(answer.headers().firstValue("date").orElseThrow(), format);
    return Duration.between(at, ZonedDateTime.parse(given, format)).toMillis() + 1000;
  }

  // ---- Search, conditions and consent ----

  static Map<String, Object> search(Map<String, Object> step) throws Exception {
    Map<String, Object> wanted = map(step.get("criteria"));
    List<Object> places = list(mapping("autocomplete", (String) wanted.get("destination"), "&product=hotel"));
    Object place =
        places.stream().filter(one -> wanted.get("destination").equals(map(one).get("name"))).findFirst().orElse(places.get(0));
    List<Object> rooms = new ArrayList<>();
    for (Object room : list(wanted.get("rooms"))) {
      Map<String, Object> asked = object("NumAdults", map(room).get("adults"));
      if (!list(map(room).get("childAges")).isEmpty()) asked.put("ChildAges", map(room).get("childAges"));
      rooms.add(asked);
    }
    LocalDate checkin = LocalDate.parse((String) wanted.get("checkinDate"));
    Map<String, Object> criteria = object("DestinationId", map(place).get("destinationId"), "CheckinDate", checkin.toString());
    criteria.put("CheckoutDate", checkin.plusDays((Long) wanted.get("nights")).toString());
    criteria.put("SearchRooms", rooms);
    criteria.put("Nationality", wanted.get("nationality"));
    if (wanted.containsKey("currency")) criteria.put("Currency", wanted.get("currency"));
    if (Boolean.TRUE.equals(wanted.get("onRequestRooms"))) criteria.put("ReturnOnRequestRooms", true);
    Map<String, Object> found = post("Hotel.svc/Search", object("Criteria", criteria));
    found.put("at", now());
    return found;
  }

  static List<Long> sorted(Object ages) {
    return list(ages).stream().map(age -> (Long) age).sorted().toList();
  }

  static boolean isFitting(Map<String, Object> room, Map<String, Object> people, Map<String, Object> wanted) {
    Map<String, String> flags =
        Map.of("restrictionType", "RestrictionType", "isPrePayment", "IsPrePayment", "canPayLater", "CanPayLater");
    return flags.entrySet().stream().allMatch(flag -> !wanted.containsKey(flag.getKey()) || wanted.get(flag.getKey()).equals(room.get(flag.getValue())))
        && room.get("NumAdults").equals(people.get("adults"))
        && sorted(room.get("ChildAges")).equals(sorted(people.get("childAges")));
  }

  /** Returns the fitting room for each requested room, all of the first hotel that has them. Each room has the id of the hotel. */
  static List<Map<String, Object>> choose(Map<String, Object> step, Map<String, Object> found) throws Ended {
    Map<String, Object> wanted = map(step.getOrDefault("choose", object()));
    List<Object> asked = list(map(step.get("criteria")).get("rooms"));
    for (Object hotel : list(found.get("Hotels"))) {
      if (wanted.containsKey("name") && !wanted.get("name").equals(map(hotel).get("Name"))) continue;
      List<Map<String, Object>> rooms = new ArrayList<>();
      for (Object people : asked)
        list(map(hotel).get("Rooms")).stream()
            .map(Client::map)
            .filter(room -> isFitting(room, map(people), wanted))
            .findFirst()
            .ifPresent(room -> {
              Map<String, Object> copy = new LinkedHashMap<>(room);
              copy.put("HotelId", map(hotel).get("HotelId"));
              rooms.add(copy);
            });
      if (rooms.size() == asked.size()) return rooms;
    }
    throw new Ended("unavailable");
  }

  /** Reads conditions with the Token, then with the ReToken. Returns null when a new Search is necessary. */
  static Map<String, Object> conditionsOf(Map<String, Object> selection, Map<String, Object> found, boolean isFresh)
      throws Exception {
    long age = now() - (Long) found.get("at");
    if (isFresh && age <= 30 * MINUTE) {
      try {
        return ask("Token", selection, found);
      } catch (Lost lost) {
        // the Token may be used up
      }
    }
    if (age > 25 * 60 * MINUTE) return null;
    try {
      return ask("ReToken", selection, found);
    } catch (Lost lost) {
      return ask("ReToken", selection, found);
    }
  }

  static Map<String, Object> ask(String token, Map<String, Object> selection, Map<String, Object> found) throws Exception {
    Map<String, Object> body = object(token, found.get(token));
    body.putAll(selection);
    return post("Hotel.svc/GetBookingConditions", body, 15, false);
  }

  static List<Object> termsOf(Map<String, Object> offer) {
    return List.of(list(offer.get("PropertyTaxes")), list(offer.get("CancellationPolicies")));
  }

  /** Ends the task if the user declines the new price or conditions. */
  static void agree(Map<String, Object> before, List<Object> terms, Map<String, Object> conditions) throws Ended {
    Object revalidated = conditions.get("RevalidateBookingConditions");
    if (!list(conditions.get("Errors")).isEmpty() || "RoomsNotFound".equals(revalidated)) throw new Ended("unavailable");
    Map<String, Object> price = map(conditions.get("TotalSellingPrice"));
    boolean isOther = cents(price) != cents(before) || !price.get("Currency").equals(before.get("Currency"));
    // The penalties change together with the price, so the terms are compared only at the same price.
    boolean isChanged = !isOther && terms != null && !terms.equals(termsOf(conditions));
    if (isOther && "decline".equals(TASK.get("onPriceChange"))) throw new Ended("declined-by-user");
    if ((isChanged || "RoomsFoundWithChanges".equals(revalidated)) && "decline".equals(TASK.get("onConditionsChange")))
      throw new Ended("declined-by-user");
  }

  static long cents(Map<String, Object> price) {
    return Math.round(((Number) price.get("Value")).doubleValue() * 100);
  }

  static void think(String when) throws Exception {
    Object duration = map(TASK.getOrDefault("waits", object())).get(when);
    if (duration != null && THOUGHT.add(when)) Thread.sleep(ms((String) duration));
  }

  /** Searches and reads conditions until the user has agreed to conditions that are still fresh. Adds the selection to them. */
  static Map<String, Object> prepare(Map<String, Object> step) throws Exception {
    Map<String, Object> found = search(step);
    List<Map<String, Object>> rooms = choose(step, found);
    Map<String, Object> selection =
        object("HotelId", rooms.get(0).get("HotelId"), "RoomIds", rooms.stream().map(room -> room.get("Id")).toList());
    long sum = rooms.stream().mapToLong(room -> cents(map(room.get("TotalSellingPrice")))).sum();
    Map<String, Object> price = object("Value", sum / 100.0, "Currency", map(rooms.get(0).get("TotalSellingPrice")).get("Currency"));
    List<Object> terms = rooms.size() == 1 ? termsOf(rooms.get(0)) : null; // the conditions of several rooms contain sums
    think("afterSearch");
    for (boolean isFresh = true; ; isFresh = false) {
      Map<String, Object> conditions = conditionsOf(selection, found, isFresh);
      if (conditions == null) return prepare(step);
      long at = now();
      agree(price, terms, conditions);
      price = map(conditions.get("TotalSellingPrice"));
      terms = termsOf(conditions);
      think("afterConditions");
      conditions.put("selection", selection);
      if (now() - at < 5 * MINUTE - 10_000) return conditions;
    }
  }

  // ---- bookings ----

  /** Returns the guests of each room: adults in their order, children by their age. */
  static List<List<Object>> guestsOf(Map<String, Object> step) {
    List<Object> left = new ArrayList<>(list(step.get("guests")));
    List<List<Object>> rooms = new ArrayList<>();
    for (Object room : list(map(step.get("criteria")).get("rooms"))) {
      List<Object> guests = new ArrayList<>();
      for (long adult = 0; adult < (Long) map(room).get("adults"); adult += 1) guests.add(take(left, age -> age >= 18));
      for (Object wanted : list(map(room).get("childAges"))) guests.add(take(left, age -> age == (Long) wanted));
      rooms.add(guests);
    }
    return rooms;
  }

  static Object take(List<Object> left, IntPredicate fits) {
    Object guest = left.stream().filter(one -> fits.test(((Number) map(one).get("Age")).intValue())).findFirst().orElseThrow();
    left.remove(guest);
    return guest;
  }

  /** Returns whether a found booking has a guest of the task. Another program can use the same reference for another guest. */
  static boolean isOwn(Map<String, Object> booking, List<Object> guests) {
    List<String> names = new ArrayList<>();
    for (Object service : list(booking.get("Services")))
      for (Object pax : list(map(service).get("Paxs"))) names.add(((String) map(pax).get("Surname")).toLowerCase());
    return names.isEmpty() || guests.stream().anyMatch(guest -> names.contains(((String) map(guest).get("Surname")).toLowerCase()));
  }

  /** Looks at once, and then every 5 minutes for 30 minutes. */
  static Map<String, Object> lookEvery5Minutes(Call<Map<String, Object>> look) throws Exception {
    for (int looks = 0; looks < 7; looks += 1) {
      if (looks > 0) Thread.sleep(5 * MINUTE);
      try {
        Map<String, Object> found = look.make();
        if (found != null) return found;
      } catch (Lost | Refused error) {
        // the loop makes the next look-up
      }
    }
    return null;
  }

  /** Looks up a booking whose answer was lost. DoBooking is not idempotent. */
  static Map<String, Object> lookUp(String reference, List<Object> guests) throws Exception {
    return lookEvery5Minutes(() -> {
      Object booking = post("ClientBackOffice.svc/GetBooking", object("ExternalReference", reference)).get("Booking");
      return booking != null && isOwn(map(booking), guests) ? readable(map(booking)) : null;
    });
  }

  static Map<String, Object> detail(Object id) throws Exception {
    return readable(map(post("ClientBackOffice.svc/GetBookingDetail", object("BookingId", id)).get("Booking")));
  }

  /** Returns a booking that has an id and its status. An answer without them counts as lost. */
  static Map<String, Object> readable(Map<String, Object> booking) throws Lost {
    for (String name : List.of("BookingId", "bookingStatus", "Status")) if (!(booking.get(name) instanceof String)) throw new Lost();
    return booking;
  }

  static Map<String, Object> paymentOf(Map<String, Object> step, Map<String, Object> conditions) {
    if (step.get("payment") == null) return null;
    Object parts = map(map(step.get("payment")).get("CreditCard")).get("NumberPayments");
    for (Object condition : list(conditions.get("PaymentConditions")))
      if (map(condition).get("Installments").equals(parts))
        return object("PaymentConditionId", map(condition).get("PaymentConditionId"), "PaymentRequestCC1", step.get("payment"));
    return null;
  }

  static Map<String, Object> book(Map<String, Object> step, boolean isAgain) throws Exception {
    Map<String, Object> conditions = prepare(step);
    Map<String, Object> selection = map(conditions.get("selection"));
    String reference = "java-" + UUID.randomUUID();
    Files.writeString(STATE, reference); // before the call, so that a restarted client can look the booking up
    Map<String, Object> payment = paymentOf(step, conditions);
    List<Object> rooms = new ArrayList<>();
    for (List<Object> guests : guestsOf(step))
      rooms.add(object("RoomId", list(selection.get("RoomIds")).get(rooms.size()), "Paxs", guests));
    Map<String, Object> body = object("Token", conditions.get("Token"), "BookingId", "0", "HotelId", selection.get("HotelId"));
    body.put("Rooms", rooms);
    body.put("ExternalReference", reference);
    if (payment != null && Boolean.FALSE.equals(conditions.get("CanPayLater"))) body.put("Payment", payment);
    Map<String, Object> booking;
    try {
      booking = readable(post("Hotel.svc/DoBooking", body, 45, false));
    } catch (Refused refused) {
      throw new Ended("error"); // there is no booking
    } catch (Lost lost) {
      booking = lookUp(reference, list(step.get("guests")));
      if (booking == null && isAgain) throw new Ended("ask-support");
      if (booking == null) return book(step, true);
    }
    // If the status and the errors of the answer contradict each other, the booking has the real status.
    if (!list(booking.get("Errors")).isEmpty() && "CONFIRMED".equals(booking.get("bookingStatus")))
      booking = detail(booking.get("BookingId"));
    if (Boolean.TRUE.equals(conditions.get("IsPrePayment")) && "AGUARDANDO PAGAMENTO".equals(booking.get("Status")))
      booking = pay(booking.get("BookingId"), payment, false);
    penalty = penaltyOf(conditions);
    Map<String, Object> result = settle(followUp(booking));
    result.put("shownToUser", shown(conditions));
    return result;
  }

  /** Returns what the user saw before agreeing. Taxes stay apart, because their currency may differ from the price. */
  static Map<String, Object> shown(Map<String, Object> conditions) {
    List<Object> taxes = new ArrayList<>();
    for (Object tax : list(conditions.get("PropertyTaxes"))) {
      Map<String, Object> amount = object("Value", map(tax).get("Amount"), "Currency", map(tax).get("Currency"));
      taxes.add(object("name", map(tax).get("Name"), "amount", amount));
    }
    Map<String, Object> shown = object("total", conditions.get("TotalSellingPrice"), "taxes", taxes);
    shown.put("moreInformation", conditions.get("MoreInformation"));
    shown.put("cancellationPolicies", conditions.get("CancellationPolicies"));
    shown.put("pricingInfo", conditions.get("PricingInfo"));
    return shown;
  }

  /** Returns the penalty of a cancellation on the day of the conditions. */
  static Map<String, Object> penaltyOf(Map<String, Object> conditions) {
    String today = ((String) conditions.get("TimeSpan")).substring(0, 10);
    for (Object one : list(conditions.get("CancellationPolicies"))) {
      Map<String, Object> policy = map(one);
      if (today.compareTo((String) policy.get("StartDate")) >= 0 && today.compareTo((String) policy.get("EndDate")) <= 0)
        return object("Value", policy.get("Value"), "Currency", policy.get("Currency"));
    }
    return object("Value", 0L, "Currency", map(conditions.get("TotalSellingPrice")).get("Currency"));
  }

  /** Pays once. After a lost answer, pays again only if the booking shows no charge for 30 minutes. */
  static Map<String, Object> pay(Object id, Map<String, Object> payment, boolean isAgain) throws Exception {
    Map<String, Object> body = object("BookingId", id);
    body.putAll(payment);
    Map<String, Object> paid;
    try {
      paid = post("Payment.svc/payBooking", body, 15, false);
    } catch (Lost lost) {
      paid = lookEvery5Minutes(() -> {
        List<Object> payments = list(detail(id).get("Payments"));
        return payments.isEmpty() ? null : map(payments.get(payments.size() - 1));
      });
      if (paid == null && isAgain) throw new Ended("ask-support", "bookingId", id);
      if (paid == null) return pay(id, payment, true);
    }
    if ("Declined".equals(paid.get("PaymentStatus"))) throw new Ended("payment-declined", "bookingId", id);
    if ("Pending".equals(paid.get("PaymentStatus"))) Thread.sleep(10 * MINUTE);
    return detail(id);
  }

  /** Polls a booking until the booking is decided or its polling time is over. */
  static Map<String, Object> followUp(Map<String, Object> first) throws Exception {
    Map<String, Object> booking = first;
    for (int waited = 0; POLLING.containsKey(Objects.toString(booking.get("bookingStatus"))); ) {
      if (Set.of("SOLICITACAO DE RESERVA", "AGUARDANDO PAGAMENTO").contains(Objects.toString(booking.get("Status")))) break;
      if (list(booking.get("Errors")).stream().anyMatch(error -> "CancellationNotForwarded".equals(map(error).get("Code")))) break;
      int[] plan = POLLING.get(booking.get("bookingStatus"));
      boolean isShort = "PENDING".equals(booking.get("bookingStatus")) && !"OnRequest".equals(first.get("bookingStatus"));
      if (waited + plan[0] > (isShort ? 30 : plan[1])) break;
      Thread.sleep(plan[0] * MINUTE);
      waited += plan[0];
      try {
        booking = detail(booking.get("BookingId"));
      } catch (Lost | Refused error) {
        // the loop makes the next poll
      }
    }
    return booking;
  }

  static Map<String, Object> settle(Map<String, Object> booking) {
    String outcome = ENDS.getOrDefault(Objects.toString(booking.get("bookingStatus")), "ask-support");
    return object("outcome", outcome, "bookingId", booking.get("BookingId"));
  }

  static Map<String, Object> cancel(Map<String, Object> booked) throws Exception {
    if (!"confirmed".equals(booked.get("outcome"))) return booked;
    Object id = booked.get("bookingId");
    Call<Map<String, Object>> send = () -> post("ClientBackOffice.svc/CancelBooking", object("BookingId", id), 15, false);
    Map<String, Object> answer;
    try {
      answer = send.make();
    } catch (Lost lost) {
      answer = detail(id);
      if ("CONFIRMED".equals(answer.get("bookingStatus"))) answer = send.make();
    }
    boolean isCancelled = "Cancelled".equals(followUp(answer).get("bookingStatus"));
    Map<String, Object> seen = new LinkedHashMap<>(map(booked.getOrDefault("shownToUser", object())));
    seen.put("penalty", penalty); // the user sees the penalty before the cancellation
    return object("outcome", isCancelled ? "cancelled" : "ask-support", "bookingId", id, "shownToUser", seen);
  }

  // ---- the task ----

  static Map<String, Object> readStatic(Map<String, Object> step) throws Exception {
    if (step.containsKey("after")) Thread.sleep(ms((String) step.get("after")));
    for (Map.Entry<String, String> one : Map.of("airport", "airport", "hotel", "hotelId").entrySet()) {
      String name = Objects.toString(step.get(one.getValue()), null);
      if (name == null || !KEPT.add(one.getKey() + name)) continue;
      try {
        mapping(one.getKey(), name, "");
      } catch (Refused refused) {
        // a booking is possible without this static data
      }
    }
    return object("outcome", "done");
  }

  /** Sends the requested number of look-ups, at most 120 per minute. */
  static Map<String, Object> lookUps(long count) throws Exception {
    List<Long> sent = new ArrayList<>();
    for (int index = 0; index < count; index += 1) {
      if (index >= 120) Thread.sleep(Math.max(0, 61_000 - (now() - sent.get(index - 120))));
      sent.add(now());
      post("ClientBackOffice.svc/GetBooking", object("ExternalReference", "look-up " + index));
    }
    return object("outcome", "done");
  }

  static boolean isSupported(Map<String, Object> step) {
    return switch ((String) step.get("do")) {
      case "book" -> "hotel".equals(step.get("product")) && !step.containsKey("attachTo");
      case "cancel" -> "trip".equals(step.get("what"));
      case "static", "lookups" -> true;
      default -> false;
    };
  }

  /** Finishes a booking that an earlier process of this client began. */
  static Map<String, Object> resume() throws Exception {
    if (env("ATTEMPT").equals("1") || !Files.exists(STATE)) return null;
    List<Object> guests = new ArrayList<>();
    for (Object step : list(TASK.get("steps"))) guests.addAll(list(map(step).get("guests")));
    Map<String, Object> booking = lookUp(Files.readString(STATE), guests);
    return booking == null ? null : settle(followUp(booking));
  }

  static Map<String, Object> play() throws Exception {
    List<Object> steps = list(TASK.get("steps"));
    if (!steps.stream().allMatch(step -> isSupported(map(step)))) throw new Ended("unsupported");
    Map<String, Object> last = resume();
    if (last != null) return last;
    last = object("outcome", "done");
    List<Map<String, Object>> results = new ArrayList<>();
    for (Object one : steps) {
      Map<String, Object> step = map(one);
      Map<String, Object> result =
          switch ((String) step.get("do")) {
            case "book" -> book(step, false);
            case "cancel" -> cancel(results.get(((Long) step.get("step")).intValue()));
            case "static" -> readStatic(step);
            default -> lookUps((Long) step.get("count"));
          };
      results.add(result);
      if (!"done".equals(result.get("outcome"))) last = result;
    }
    return last;
  }

  static String env(String name) {
    return System.getenv("UNDERSTUDY_" + name);
  }

  static Map<String, Object> object(Object... pairs) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int index = 0; index < pairs.length; index += 2) object.put((String) pairs[index], pairs[index + 1]);
    return object;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(Object value) {
    return value == null ? List.of() : (List<Object>) value;
  }

  /** A small JSON parser and writer. Your client will use a library instead. */
  static class Json {
    private final String text;
    private int at;

    Json(String text) {
      this.text = text;
    }

    Object value() {
      char next = skip();
      if (next == '{') return pairs();
      if (next == '[') return entries();
      if (next == '"') return string();
      int start = at;
      while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) at += 1;
      String word = text.substring(start, at);
      if (word.equals("true") || word.equals("false")) return Boolean.valueOf(word);
      if (word.equals("null")) return null;
      return word.matches("-?\\d+") ? (Object) Long.valueOf(word) : (Object) Double.valueOf(word);
    }

    private char skip() {
      while (Character.isWhitespace(text.charAt(at))) at += 1;
      return text.charAt(at);
    }

    private Map<String, Object> pairs() {
      Map<String, Object> pairs = new LinkedHashMap<>();
      for (at += 1; skip() != '}'; ) {
        String name = string();
        if (skip() != ':') throw new IllegalArgumentException("no colon at " + at);
        at += 1;
        pairs.put(name, value());
        if (skip() == ',') at += 1;
        skip();
      }
      at += 1;
      return pairs;
    }

    private List<Object> entries() {
      List<Object> entries = new ArrayList<>();
      for (at += 1; skip() != ']'; ) {
        entries.add(value());
        if (skip() == ',') at += 1;
      }
      at += 1;
      return entries;
    }

    private String string() {
      StringBuilder string = new StringBuilder();
      for (at += 1; text.charAt(at) != '"'; at += 1) {
        if (text.charAt(at) != '\\') {
          string.append(text.charAt(at));
          continue;
        }
        at += 1;
        char escaped = text.charAt(at);
        int known = "nrtbf".indexOf(escaped);
        if (escaped == 'u') {
          string.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
          at += 4;
        } else string.append(known < 0 ? escaped : "\n\r\t\b\f".charAt(known));
      }
      at += 1;
      return string.toString();
    }

    static String write(Object value) {
      if (value instanceof String text) {
        StringBuilder written = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
          if (letter == '"' || letter == '\\') written.append('\\').append(letter);
          else if (letter < ' ') written.append(String.format("\\u%04x", (int) letter));
          else written.append(letter);
        }
        return written.append('"').toString();
      }
      if (value instanceof Map<?, ?> pairs) {
        List<String> parts = new ArrayList<>();
        pairs.forEach((name, entry) -> parts.add(write(name) + ":" + write(entry)));
        return "{" + String.join(",", parts) + "}";
      }
      if (value instanceof List<?> entries) return "[" + String.join(",", entries.stream().map(Json::write).toList()) + "]";
      return String.valueOf(value);
    }
  }
}
