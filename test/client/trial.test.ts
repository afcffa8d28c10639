import { it } from 'vitest';
import { createClient, type Wish } from '#client';
import { createMockSupplier } from '#mock-server';

const payment = { ContractingParty: { Address: 'R', CPF: '529.982.247-25', CityName: 'Rio', CountryCode: 'BR', Email: 'ana@example.com', PersonName: 'Ana', PhoneDDD: '21', PhoneNumber: '99999' }, CreditCard: { Holder: 'ANA', CardNumber: '4111111111111111', MonthExpiration: '12', YearExpiration: '2030', SecurityCode: '123', NumberPayments: 1 } };
const hotel: Wish = { product: 'hotel', criteria: { DestinationId: '1001', CheckinDate: '2026-12-10', CheckoutDate: '2026-12-12', SearchRooms: [{ NumAdults: 2, ChildAges: [7] }], Nationality: 'BR' } as never, guests: [{ Name: 'Ana', Surname: 'Silva', Age: 34 }, { Name: 'Rui', Surname: 'Silva', Age: 36 }, { Name: 'Eva', Surname: 'Silva', Age: 7 }], payment };
const pick = (f: (o: { isPrePayment: boolean; canPayLater: boolean; restrictionType: string }) => boolean) => (offers: readonly any[]) => offers.find(f);
const plain = pick(o => !o.isPrePayment && o.canPayLater && o.restrictionType === 'CanBook');
const cases: [string, string[], Partial<Wish>, string][] = [
  ['plain', [], { choose: plain }, ''],
  ['lost booked', ['hotel.doBooking:cut,commit=before,times=1'], { choose: plain }, ''],
  ['lost not', ['hotel.doBooking:cut,times=1'], { choose: plain }, ''],
  ['hang', ['hotel.doBooking:hang,commit=before,times=1'], { choose: plain }, ''],
  ['504', ['hotel.doBooking:status=504,commit=before,times=1'], { choose: plain }, ''],
  ['visible late', ['hotel.doBooking:cut,commit=before,times=1', 'getBooking*:visibility=PT4M'], { choose: plain }, ''],
  ['prepaid', [], { choose: pick(o => o.isPrePayment) }, ''],
  ['pay now', [], { choose: pick(o => !o.canPayLater) }, ''],
  ['declined', ['payBooking:payment=declined'], { choose: pick(o => o.isPrePayment) }, ''],
  ['pay pending', ['payBooking:payment=pending'], { choose: pick(o => o.isPrePayment) }, ''],
  ['pay lost', ['payBooking:payment=lost,times=1'], { choose: pick(o => o.isPrePayment) }, ''],
  ['on request', [], { choose: pick(o => o.restrictionType === 'OnRequest') }, ''],
  ['on request silent', ['hotel.doBooking:timeline=on-request'], { choose: pick(o => o.restrictionType === 'OnRequest') }, ''],
  ['on request rejected', ['hotel.doBooking:timeline=on-request;rejected@PT15M'], { choose: pick(o => o.restrictionType === 'OnRequest') }, ''],
  ['pending for good', ['hotel.doBooking:timeline=pending'], { choose: plain }, ''],
  ['tech', ['hotel.doBooking:timeline=technical-problem;confirmed@PT12M'], { choose: plain }, ''],
  ['in progress', ['hotel.doBooking:timeline=in-progress;confirmed@PT1S'], { choose: plain }, ''],
  ['goes back', ['getBookingDetail:visibility,goesBackTo=pending'], { choose: plain }, ''],
  ['business failed', ['hotel.doBooking:business=FAILED'], { choose: plain }, ''],
  ['business errors', ['hotel.doBooking:business,errors=SupplierTimeout'], { choose: plain }, ''],
  ['price', ['hotel.getBookingConditions:price=10'], { choose: plain }, ''],
  ['sold out', ['hotel.getBookingConditions:sold-out'], { choose: plain }, ''],
  ['sold out b', ['hotel.doBooking:sold-out=booking'], { choose: plain }, ''],
  ['cond lost', ['hotel.getBookingConditions:cut,commit=before,times=1'], { choose: plain }, ''],
  ['500 x2', ['hotel.search:status=500,times=2'], { choose: plain }, ''],
  ['500 inf', ['hotel.search:status=500'], { choose: plain }, ''],
  ['429', ['hotel.search:status=429,retryAfter=30,times=1'], { choose: plain }, ''],
  ['429 date', ['hotel.search:status=429,retryAfter=30,retryAfterForm=date,times=1'], { choose: plain }, ''],
  ['401', ['hotel.search:status=401'], { choose: plain }, ''],
  ['html', ['hotel.search:status=502,times=1', 'hotel.search:body=html,times=1'], { choose: plain }, ''],
  ['hang search', ['hotel.search:hang,times=1'], { choose: plain }, ''],
  ['slow', ['hotel.search:delay=PT12S'], { choose: plain }, ''],
  ['drip', ['getBookingDetail:body=slow-drip'], { choose: plain }, ''],
  ['credit', ['hotel.doBooking:timeline=credit-blocked'], { choose: plain }, ''],
  ['expired token', [], { choose: plain }, 'PT40M'],
  ['expired retoken', [], { choose: plain }, 'PT26H'],
  ['stale', [], { choose: plain }, 'conditions'],
];
it('tries', async () => {
  for (const [name, faults, change, waits] of cases) {
    const supplier = createMockSupplier({ clock: { mode: 'auto', start: Date.parse('2026-11-20T10:00:00Z') }, faults, options: { rateLimit: 120 } });
    const sb = supplier.sandboxes.require('default');
    const client = createClient({ baseUrl: 'http://s.test', credential: { Username: 'demo', Password: 'demo' }, clock: sb.clock, fetch: supplier.fetch as typeof fetch });
    let waited = false;
    const choose = async (o: readonly any[]) => { if (waits.startsWith('PT') && !waited) { waited = true; await sb.clock.sleep(waits === 'PT40M' ? 2_400_000 : 26 * 3_600_000); } return (change as any).choose(o); };
    let asked = 0;
    const wish = { ...hotel, ...change, choose, criteria: { ...hotel.criteria, ReturnOnRequestRooms: true } } as Wish;
    const t = performance.now();
    const out = await client.book(wish, async q => { asked += 1; if (waits === 'conditions' && asked === 1) await sb.clock.sleep(7 * 60_000); return true; });
    const { outcome, ...rest } = out as any;
    const calls = sb.journal.read().map(e => e.facts.operation?.replace('hotel.', '')).join(' ');
    console.log(name.padEnd(20), outcome.padEnd(16), 'asked', asked, 'bookings', sb.store.bookingCount, 't', ((sb.clock.now() - Date.parse('2026-11-20T10:00:00Z')) / 60_000).toFixed(1), 'min', (performance.now() - t).toFixed(0), 'ms', String(rest.error?.message ?? rest.why ?? '').slice(0, 120), '|', calls.slice(0, 200));
  }
});
