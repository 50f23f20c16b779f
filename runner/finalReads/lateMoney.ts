import { isPaidByRun } from '../../oracles/acquiring/lifecycle/paidAddresses.ts';
import {
  type AcquiringSighting,
  acquiringRecordsIn,
  assetOf,
  checkoutsIn,
  requestsIn,
} from '../../oracles/answers/acquiringRecords.ts';
import { numberIn } from '../../oracles/answers/exchangeLists.ts';
import { decimal } from '../../schemas/json/exact.ts';
import { uriEncoded } from '../../schemas/json/uriEncoding.ts';
import { field, grouped, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Paths } from '../../traffic/target/file/targetFile.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import { readBackPath } from '../actions/acquiring/readBack.ts';
import { belowMinimum, cut, transfersOf } from '../actions/acquiring/transfers.ts';
import { drawnNumber } from '../actions/inputs/turns.ts';
import type { Api } from '../worker/api.ts';
import type { Advance, ControlAct } from '../worker/controlActions.ts';
import { freePayins, freePayouts } from './freeRecords.ts';
import { type OwnRead, readOwn } from './ownRecords.ts';
import { readLimitsOf } from './readLimits.ts';

/** What moves money at last: control actions, and the target's clock. */
export interface LateMoneyParts {
  paths: Paths;
  act: ControlAct;
  advance: Advance;
}

/** After this time on the target's clock, ms, a payment has had its effect on balances, and a checkout and its request have settled (LIF-14). */
export const settledMs = 45_000;

/** So much time lies between a read of the balances and the next payment, ms, so that by its createdAt the payment belongs to one moment only. */
export const apartMs = 3_000;

/** A request that waits for a payment, and how it is read. */
interface Waiting {
  asset: string;
  address: string;
  project: string;
  shown: AcquiringSighting;
  by: OwnRead;
}

/** Returns the project of a request and how it is read: by its checkout, if one shows it, else by itself; undefined if the target file names no path for it. */
function wayTo(
  record: RunRecord,
  paths: Paths,
  { value }: AcquiringSighting,
): Pick<Waiting, 'by' | 'project'> | undefined {
  const id = textField(value, 'id') ?? '';
  const checkout = checkoutsIn(record).findLast((one) => textField(field(one.value, 'request'), 'id') === id)?.value;
  const own = acquiringRecordsIn(record).find((one) => one.id === id);
  const kind = checkout ? 'checkout' : 'request';
  const of = {
    project: own?.project ?? textField(checkout ?? value, checkout ? 'projectId' : 'cryptoAcquiringProjectId') ?? '',
    id: textField(checkout ?? value, 'id') ?? '',
  };
  const path = readBackPath(paths, kind, of);
  return path === undefined ? undefined : { project: of.project, by: { id: of.id, path, readBack: kind } };
}

/** Returns the requests of the run that wait for a payment, and about which no assertion says what becomes of them. */
function waitingIn(record: RunRecord, paths: Paths): Waiting[] {
  const claimed = new Set(record.assertions.map(({ args }) => (args as { created?: unknown }).created));
  const named = new Set(acquiringRecordsIn(record).flatMap(({ id, created }) => (claimed.has(created.id) ? [id] : [])));
  const last = new Map(requestsIn(record).map((one) => [textField(one.value, 'id') ?? '', one]));
  return [...last].flatMap(([id, shown]): Waiting[] => {
    const [asset, address, way] = [assetOf(shown), textField(shown.value, 'address'), wayTo(record, paths, shown)];
    const isFree =
      textField(shown.value, 'status') === 'WAITING_PAYMENT' && !named.has(id) && !named.has(way?.by.id ?? '');
    return isFree && !isPaidByRun(record, shown) && asset !== undefined && address !== undefined && way
      ? [{ asset, address, shown, ...way }]
      : [];
  });
}

/** What is paid to requests, in turn: mostly enough, since its credit can be calculated. */
const shares = ['exact', 'over', 'exact', 'over', 'under'] as const;

/** So many times its minimum is paid to a request without a price, in turn; less than once is too little. */
const multiples = ['1', '1.37', '0.5', '26.05', '3.3'] as const;

/** Returns the amount to pay to a request, as decimal text; undefined if it shows neither a price nor a minimum. */
function amountFor({ shown: { value } }: Waiting, drawn: number): string | undefined {
  const [due, least] = [numberIn(value, 'payAmount'), numberIn(value, 'minLimit')];
  if (due?.gt(0)) return transfersOf(due, drawn, { nth: drawn, drawn })[shares[drawn % shares.length] ?? 'exact'];
  if (!least?.gt(0)) return undefined;
  const times = decimal(multiples[drawn % multiples.length] ?? '1');
  return times.lt(1) ? belowMinimum(least) : cut(least.times(times), Math.max(2, least.decimalPlaces())).toFixed();
}

/** The statuses that a pay-in goes through before it is paid, in turn: each way of it ends alike. */
const detours = [undefined, 'PENDING', 'FROZEN'] as const;

/** How a pay-out ends that the run left on its way, in turn: what it held returns. */
const fails = ['FAILED', 'CANCELLED'] as const;

/** Of every three requests that were left alone, one stays alone, so that its end is seen too. */
const leftAlone = <Item>(items: readonly Item[], most: number): Item[] =>
  items.filter((_, nth) => nth % 3 !== 2).slice(0, most);

/**
 * Has some pay-ins and requests that the run left alone paid one by one, and pay-outs fail, each between two reads of the balances, where nothing else moves them any
 * more: the text quantifies over all payments, and these cost no POST. What the control API refuses is left out.
 */
export async function moveMoneyAtLast(
  api: Api,
  record: RunRecord,
  { paths, act, advance }: LateMoneyParts,
): Promise<void> {
  const { moved } = readLimitsOf(record);
  const payins = freePayins(record).slice(0, moved);
  const payouts = freePayouts(record).slice(0, moved);
  const requests = leftAlone(waitingIn(record, paths), moved);
  if (payins.length + payouts.length + requests.length === 0) return;
  const look = () => api.send(read.balances(), { purpose: 'sweep' });
  const run = { seed: record.runs[0]?.seed ?? 0 };
  const first = drawnNumber({ run }, 'the first payment of the final reads');
  await look();
  const ends = [
    ...payins.map((id) => ({ id, end: 'SUCCESS' })),
    ...payouts.map((id, nth) => ({ id, end: fails[(first + nth) % fails.length] ?? fails[0] })),
  ];
  for (const [nth, { id, end }] of ends.entries()) {
    const status = detours[(first + nth) % detours.length];
    // What is refused of a detour leaves the payment as it is.
    if (status !== undefined && (await act(`payments/${uriEncoded(id)}/settle`, { status }))) await look();
    await act(`payments/${uriEncoded(id)}/settle`, { status: end });
    await api.send(read.payment(id), { purpose: 'sweep' });
    await look();
  }
  // Each project has its turns, so that what one converts is overpaid too.
  const inTurn = [...grouped(requests, ({ project }) => project).values()].flatMap((some) => [...some.entries()]);
  for (const [nth, one] of inTurn) {
    const amount = amountFor(one, first + nth);
    if (amount === undefined) continue;
    const { asset, address } = one;
    if (!(await advance(apartMs)) || !(await act('chain/transfers', { asset, address, amount }))) continue;
    if (!(await advance(settledMs))) return;
    await readOwn(api, one.by);
    await look();
  }
}
