// A load profile for k6: each virtual user has its own sandbox, searches hotels, and reads the list of its bookings.
// k6 run -e BASE=https://understudy.example.com -e TOKEN=… -e NAMESPACE=team-a docs/operate/k6.js
import { check } from 'k6';
import http from 'k6/http';

const base = __ENV.BASE || 'http://127.0.0.1:4010';
const namespace = __ENV.NAMESPACE ? `${__ENV.NAMESPACE}.` : '';
const users = Number(__ENV.USERS || 16);

export const options = {
  scenarios: { mixed: { executor: 'constant-vus', vus: users, duration: __ENV.DURATION || '1m' } },
  thresholds: { http_req_failed: ['rate<0.01'], http_req_duration: ['p(95)<250'] },
};

const json = { 'content-type': 'application/json' };
const control = __ENV.TOKEN ? { ...json, authorization: `Bearer ${__ENV.TOKEN}` } : json;

/** Creates a sandbox for each virtual user. */
export function setup() {
  const options = JSON.stringify({ options: { rateLimit: false } });
  return Array.from({ length: users }, (_, index) => {
    const url = `${base}/_control/sandboxes/${namespace}k6-${index + 1}`;
    return http.put(url, options, { headers: control }).json();
  });
}

// biome-ignore lint/style/noDefaultExport: k6 calls the default export
export default function play(sandboxes) {
  const { baseUrl, credential: Credential } = sandboxes[(__VU - 1) % sandboxes.length];
  const date = new Date(Date.now() + 30 * 86400000).toISOString().slice(0, 10);
  const post = (path, body) => http.post(baseUrl + path, JSON.stringify(body), { headers: json });
  const search = post('/API/REST/Hotel.svc/Search', {
    Credential,
    Criteria: {
      DestinationId: '1001',
      CheckinDate: date,
      NumNights: 2,
      SearchRooms: [{ NumAdults: 2 }],
      Nationality: 'BR',
    },
  });
  check(search, { 'finds hotels': answer => answer.status === 200 && answer.json('Hotels').length > 0 });
  const list = post('/API/REST/ClientBackOffice.svc/GetBookingList', { Credential });
  check(list, { 'lists bookings': answer => answer.status === 200 });
}

/** Deletes the sandboxes. */
export function teardown(sandboxes) {
  for (const { id } of sandboxes) http.del(`${base}/_control/sandboxes/${id}`, null, { headers: control });
}
