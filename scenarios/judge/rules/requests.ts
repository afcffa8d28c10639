import { addDays, limits, parseDuration } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import type { Warning } from '#contracts/exchange';
import type { BookStep } from '#contracts/scenario';
import { isCountryCode } from '#contracts/shapes';
import { onlyStepFor } from '../compare-with-task.ts';
import type { Run } from '../context.ts';
import { asDefined, harmlessFindings } from '../deviation.ts';
import { assessEach, defineRule, type Found, finding, findingWith, missingInput } from '../rule.ts';
import { formatDuration, tolerance, utcTimes } from '../time.ts';
import { type Call, hasSeen, isOneProcess, requestKey } from '../traffic/index.ts';

export const requestRules = [
  defineRule('dates-local-iso', {
    clauses: ['date.local'],
    title: 'A correct client sends local dates of the destination as YYYY-MM-DD, without a time zone.',
    right: 'The request has CheckinDate "2026-12-10".',
    wrong: 'The request has CheckinDate "10/12/2026" or "2026-12-10T00:00:00Z".',
    explanation:
      'The judge reads the dates in each request. If there is a task, the judge compares the dates of a Search with the task.',
    readsNoAnswers: true,
    cases: ({ calls }) => calls,
    nothing: 'no request contained a date',
    judgeCase(call, { task }) {
      const { start, end } = call.facts.request;
      if (start === undefined && end === undefined) return 'not applicable';
      const step = call.step === 'search' ? onlyStepFor(call.product, task) : undefined;
      const [first, last] = step ? datesOf(step) : [];
      return [
        { sent: start, meant: first },
        { sent: end, meant: last },
      ].flatMap(({ sent, meant }) => {
        if (sent === undefined) return [];
        if (!/^\d{4}-\d{2}-\d{2}$/.test(sent) || Number.isNaN(dayNumber(sent))) {
          return findingWith({
            expected: `A correct client sends a calendar date YYYY-MM-DD without time or zone${meant === undefined ? '' : `: "${meant}"`}.`,
          })`The client sent the date "${sent}" (${call}), which does not have the form YYYY-MM-DD. A supplier may reject or misread such a date.`;
        }
        // A conversion to another time zone can move a date by one day.
        if (meant === undefined || Math.abs(dayNumber(sent) - dayNumber(meant)) !== 1) return [];
        const isOne = (start === first) !== (end === last) && first !== undefined && last !== undefined;
        const why = isOne
          ? 'The other date is right, so the service would have another length.'
          : 'A conversion to another time zone causes such a difference, and the traveller would have the wrong day.';
        return findingWith({
          expected: `A correct client sends "${meant}", the date at the destination.`,
        })`The client sent the date "${sent}" (${call}), one day off the date "${meant}" in the task. ${why}`;
      });
    },
  }),
  defineRule('times-utc-hhmm', {
    clauses: ['date.hours'],
    title: 'A correct client converts the local time of the task to UTC and sends it as HH:MM.',
    right: 'The client sends 15:30 in Rio de Janeiro as "18:30".',
    wrong: 'The client sends 15:30 in Rio de Janeiro as "15:30" or "18:30:00".',
    explanation:
      'The judge reads the times in each Search. If there is a task, the judge compares them with the local times of the task.',
    readsNoAnswers: true,
    cases: run => run.of('search'),
    nothing: 'no Search contained a time of day',
    judgeCase(search, { task }) {
      const { times } = search.facts.request;
      if (!times) return 'not applicable';
      const step = onlyStepFor(search.product, task);
      const moments = step ? momentsOf(step) : [];
      return times.flatMap((time, index) => {
        const moment = moments[index];
        const meant = moment ? utcTimes(moment.date, moment.time, moment.zone) : [];
        if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) {
          return findingWith({
            expected: `A correct client sends a time of day as HH:MM in UTC${meant.length > 0 ? `: "${meant[0]}"` : ''}.`,
          })`The client sent the time "${time}" (${search}), which does not have the form HH:MM. A supplier may reject or misread such a time.`;
        }
        if (!moment || meant.length === 0 || meant.includes(time)) return [];
        const isLocal = time === moment.time ? ', which is the local time' : '';
        return findingWith({
          expected: `A correct client sends "${meant[0]}", the same time in UTC.`,
        })`The client sent the time "${time}"${isLocal} (${search}), but ${moment.date} ${moment.time} in ${moment.zone} is another time in UTC. The driver or the car would come at the wrong hour.`;
      });
    },
  }),
  defineRule('country-codes', {
    clauses: ['field.country'],
    title: 'A correct client sends two-letter country codes of ISO 3166-1.',
    right: 'The request has Nationality "BR".',
    wrong: 'The request has Nationality "BRA", "Brazil" or "XX".',
    explanation: 'The judge reads the country codes of each request.',
    readsNoAnswers: true,
    cases: ({ calls }) => calls,
    nothing: 'no request contained a country',
    judgeCase(call) {
      const { countries } = call.facts.request;
      if (!countries) return 'not applicable';
      return countries
        .filter(code => !isCountryCode(code))
        .map(code => {
          const upper = code.trim().toUpperCase();
          const example = isCountryCode(upper) ? upper : 'BR';
          return findingWith({
            expected: `A correct client sends a two-letter code in capitals, such as "${example}".`,
          })`The client sent the country "${code}" (${call}). The supplier accepts only ISO 3166-1 alpha-2 codes.`;
        });
    },
  }),
  defineRule('credential-in-body', {
    clauses: ['auth.1', 'auth.3', 'res.credential'],
    title: 'A correct client sends its Credential only in the body, never in a URL or header.',
    right: 'The body contains { "Credential": { "Username": …, "Password": … } }.',
    wrong: 'The URL contains ?Username=…&Password=…, or the request has an Authorization header.',
    explanation: 'The judge checks in which part of each booking call the Credential is.',
    expected:
      'A correct client sends { "Credential": { "Username", "Password" } } in the body, and nowhere else.',
    readsNoAnswers: true,
    cases: ({ calls }) => calls,
    nothing: 'no booking call was sent',
    judgeCase(call) {
      const { operation, method, credential, exposed = [], status, request } = call.facts;
      if (call.step === 'tool') return judgeTool(call);
      if (operation === null) return 'not applicable';
      const report = (what: string, warn = false) =>
        findingWith({
          warn,
        })`The client sent ${what} (${call}, ${operation}). The supplier reads only the body, and logs often contain URLs and headers.`;
      const whereIn = (part: string) => (part === 'url' ? 'in the URL' : 'in a header');
      const place = exposed.find(({ name }) => !gatewayKey.test(name)) ?? exposed[0];
      if (place)
        return report(`its Credential ${whereIn(place.in)}, as ${place.name}`, gatewayKey.test(place.name));
      // A GET for static data has a token in its path (auth.4).
      if (method === 'GET') return undefined;
      // Some recorders leave bodies out. An answer other than 401 proves that a credential was sent.
      const isEmpty = Object.values(request).every(value => value === undefined);
      if (credential === undefined && status !== 401 && isEmpty)
        return { inconclusive: `the body of exchange ${call.number} was not recorded` };
      if (credential === undefined) return report('no Credential');
      if (credential.in === 'body') return undefined;
      return report(`its Credential ${whereIn(credential.in)}`);
    },
  }),
  defineRule('manager-id-sent', {
    clauses: ['auth.4'],
    title: 'A correct client sends managerId as an integer in the query of each request for static data.',
    right: 'The request has ?managerId=7.',
    wrong: 'The request has no managerId, or managerId=seven.',
    explanation: 'The judge reads the query of each request for static data.',
    expected: 'A correct client sends the query parameter managerId as an integer, such as "?managerId=1".',
    readsNoAnswers: true,
    cases: run => run.of('static'),
    nothing: 'no request for static data was sent',
    judgeCase(call) {
      const { managerId } = call.facts.request;
      if (managerId !== undefined && /^\d+$/.test(managerId)) return undefined;
      const what = managerId === undefined ? 'without managerId' : `with managerId "${managerId}"`;
      return finding`The client sent ${call.facts.operation} (${call}) ${what}. The supplier returns static data only for an integer managerId.`;
    },
  }),
  defineRule('static-data-cached', {
    level: 'should',
    clauses: ['ep.static-refresh', 'limit.static'],
    title: 'A correct client requests the static data of an airport or hotel once in about 30 days.',
    right: 'The client requests the static data of an airport again after 30 days.',
    wrong: 'The client requests the static data of an airport twice in one day.',
    explanation:
      'The judge looks for equal requests for static data within 30 days. If the task needs the data again later, it also looks for a later request.',
    expected: 'A correct client requests the data again when its copy is about 30 days old.',
    judge(run) {
      const kept = new Map<string, Call>();
      const stale = neverRefreshed(run.of('static'), run);
      if (stale) return stale;
      return assessEach(
        run.of('static'),
        call => judgeStaticCall(call, kept, run),
        'no airport or hotel was requested',
      );
    },
  }),
  defineRule('search-not-repeated', {
    level: 'should',
    clauses: ['limit.token'],
    title: 'A correct client searches again only for a reason, such as an expired Token or a failed call.',
    right: 'The client sends one Search, requests the conditions of an offer, and sends DoBooking.',
    wrong: 'The client sends the same Search three times before it books, and ignores the first two answers.',
    explanation:
      'The judge counts the equal Searches that were answered in the last 30 minutes. A reason to search again restarts the count. Such a reason is a failed call, a refused call, changed conditions, or a DoBooking. The rule needs a task.',
    judge({ calls, task }) {
      if (!task)
        return missingInput('the rule needs a task, because several programs may send the same Search');
      // If the user submits a booking several times at once, the client may send a Search each time.
      const atOnce = Math.max(1, ...task.steps.map(step => (step.do === 'book' ? (step.times ?? 1) : 1)));
      const equal = new Map<string, Call[]>();
      return assessEach(calls, call => judgeSearch(call, equal, maxEqual * atOnce), 'no Search was answered');
    },
  }),
  defineRule('request-matches-contract', {
    clauses: ['err.400'],
    title: 'A correct client sends only requests that match the contract in every field.',
    right: 'The request has NumAdults: 2.',
    wrong: 'The request has no Nationality, or NumAdults: "two".',
    explanation:
      'The judge reads the answers with status 400. An unknown field name is only a warning. If the stand-in accepts a value of the wrong type, such as a number as text, the whole run gets one warning.',
    expected:
      'A correct client sends a request that fits the contract. The answer contains each wrong field and a valid value.',
    standsAlone: true,
    judge({ calls }) {
      const seen = new Set<string>();
      const assessment = assessEach(
        calls,
        call => judgeRequest(call, seen),
        'no call to the supplier was sent',
      );
      const known = calls.filter(({ step, facts }) => step !== 'tool' && facts.operation !== null);
      return { ...assessment, findings: [...assessment.findings, ...harmlessFindings(known)] };
    },
  }),
  defineRule('canonical-paths', {
    level: 'should',
    clauses: ['ep.airport', 'ep.hotel-detail', 'ep.pay', 'ep.detail', 'ep.list', 'ep.unspecified'],
    title: 'A correct client writes each path exactly as the contract does.',
    right: 'The client calls /API/REST/Hotel.svc/GetBookingConditions.',
    wrong: 'The client calls /api/rest/hotel.svc/getBookingConditions.',
    explanation:
      'The judge looks for paths that are not in the contract, or that differ from the contract in upper and lower case.',
    expected: 'A correct client calls a path of the contract. The 404 answer contains the nearest path.',
    readsNoAnswers: true,
    judge: ({ calls }) => {
      const seen = new Set<string>();
      return assessEach(calls, call => judgePath(call, seen), 'no call to the supplier was sent');
    },
  }),
] as const;

function datesOf(step: BookStep): (string | undefined)[] {
  if (step.product === 'hotel') {
    const { checkinDate, nights } = step.criteria;
    return [checkinDate, addDays(checkinDate, nights)];
  }
  if (step.product === 'car') return [step.criteria.pickup.date, step.criteria.dropoff.date];
  return step.product === 'tour' ? [step.criteria.from, step.criteria.to] : [step.criteria.date];
}

function momentsOf(step: BookStep) {
  if (step.product === 'car') return [step.criteria.pickup, step.criteria.dropoff];
  return step.product === 'transfer' ? [step.criteria] : [];
}

/** The documentation needs no Credential (auth.3). */
function judgeTool(call: Call) {
  const { credential, tool } = call.facts;
  const report = (what: string, warn = false) =>
    findingWith({
      warn,
      expected: 'A correct client sends the bearer token in the Authorization header, and nothing else.',
    })`The client sent ${what} to the tool server (${call}). Logs often contain URLs, and the documentation needs no Credential.`;
  if (credential?.in === 'url') return report('the bearer token in the URL');
  return tool?.hasCredential ? report('a Username or a Password', true) : undefined;
}

/** A gateway between client and supplier can require its own key. */
const gatewayKey = /api[-_]?key$/i;

const staticLife = limits.staticDataAge.value;

function neverRefreshed(calls: readonly Call[], { task, finish }: Run): Found | undefined {
  const steps = task?.steps.flatMap(step => (step.do === 'static' ? step : [])) ?? [];
  const isLate = steps.slice(1).some(({ after = 'PT0S' }) => parseDuration(after) > staticLife);
  const [first] = calls.filter(call => call.isSuccess);
  // A client whose timers cannot wait for a month did not need the data later.
  if (!isLate || !first || (finish?.virtualMs ?? 0) < staticLife) return undefined;
  const isAgain = calls.some(call => call.isSuccess && call.opened.at - first.opened.at >= staticLife);
  if (isAgain) return undefined;
  return finding`The client requested ${first.facts.operation} at ${first.opened} (${first}), and not again when the task needed the data more than 30 days later. The user would see old data.`;
}

function judgeStaticCall(call: Call, kept: Map<string, Call>, run: Run) {
  const { operation, request } = call.facts;
  const id =
    operation === 'airportDetail' ? request.airport : operation === 'hotelDetail' ? request.item : undefined;
  if (id === undefined) return 'not applicable';
  const key = `${call.by} ${operation} ${id}`;
  const before = kept.get(key);
  if (call.isSuccess) kept.set(key, call);
  // A restarted client has forgotten what it kept only in memory.
  if (!before || !hasSeen(call, before) || !isOneProcess(call, before)) return undefined;
  if (call.opened.at - before.opened.at >= staticLife - tolerance(staticLife, run)) return undefined;
  return findingWith({
    expected: 'A correct client takes the answer from a local cache for about 30 days.',
  })`The client requested ${operation} of ${id} again at ${call.opened} (${call}), although it had the answer from ${before.opened} (${before}). This data rarely changes, so the call only uses up the rate limit.`;
}

/** 2, because a user may go back once. */
const maxEqual = 2;

const offerLife = limits.tokenLife.value;

function judgeSearch(call: Call, equal: Map<string, Call[]>, max: number) {
  if (isReason(call)) equal.clear();
  if (call.step !== 'search' || !call.isSuccess) return 'not applicable';
  const key = requestKey(call);
  const before = (equal.get(key) ?? []).filter(({ opened }) => call.opened.at - opened.at < offerLife);
  equal.set(key, [...before.slice(-max), call]);
  // A longer run of equal Searches gets only one finding.
  if (before.length !== max) return undefined;
  const [first = call] = before;
  return findingWith({
    also: before,
    expected: `A correct client uses the offers and the Token of exchange ${first.number}, which are valid for ${formatDuration(offerLife)}.`,
  })`The client sent the same Search ${max + 1} times within ${formatDuration(call.opened.at - first.opened.at)}, from exchange ${first.number} to ${call}. Repeated Searches cost time and return the same offers.`;
}

function isReason(call: Call): boolean {
  if (call.step === 'book' || !call.isSuccess) return true;
  const { errors, revalidation, found } = call.facts.answer;
  if (call.step === 'search') return found === 0 || errors !== undefined;
  if (call.step !== 'conditions') return false;
  const isSame = revalidation === undefined || revalidation === 'SameRoomsFound';
  return errors !== undefined || !isSame;
}

/** All other codes report a wrong time of the request or a wrong booking state. */
const malformedCodes: readonly string[] = ['InvalidRequest', 'PayloadTooLarge', 'MethodNotAllowed'];

function judgeRequest(call: Call, seen: Set<string>) {
  if (call.step === 'tool') return 'not applicable';
  const { operation, warnings = [] } = call.facts;
  if (operation === null) return isMalformed(call) ? [refused(call)] : 'not applicable';
  const odd = warnings.flatMap(warning => warned(call, warning, seen));
  // If there is a finding for each wrong field, the general finding is not needed.
  const isNamed = warnings.some(({ kind }) => kind === 'wrong');
  return isMalformed(call) && !isNamed ? [refused(call), ...odd] : odd;
}

function isMalformed(call: Call): boolean {
  const { status, answer, operation } = call.facts;
  if (call.isSynthetic || (status !== 400 && status !== 405 && status !== 413)) return false;
  // A payment or a further service can also be refused because of the booking: it is paid, or in another currency.
  const isAbout = operation === 'payBooking' || (call.step === 'book' && !call.isNew);
  const isState = isAbout && (answer.fields ?? []).every(field => field === 'BookingId');
  return !isState && (answer.errors ?? []).some(code => malformedCodes.includes(code));
}

function refused(call: Call): Found {
  const { status, answer, operation, method } = call.facts;
  const { fields = [], errors = [] } = answer;
  const where = fields.length > 0 ? `: ${fields.join(', ')}` : '';
  return finding`The client sent a malformed request (${call}, ${operation ?? method}), which was answered ${status} ${errors[0] ?? ''}${where}. The request has no effect.`;
}

/** A repeated problem gets only one finding. */
function warned(call: Call, { kind, field, message }: Warning, seen: Set<string>): Found | [] {
  const { operation } = call.facts;
  const key = `${operation} ${kind} ${field}`;
  // Deviations that the supplier accepts get one finding for all calls.
  if (kind === 'spelling' || kind === 'lenient' || seen.has(key)) return [];
  seen.add(key);
  return findingWith({
    warn: kind !== 'wrong',
    expected: asDefined,
  })`The client sent a request that does not fit the contract (${call}, ${operation}): ${field === '' ? 'the body' : field}: ${message}. A supplier may reject such a request.`;
}

/** Paths that a browser requests by itself, such as the icon of a site. */
const browserPath = /^\/(?:favicon\.ico|apple-touch-icon[\w-]*\.png|robots\.txt|\.well-known\/.*)$/;

function judgePath(call: Call, seen: Set<string>) {
  if (call.step === 'tool') return 'not applicable';
  const { operation, method, url, status, warnings = [] } = call.facts;
  if (operation === null) {
    if (status !== 404 || call.isSynthetic) return 'not applicable';
    const path = url.replace(/\?.*$/, '');
    if (method === 'GET' && browserPath.test(path)) return 'not applicable';
    if (seen.has(path)) return [];
    seen.add(path);
    return finding`The client called ${method} ${path} (${call}), but the contract has no such operation. The call has no effect.`;
  }
  return warnings.flatMap(({ kind, message }) => {
    if (kind !== 'spelling' || seen.has(message)) return [];
    seen.add(message);
    return findingWith({
      expected: 'A correct client uses the spelling of the contract.',
    })`The client called ${operation} (${call}) with an unusual spelling: ${message}. A supplier may reject another spelling.`;
  });
}
