// An example of a client under test, in one file of Java 17 with only java.net.http. It plays a task of `npx travel-understudy run` if
// this task is one hotel booking.
//
//     npx travel-understudy run --scenario hotel-confirmed --scenario 'answer-lost-*' -- java docs/adapters/Client.java
//
// Replace the code of `play` with calls to your own client. Keep the code that reads the task and writes the result.

import java.io.IOException;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

public class Client {
  static final double SCALE = Double.parseDouble(env("TIME_SCALE")); // divides every wait and time-out; 1 with --clock warp
  static final HttpClient HTTP = HttpClient.newHttpClient();
  static Map<String, Object> shown; // what the user saw before agreeing
  static final Map<String, Object> TASK = map(new Json(env("TASK")).value());

  /** Thrown when the answer is missing or unreadable. The call may have taken effect. */
  static class Lost extends Exception {}

  /** Ends the task with a result. */
  static class Ended extends RuntimeException {
    final Map<String, Object> result;

    Ended(String outcome) {
      super(outcome);
      result = object("outcome", outcome);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, Object> result;
    try {
      result = play();
    } catch (Ended ended) {
      result = ended.result;
    } catch (Lost lost) {
      result = object("outcome", "error");
    }
    Files.writeString(Path.of(env("RESULT")), Json.write(result));
  }

  /** This client books one room that needs no card and no confirmation by the hotel. It does not wait for the user. */
  static boolean isSupported(Map<String, Object> step) {
    if (list(TASK.get("steps")).size() > 1 || TASK.containsKey("waits")) return false;
    if (!"book".equals(step.get("do")) || !"hotel".equals(step.get("product")) || step.containsKey("payment")) return false;
    Map<String, Object> criteria = map(step.get("criteria"));
    return list(criteria.get("rooms")).size() == 1 && !criteria.containsKey("onRequestRooms");
  }

  static Map<String, Object> play() throws Exception {
    Map<String, Object> step = map(list(TASK.get("steps")).get(0));
    if (!isSupported(step)) throw new Ended("unsupported");
    Map<String, Object> booking = book(step);
    if (booking == null) booking = book(step); // the look-ups of half an hour found no booking
    if (booking == null) throw new Ended("ask-support");
    Map<String, String> ends = Map.of("CONFIRMED", "confirmed", "Rejected", "rejected", "FAILED", "failed");
    String outcome = ends.getOrDefault(booking.get("bookingStatus"), "pending");
    return object("outcome", outcome, "bookingId", booking.get("BookingId"), "shownToUser", shown);
  }

  /** Searches and books. Returns null when the answer to DoBooking was lost and no booking exists. */
  static Map<String, Object> book(Map<String, Object> step) throws Exception {
    Map<String, Object> found = search(map(step.get("criteria")));
    Map<String, Object> offer = choose(found, map(step.getOrDefault("choose", object())));
    Map<String, Object> selection = object("HotelId", offer.get("HotelId"), "RoomIds", List.of(offer.get("Id")));
    selection.put("Token", found.get("Token"));
    Map<String, Object> conditions = post("Hotel.svc/GetBookingConditions", selection, 15);
    if (!list(conditions.get("Errors")).isEmpty()) throw new Ended("unavailable");
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
    try {
      return post("Hotel.svc/DoBooking", body, 45, "Idempotency-Key", UUID.randomUUID().toString());
    } catch (Lost lost) {
      return lookUp(reference, list(step.get("guests")));
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
    HttpRequest request = HttpRequest.newBuilder(URI.create(env("COMMONS_URL") + path + query)).build();
    List<Object> places = list(send(request));
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
    return post("Hotel.svc/Search", object("Criteria", wanted), 15);
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

  /** Looks up a booking whose answer was lost, at once and then every 5 minutes for 30 minutes. DoBooking is not idempotent. */
  static Map<String, Object> lookUp(String reference, List<Object> guests) throws Exception {
    for (int look = 0; look < 7; look += 1) {
      if (look > 0) Thread.sleep((long) (5 * 60_000 / SCALE));
      try {
        Map<String, Object> found = post("ClientBackOffice.svc/GetBooking", object("ExternalReference", reference), 15);
        if (found.get("Booking") != null && isOwn(map(found.get("Booking")), guests)) return map(found.get("Booking"));
      } catch (Lost lost) {
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

  static Map<String, Object> post(String path, Map<String, Object> body, int seconds, String... headers) throws Exception {
    Map<String, Object> all = object("Credential", object("Username", env("USERNAME"), "Password", env("PASSWORD")));
    all.putAll(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(env("BASE_URL") + "/API/REST/" + path))
            .timeout(Duration.ofMillis((long) (seconds * 1000 / SCALE)))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(Json.write(all)));
    if (headers.length > 0) request.headers(headers);
    return map(send(request.build()));
  }

  static Object send(HttpRequest request) throws Exception {
    HttpResponse<String> answer;
    try {
      answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException error) {
      throw new Lost();
    }
    if (answer.statusCode() >= 500) throw new Lost();
    if (answer.statusCode() >= 400) throw new Ended("error");
    try {
      return new Json(answer.body()).value();
    } catch (RuntimeException error) {
      throw new Lost();
    }
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
