import { addDays, type Product } from '#contracts';
import type { BookStep, Scenario, TaskStep } from '#contracts/scenario';
import { car, hotel, tour, transfer } from '#scenarios/catalogue/parts';
import { type RuleId, rules } from '#scenarios/judge';
import { type Break, type BrokenClient, withAnyProduct } from '../../test/clients/broken/broken-client.ts';
import { brokenClients } from '../../test/clients/broken/index.ts';
import { caughtBy, judgePlayOf, playedBy } from '../../test/clients/broken/play-broken.ts';

/** What a client buys: one product, or a hotel with another service that is added to its booking. */
const kinds = ['hotel', 'car', 'transfer', 'tour', 'trip'] as const;
type Kind = (typeof kinds)[number];
type HotelStep = Extract<BookStep, { product: 'hotel' }>;

const isTrip = ({ task }: Scenario): boolean =>
  task.steps.some(step => step.do === 'book' && step.attachTo !== undefined);

/** Returns what the client buys in a scenario. */
const kindOf = (scenario: Scenario): Kind => (isTrip(scenario) ? 'trip' : (scenario.products[0] ?? 'hotel'));

/** Returns the step that books another product on the days of a hotel step, with the same choice and payment. */
function stepLike(
  { criteria, choose, payment, times, guests }: HotelStep,
  product: Exclude<Product, 'hotel'>,
): BookStep {
  const { checkinDate: date, nights } = criteria;
  const rest = {
    ...(choose && { choose: { ...choose, name: undefined } }),
    ...(payment && { payment }),
    ...(times !== undefined && { times }),
    ...(criteria.rooms.length === 1 && { guests: product === 'car' ? guests.slice(0, 1) : guests }),
  };
  const end = addDays(date, nights);
  if (product === 'car') {
    const { pickup, dropoff } = car.criteria;
    return { ...car, ...rest, criteria: { pickup: { ...pickup, date }, dropoff: { ...dropoff, date: end } } };
  }
  if (product === 'transfer') return { ...transfer, ...rest, criteria: { ...transfer.criteria, date } };
  return { ...tour, ...rest, criteria: { ...tour.criteria, from: date, to: end } } as BookStep; // parts have the type of any step
}

/** Returns the scenario with another product in place of each hotel. The faults act on the operations of this product. */
function withKind(scenario: Scenario, kind: Exclude<Kind, 'hotel'>): Scenario {
  const product = kind === 'trip' ? 'transfer' : kind;
  const { task, setup = {}, truth, outcomes } = scenario;
  const faults = JSON.parse(JSON.stringify(setup.faults ?? []).replaceAll('hotel.', `${product}.`));
  const isHotel = (step: TaskStep): step is HotelStep => step.do === 'book' && step.product === 'hotel';
  const [first] = task.steps.filter(isHotel);
  const own = task.steps.map(step => (isHotel(step) ? stepLike(step, product) : step));
  // In a trip, a hotel that needs no payment comes first, and the other services are added to its booking.
  const isAdded = kind === 'trip' && first !== undefined;
  const stay = hotel({
    criteria: { ...hotel().criteria, checkinDate: first?.criteria.checkinDate ?? '' },
    ...(first?.criteria.rooms.length === 1 && { guests: first.guests }),
  });
  const steps = isAdded
    ? [
        stay,
        ...own.map(step =>
          step.do === 'book'
            ? { ...step, attachTo: 0 }
            : step.do === 'cancel'
              ? { ...step, step: step.step + 1 }
              : step,
        ),
      ]
    : own;
  const { requests: _, ...rest } = truth;
  const services = isAdded
    ? [task.steps.some(step => step.do === 'cancel') ? 'cancelled' : 'confirmed', ...truth.services]
    : truth.services;
  return {
    ...scenario,
    products: kind === 'trip' ? ['hotel', 'transfer'] : [product],
    setup: { ...setup, faults },
    ...(scenario.restarts && {
      restarts: { ...scenario.restarts, at: scenario.restarts.at.replace('hotel.', `${product}.`) },
    }),
    task: { ...task, steps },
    truth: { ...rest, services },
    outcomes:
      isAdded && !task.steps.some(step => step.do === 'cancel') ? ['confirmed', ...outcomes] : outcomes,
  } as Scenario; // the operations exist for each product
}

/** A scenario and a broken client that prove a rule for a product. */
interface Proof {
  readonly scenario: string;
  readonly client: string;
}

/** Returns the first broken client that a rule catches with a product. */
async function proofOf(rule: RuleId, kind: Kind): Promise<Proof | undefined> {
  const own = [
    ...brokenClients.filter(broken => broken.rule === rule),
    ...brokenClients.filter(broken => broken.overlaps?.includes(rule)),
  ];
  for (const broken of own)
    if (kindOf(playedBy(broken)) === kind) return { scenario: `\`${broken.scenario}\``, client: broken.name };
  if (kind === 'hotel') return undefined;
  for (const broken of own) {
    const scenario = playedBy(broken);
    if (broken.draw || kindOf(scenario) !== 'hotel' || scenario.task.steps.every(step => step.do !== 'book'))
      continue;
    if (await isCaught(broken, withKind(scenario, kind), rule))
      return { scenario: `\`${broken.scenario}\` with a ${kind}`, client: broken.name };
  }
  return undefined;
}

/** Returns whether a rule catches a broken client, and says nothing about the reference client. */
async function isCaught({ breakIt }: BrokenClient, scenario: Scenario, rule: RuleId): Promise<boolean> {
  const any: Break = {
    ...breakIt,
    ...(breakIt.client && {
      client: setting => (breakIt.client as NonNullable<Break['client']>)(withAnyProduct(setting)),
    }),
  };
  const caught = await judgePlayOf(scenario, any).then(
    ({ verdicts }) => caughtBy(verdicts),
    (): RuleId[] => [],
  );
  if (!caught.includes(rule)) return false;
  return !caughtBy((await judgePlayOf(scenario, {})).verdicts).includes(rule);
}

type Other = Exclude<Kind, 'hotel'>;
const no = (reason: string, ...of: readonly Kind[]): Partial<Record<Kind, string>> =>
  Object.fromEntries((of.length > 0 ? of : kinds).map(kind => [kind, reason]));
const others: readonly Other[] = ['car', 'transfer', 'tour', 'trip'];

/** Why some rules cannot be broken with some products. */
const impossible: Partial<Record<RuleId, Partial<Record<Kind, string>>>> = {
  'attach-uses-real-booking-id': no('nothing is added to a booking', 'hotel', 'car', 'transfer', 'tour'),
  'destination-from-autocomplete': no('places have public codes', 'car', 'transfer'),
  'child-ages-exact': no('the Search has no children', 'car'),
  'reference-unique': no('services of one trip may share a reference', 'trip'),
  'rejected-is-final': no('a trip stands while one of its services does', 'trip'),
  'body-inspected': no('outcome-as-expected judges each service of a trip', 'trip'),
  'rate-limit-kept': no('the limit counts the calls of all products', ...others),
  'static-data-cached': no('only hotels and airports have static data', ...others),
  'times-utc-hhmm': no('the Search has no time of day', 'hotel', 'tour'),
  'tools-accept-both': no('the tool server has no products', ...others),
  'tools-post-only': no('the tool server has no products', ...others),
  'tools-revision': no('the tool server has no products', ...others),
};

async function proofText(rule: RuleId, kind: Kind): Promise<string> {
  const proof = await proofOf(rule, kind);
  const reason = impossible[rule]?.[kind];
  if (!proof && reason === undefined)
    throw new Error(
      `${rule} has no proof with a ${kind}; add a broken client, or the reason why none can be`,
    );
  return proof?.scenario ?? `impossible: ${reason}`;
}

const introduction = `# The rules for each product

A rule holds for every product, and each cell of this table has a proof. A cell names the [scenario](scenarios.md) in which a test plays a
broken client, and the [rule](rules.md) catches it. With \`… with a car\`, the test plays the scenario with a car in place of the hotel. A
trip is a hotel and a transfer that is added to its booking. A cell without a scenario says why no client can break the rule there.`;

const warned = `## What the judge only warns of

| a client that | scenario | why |
| --- | --- | --- |`;

const fields = `## What only the result of a client can show

The calls show what a client sends and receives, but not what it shows or believes. If a field is missing in the result, the rule is
\`not-observed\`.

| field of the result | rules |
| --- | --- |
| \`outcome\`, \`bookingId\` | \`outcome-as-expected\`, \`on-request-not-success\`, \`body-inspected\` |
| \`services[].outcome\` | \`outcome-as-expected\`, for each service of a trip |`;

/** Returns the page of the docs about the rules and the products. It plays broken clients to find the proofs. */
export async function byProductPage(): Promise<string> {
  const rows = [
    ['rule', ...kinds],
    ['---', ...kinds.map(() => '---')],
  ];
  for (const { id } of rules) {
    const row = [`\`${id}\``];
    for (const kind of kinds) row.push(await proofText(id, kind));
    rows.push(row);
  }
  const table = rows.map(cells => `| ${cells.join(' | ')} |`).join('\n');
  const mild = brokenClients.flatMap(({ name, scenario, onlyWarned }) =>
    onlyWarned ? `| ${name} | \`${scenario}\` | ${onlyWarned} |` : [],
  );
  const shown = Map.groupBy(
    rules.flatMap(({ id, needsShown = [] }) => needsShown.map(field => ({ id, field }))),
    ({ field }) => field,
  );
  const needed = [...shown].map(
    ([field, ids]) => `| \`shownToUser.${field}\` | ${ids.map(({ id }) => `\`${id}\``).join(', ')} |`,
  );
  return `${introduction}\n\n${table}\n\n${warned}\n${mild.join('\n')}\n\n${fields}\n${needed.join('\n')}\n`;
}
