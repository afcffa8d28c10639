// An example of a client under test, in one file of Java 17 with only java.net.http. It plays a task of `npx travel-understudy run` if
// this task is one hotel booking.
//
//     npx travel-understudy run --scenario hotel-confirmed --scenario 'answer-lost-*' -- java docs/adapters/Client.java
//
// Replace the code of `play` with calls to your own client. Keep the code that reads the task and writes the result.

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class Client {
  static final HttpClient HTTP = HttpClient.newHttpClient();
  static final Path KEPT = Path.of(env("STATE_DIR"), "reference"); // the reference of the last booking
  static Map<String, Object> shown; // what the user saw before agreeing
  static final Map<String, Object> TASK = map(new Json(env("TASK")).value());

  /** Thrown when the answer is missing or unreadable. The call may have taken effect. */
  static class Lost extends Exception {}

  /** Thrown when the server answered 400, 401 or 404. A retry would fail too. */
  static class Refused extends Exception {}

  /** Ends the task with a result. */
  static class Ended extends RuntimeException {
    final Map<String, Object> result;

    Ended(String outcome) {
      super(outcome);
      result = object("outcome", outcome);
    }
  }

  public static void main(String[] arguments) throws Exception {
    // Otherwise, HttpClient itself repeats a GET at once if the connection ends without an answer.
    System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
    Map<String, Object> result;
    try {
      result = play();
    } catch (Ended ended) {
      result = ended.result;
    } catch (Refused error) {
      result = object("outcome", "error");
    } catch (Lost | RuntimeException error) { // after an attempt to book, a booking can stand
      result = object("outcome", Files.exists(KEPT) ? "ask-support" : "error");
      if (Files.exists(KEPT)) result.put("why", error + "; the reference is " + Files.readString(KEPT));
    }
    Files.writeString(Path.of(env("RESULT")), Json.write(result));
  }

  /** This client books one room that needs no card. It does not wait for the user. */
  static boolean isSupported(Map<String, Object> step) {
    if (list(TASK.get("steps")).size() > 1 || TASK.containsKey("waits")) return false;
    if (!"book".equals(step.get("do")) || !"hotel".equals(step.get("product")) || step.containsKey("payment")) return false;
    return list(map(step.get("criteria")).get("rooms")).size() == 1;
  }

  static Map<String, Object> play() throws Exception {
    Map<String, Object> step = map(list(TASK.get("steps")).get(0));
    if (!isSupported(step)) throw new Ended("unsupported");
    Map<String, Object> booking = null;
    if (!"1".equals(env("ATTEMPT")) && Files.exists(KEPT)) booking = lookUp(Files.readString(KEPT), list(step.get("guests")));
    if (booking == null) booking = book(step);
    if (booking == null) booking = book(step); // the look-ups of half an hour found no booking
    if (booking == null) throw new Ended("ask-support");
    booking = followUp(booking);
    String outcome = ENDS.getOrDefault(booking.get("bookingStatus"), "ask-support");
    return object("outcome", outcome, "bookingId", booking.get("BookingId"), "shownToUser", shown);
  }

  static final Map<String, String> ENDS =
      Map.of("CONFIRMED", "confirmed", "Rejected", "rejected", "Expired", "expired", "FAILED", "failed", "Cancelled", "failed");

  /** The interval and the total time of polling for each undecided status, in minutes. */
  static final Map<String, List<Integer>> POLLING =
      Map.of("TechnicalProblem", List.of(5, 30), "Pending", List.of(10, 30), "OnRequest", List.of(10, 1440), "PENDING", List.of(10, 30));

  /** Polls a booking until the booking is decided or its polling time is over. */
  static Map<String, Object> followUp(Map<String, Object> first) throws Exception {
    boolean hasErrors = first.get("Errors") != null && !list(first.get("Errors")).isEmpty();
    Map<String, Object> booking = hasErrors && "CONFIRMED".equals(first.get("bookingStatus")) ? detail(first) : first;
    int waited = 0;
    while (POLLING.containsKey(booking.get("bookingStatus")) && !"SOLICITACAO DE RESERVA".equals(booking.get("Status"))) {
      List<Integer> plan = POLLING.get(booking.get("bookingStatus"));
      waited += plan.get(0);
      if (waited > ("OnRequest".equals(first.get("bookingStatus")) ? 1440 : plan.get(1))) break;
      Thread.sleep(plan.get(0) * 60_000L);
      booking = detail(booking);
    }
    return booking;
  }

  /** Reads a booking again. Returns the old state when the answer is lost or the booking is not visible yet. */
  static Map<String, Object> detail(Map<String, Object> booking) throws Exception {
    try {
      Map<String, Object> answer = post("ClientBackOffice.svc/GetBookingDetail", object("BookingId", booking.get("BookingId")), 5, 15);
      return readable(map(answer.get("Booking")));
    } catch (Lost | Refused error) {
      return booking;
    }
  }

  /** Searches and books. Returns null when the answer to DoBooking was lost and no booking exists. */
  static Map<String, Object> book(Map<String, Object> step) throws Exception {
    Map<String, Object> found = search(map(step.get("criteria")));
    Map<String, Object> offer = choose(found, map(step.getOrDefault("choose", object())));
    Map<String, Object> selection = object("HotelId", offer.get("HotelId"), "RoomIds", List.of(offer.get("Id")));
    Map<String, Object> conditions = conditions(found, selection);
    boolean isGone = "RoomsNotFound".equals(conditions.get("RevalidateBookingConditions"));
    if (isGone || !list(conditions.get("Errors")).isEmpty()) throw new Ended("unavailable");
    boolean changed = !conditions.get("TotalSellingPrice").equals(offer.get("TotalSellingPrice"));
    if (changed && "decline".equals(TASK.get("onPriceChange"))) throw new Ended("declined-by-user");
    boolean otherTerms = false; // the penalties change together with the price, so the terms are compared only at the same price
    for (String terms : List.of("PropertyTaxes", "CancellationPolicies"))
      otherTerms |= !changed && !Objects.equals(conditions.get(terms), offer.get(terms));
    if (otherTerms && "decline".equals(TASK.get("onConditionsChange"))) throw new Ended("declined-by-user");
    shown = shownOf(conditions);
    String reference = "java-" + UUID.randomUUID();
    Map<String, Object> body = object("Token", conditions.get("Token"), "BookingId", "0", "HotelId", offer.get("HotelId"));
    body.put("Rooms", List.of(object("RoomId", offer.get("Id"), "Paxs", step.get("guests"))));
    body.put("ExternalReference", reference);
    Files.writeString(KEPT, reference); // before the call, so that a restarted client can look the booking up
    try {
      return readable(post("Hotel.svc/DoBooking", body, 1, 45, "Idempotency-Key", UUID.randomUUID().toString()));
    } catch (Lost lost) {
      return lookUp(reference, list(step.get("guests")));
    }
  }

  /** Reads conditions with the Token. After a lost answer the Token may be used up, so the second call sends the ReToken. */
  static Map<String, Object> conditions(Map<String, Object> found, Map<String, Object> selection) throws Exception {
    try {
      selection.put("Token", found.get("Token"));
      return post("Hotel.svc/GetBookingConditions", selection, 1, 15);
    } catch (Lost lost) {
      selection.remove("Token");
      selection.put("ReToken", found.get("ReToken"));
      return post("Hotel.svc/GetBookingConditions", selection, 1, 15);
    }
  }

  /** Returns what the user sees before agreeing. Taxes stay apart, because their currency may differ from the price. */
  static Map<String, Object> shownOf(Map<String, Object> conditions) {
    List<Object> taxes = new ArrayList<>();
    for (Object tax : list(conditions.getOrDefault("PropertyTaxes", List.of()))) {
      Map<String, Object> amount = object("Value", map(tax).get("Amount"), "Currency", map(tax).get("Currency"));
      taxes.add(object("name", map(tax).get("Name"), "amount", amount));
    }
    Map<String, Object> shown = object("total", conditions.get("TotalSellingPrice"), "taxes", taxes);
    shown.put("moreInformation", conditions.get("MoreInformation"));
    shown.put("cancellationPolicies", conditions.get("CancellationPolicies"));
    shown.put("pricingInfo", conditions.get("PricingInfo"));
    return shown;
  }

  static Map<String, Object> search(Map<String, Object> criteria) throws Exception {
    String destination = (String) criteria.get("destination");
    String term = URLEncoder.encode(destination, StandardCharsets.UTF_8).replace("+", "%20");
    String path = "/new/api/v1/mapping/autocomplete/" + term + "/token/" + env("STATIC_TOKEN");
    String query = "?product=hotel&managerId=" + env("MANAGER_ID");
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(env("COMMONS_URL") + path + query));
    List<Object> places = list(call(request, 5, 15));
    LocalDate checkin = LocalDate.parse((String) criteria.get("checkinDate"));
    List<Object> rooms = new ArrayList<>();
    for (Object room : list(criteria.get("rooms"))) {
      Object ages = map(room).getOrDefault("childAges", List.of());
      rooms.add(object("NumAdults", map(room).get("adults"), "ChildAges", ages));
    }
    Object place = places.stream().filter(one -> destination.equals(map(one).get("name"))).findFirst().orElse(places.get(0));
    Map<String, Object> wanted = object("DestinationId", map(place).get("destinationId"));
    wanted.put("CheckinDate", checkin.toString());
    wanted.put("CheckoutDate", checkin.plusDays(((Number) criteria.get("nights")).longValue()).toString());
    wanted.put("SearchRooms", rooms);
    wanted.put("Nationality", criteria.get("nationality"));
    if (criteria.containsKey("currency")) wanted.put("Currency", criteria.get("currency"));
    if (criteria.containsKey("onRequestRooms")) wanted.put("ReturnOnRequestRooms", true);
    return post("Hotel.svc/Search", object("Criteria", wanted), 5, 15);
  }

  /** Returns the first room with the flags and the hotel that the task requires, and the id of its hotel. */
  static Map<String, Object> choose(Map<String, Object> found, Map<String, Object> wanted) {
    Map<String, String> flags =
        Map.of("restrictionType", "RestrictionType", "isPrePayment", "IsPrePayment", "canPayLater", "CanPayLater");
    for (Object hotel : list(found.get("Hotels"))) {
      if (wanted.containsKey("name") && !wanted.get("name").equals(map(hotel).get("Name"))) continue;
      for (Object room : list(map(hotel).get("Rooms"))) {
        boolean fits =
            flags.entrySet().stream()
                .allMatch(flag -> !wanted.containsKey(flag.getKey()) || wanted.get(flag.getKey()).equals(map(room).get(flag.getValue())));
        if (!fits) continue;
        Map<String, Object> offer = new LinkedHashMap<>(map(room));
        offer.put("HotelId", map(hotel).get("HotelId"));
        return offer;
      }
    }
    throw new Ended("unavailable");
  }

  /** Returns a booking that has an id and its status. An answer without them counts as lost. */
  static Map<String, Object> readable(Map<String, Object> booking) throws Lost {
    for (String name : List.of("BookingId", "bookingStatus", "Status")) if (!(booking.get(name) instanceof String)) throw new Lost();
    return booking;
  }

  /** Looks up a booking whose answer was lost, at once and then every 5 minutes for 30 minutes. DoBooking is not idempotent. */
  static Map<String, Object> lookUp(String reference, List<Object> guests) throws Exception {
    for (int look = 0; look < 7; look += 1) {
      if (look > 0) Thread.sleep(5 * 60_000);
      try {
        Map<String, Object> found = post("ClientBackOffice.svc/GetBooking", object("ExternalReference", reference), 5, 15);
        if (found.get("Booking") != null && isOwn(map(found.get("Booking")), guests)) return readable(map(found.get("Booking")));
      } catch (Lost | Refused error) {
        // the loop makes the next look-up
      }
    }
    return null;
  }

  /** Returns whether a found booking has a guest of the task. Another program can use the same reference for another guest. */
  static boolean isOwn(Map<String, Object> booking, List<Object> guests) {
    List<String> names = new ArrayList<>();
    for (Object service : list(booking.get("Services"))) {
      for (Object pax : list(map(service).getOrDefault("Paxs", List.of()))) names.add(((String) map(pax).get("Surname")).toLowerCase());
    }
    return names.isEmpty() || guests.stream().anyMatch(guest -> names.contains(((String) map(guest).get("Surname")).toLowerCase()));
  }

  static Map<String, Object> post(String path, Map<String, Object> body, int tries, int seconds, String... headers) throws Exception {
    Map<String, Object> all = object("Credential", object("Username", env("USERNAME"), "Password", env("PASSWORD")));
    all.putAll(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(env("BASE_URL") + "/API/REST/" + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(Json.write(all)));
    if (headers.length > 0) request.headers(headers);
    return map(call(request, tries, seconds));
  }

  /** Makes a call, up to `tries` times. Stops after three 5xx. Always retries after a 429. */
  static Object call(HttpRequest.Builder request, int tries, int seconds) throws Exception {
    int failures = 0;
    for (int attempt = 1; ; attempt += 1) {
      HttpResponse<String> answer = send(request.build(), seconds);
      int status = answer == null ? 0 : answer.statusCode();
      if (status == 429) {
        Thread.sleep(retryAfter(answer).toMillis());
        attempt -= 1;
        continue;
      }
      if (status >= 400 && status < 500) throw new Refused();
      if (status >= 500) failures += 1;
      try {
        if (status >= 200 && status < 300) return new Json(answer.body().replaceFirst("^\uFEFF", "")).value();
      } catch (RuntimeException error) {
        // an answer that is not JSON counts as lost
      }
      if (attempt >= tries || failures >= 3) throw new Lost();
      Thread.sleep(250L << (attempt - 1));
    }
  }

  /** Sends a request once. Returns null without an answer. The time-out of HttpRequest ends with the headers; this one covers the body. */
  static HttpResponse<String> send(HttpRequest request, int seconds) throws InterruptedException {
    CompletableFuture<HttpResponse<String>> answer = HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    try {
      return answer.get(seconds, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException error) {
      answer.cancel(true);
      return null;
    }
  }

  /** Returns how long to wait after a 429. Retry-After holds seconds, or a date by the server's clock. */
  static Duration retryAfter(HttpResponse<String> answer) {
    String after = answer.headers().firstValue("Retry-After").orElse("1");
    if (after.matches("\\d+")) return Duration.ofSeconds(Long.parseLong(after));
    Instant until = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(after));
    Instant at = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(answer.headers().firstValue("Date").orElse(after)));
    return Duration.between(at, until).plusSeconds(1);
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
    return (List<Object>) value;
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
