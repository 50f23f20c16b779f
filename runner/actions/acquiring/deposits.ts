import { bundleBody } from '../../../generators/payloads/bundle.ts';
import { numericIds, paddedId } from '../../../generators/texts/ids.ts';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import type { OracleResult } from '../../../oracles/core/result.ts';
import type { CreditArgs } from '../../../oracles/webhooks/deposits/credits.ts';
import { type AddressTerms, addressTermsOf, type DepositArgs } from '../../../oracles/webhooks/deposits/deposits.ts';
import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { create, read } from '../../../traffic/transport/requestPlan.ts';
import { type Api, followMs } from '../../worker/api.ts';
import { type ControlActions, noControlApi } from '../../worker/controlActions.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnItem, drawnNumber } from '../inputs/turns.ts';
import type { Balances } from '../payments/balances.ts';
import { ampleAmount, leastAmount, mostOf } from './depositAmounts.ts';
import { looksEarly } from './earlyLooks.ts';
import { inOrder } from './ownBundles.ts';
import type { Projects, Widget } from './projects.ts';
import { belowMinimum, justBelow } from './transfers.ts';

/** Makes payments to the static address that the run uses for a subject. */
export type Deposits = (subject: Subject) => Promise<SubjectDeposits>;

/** A static address of a bundle, by its asset, with its limits and fees. */
interface Place {
  asset: string;
  terms: AddressTerms;
}

/** Payments to the static addresses of one bundle of the run, each between two reads of the balances. */
export interface SubjectDeposits {
  /** The assets whose addresses can be paid to; the first is the one that is paid to unless a call names another. */
  assets: readonly string[];
  /**
   * Pays well above the minimum twice, the same amount, and waits until the balance shows both payments. For the subject `announced`, the payments list is also
   * read during the wait.
   */
  ample(): Promise<DepositArgs>;
  /**
   * Pays a drawn amount, and the least one of which something is left; each again until an oracle holds for it, because other users may change the balance
   * meanwhile. In the end it pays too little, which no earlier payment makes enough; before large deposits too.
   */
  several(oracle: (record: RunRecord, args: CreditArgs) => OracleResult, at?: At): Promise<CreditArgs>;
  /** Pays less than the minimum three times, twice the same amount, then calls `awaited` with the address and waits for it. */
  small(awaited: (address: string) => Promise<unknown>, at?: At): Promise<DepositArgs>;
}

/** Where some deposits go, and their size. */
interface At {
  asset: string;
  size?: DepositSize;
}

/** The sizes of deposits: a little above all fees, or so much that a percentage of it outweighs them. */
export const depositSizes = ['small', 'large'] as const;

/** One of `depositSizes`. */
export type DepositSize = (typeof depositSizes)[number];

interface Parts {
  api: Api;
  worker: Worker;
  control: ControlActions;
  projects: Projects;
  balances: Balances;
  log: AssertionLog;
}

/** A deposit is so many times the minimum and the fees; the seed draws which. */
const times: Readonly<Record<DepositSize, readonly [number, ...number[]]>> = {
  small: [20, 7, 90, 350],
  large: [3_000, 1_100, 12_000],
};

/**
 * The most deposits of one amount if the credit is wrong: `enoughRounds` normally, `mostRounds` while other users change the balance. Another worker of the run
 * may have changed it too, which only the end of the run shows.
 */
const enoughRounds = 4;
const mostRounds = 8;

/** What the deposits are for. Deposits for one subject go to one address. */
type Subject = 'announced' | 'credited' | 'too little' | 'unconverted';

/** At most this many assets are requested in order to find a suitable one. */
const mostAssets = 8;

const conversionsOf = ({ settings }: Widget) => settings.autoConversion ?? {};

const converts = (widget: Widget) => widget.assets.some((asset) => asset in conversionsOf(widget));

/** Chooses the project for a subject. The subject `unconverted` prefers a project that converts what it receives for a request. */
const widgetFor = (subject: Subject, widgets: readonly [Widget, ...Widget[]]): Widget =>
  (subject === 'unconverted' && widgets.find(converts)) || widgets[0];

/**
 * The place of the currency that each subject uses. Subjects that are tested at the same time use different currencies if possible, because a balance does not
 * show which of two payments changed it.
 */
const placeOf: Readonly<Record<Subject, number>> = { credited: 0, 'too little': 0, unconverted: 1, announced: 2 };

/** Returns only the first asset of each currency. */
function ofEachCurrency<One extends { asset: string }>(shown: readonly One[]): One[] {
  const currencies = shown.map(({ asset }) => currencyOf(asset));
  return shown.filter((_, index) => currencies.indexOf(currencies[index] ?? '') === index);
}

/** Returns the addresses of a bundle. First comes the one with the lowest estimated network fee, because a large estimate would hide the other fees. */
function placesIn(bundle: Exchange, { assets, subject }: { assets: readonly string[]; subject: Subject }): Place[] {
  const shown = assets.flatMap((asset) => {
    const terms = addressTermsOf(bundle, asset);
    return terms ? [{ asset, terms }] : [];
  });
  const all = shown.toSorted((a, b) => a.terms.networkFeeEstimate.comparedTo(b.terms.networkFeeEstimate));
  const ofCurrencies = ofEachCurrency(all);
  const first = ofCurrencies[placeOf[subject] % Math.max(1, ofCurrencies.length)];
  return first ? [first, ...all.filter((one) => one !== first)] : [];
}

/** Returns the sizes of the deposits in a project; the seed draws them. */
const sizesOf =
  (worker: Worker, { options }: Widget) =>
  ({ asset, terms }: Place, size: DepositSize) =>
    ampleAmount(terms, {
      by: drawnItem(worker, `deposit of ${asset}`, times[size]),
      nth: 1 + (drawnNumber(worker, asset) % 7),
      most: mostOf(options.json, asset),
    });

/** Returns the reference of the bundle for a subject. Two of them only a careless target takes for one; the third differs in letter case from that of the bundle which several requirements use, and the last continues it. */
function referenceOf(subject: Subject, worker: Worker): string {
  const user = worker.appearance.named('-user');
  const ends = [`${paddedId(user, 128)}a`, `${paddedId(user, 128)}b`] as const;
  const [one, other] = drawnItem(worker, 'the references of two end users', [ends, ...Object.values(numericIds(user))]);
  if (subject === 'announced') return worker.appearance.named('-Bundle');
  if (subject === 'credited') return one;
  return subject === 'too little' ? other : worker.appearance.named(`-bundle-${subject}`);
}

/** Pays half the minimum of an address, if it has one. */
async function payTooLittle(control: ControlActions, { asset, terms: { address, minLimit } }: Place): Promise<void> {
  if (minLimit.gt(0)) await control.pay({ asset, address, amount: belowMinimum(minLimit) });
}

async function depositsTo(
  subject: Subject,
  { api, worker, control, projects, balances, log }: Parts,
): Promise<SubjectDeposits> {
  if (!control.declared) log.stop(noControlApi);
  const widgets = await projects.all();
  const widget = widgetFor(subject, widgets);
  const isMeant = (asset: string) => subject !== 'unconverted' || !converts(widget) || asset in conversionsOf(widget);
  // The order of the assets means nothing, so each bundle has its own.
  const ordered = inOrder(widget.assets, drawnNumber(worker, `the first EVM asset: ${subject}`));
  const assets = ordered.filter(isMeant).slice(0, mostAssets);
  const reference = referenceOf(subject, worker);
  const plan = create.bundle(widget.id, bundleBody(reference, assets));
  const bundle = await api.control(plan, `a bundle to be paid to: ${subject}`);
  const wanted = 'a static address with its limits and fees';
  const places = placesIn(bundle, { assets, subject });
  const [first = log.stop({ code: 'noEvidence', wanted, exchanges: [bundle.id] })] = places;
  const placeAt = (at: At | undefined) => places.find(({ asset }) => asset === at?.asset) ?? first;
  const pay = async ({ asset, terms }: Place, amounts: readonly string[], wait: (had: Decimal) => Promise<unknown>) => {
    const currency = currencyOf(asset);
    const before = await balances.look(currency);
    for (const amount of amounts) {
      await control.pay({ asset, address: terms.address, amount });
      await looksEarly(api);
    }
    await wait(before.figure ?? decimal('0'));
    const amount = amounts.at(-1) ?? '0';
    return { bundle: bundle.id, asset, amount, before: before.id, after: (await balances.look(currency)).id };
  };
  const deposit = (place: Place, paid: Decimal, count = 1) => {
    const { percentFee, fixedFee, networkFeeEstimate } = place.terms;
    let had: Decimal | undefined;
    const look = async () => {
      if (subject === 'announced') await api.send(read.payments());
      had = (await balances.look(currencyOf(place.asset))).figure;
    };
    // A much smaller rise is somebody else's.
    const net = paid.minus(paid.times(percentFee).div(100)).minus(fixedFee).minus(networkFeeEstimate);
    const hasRisen = (before: Decimal) => () => had === undefined || had.gte(before.plus(net.times(count - 0.5)));
    const amounts = Array<string>(count).fill(paid.toFixed());
    return pay(place, amounts, (before) => api.until(look, hasRisen(before), worker.target.deadlines.finalMs));
  };
  const sizeOf = sizesOf(worker, widget);
  return {
    assets: places.map(({ asset }) => asset),
    ample: () => deposit(first, sizeOf(first, 'small'), 2),
    several: async (oracle, at) => {
      const place = placeAt(at);
      if (at?.size === 'large') await payTooLittle(control, place);
      const amounts = [sizeOf(place, at?.size ?? 'small'), leastAmount(place.terms)];
      const rounds: DepositArgs[] = [];
      for (const amount of amounts)
        rounds.push(...(await repeated({ api, worker }, oracle, () => deposit(place, amount))));
      await payTooLittle(control, place);
      return { rounds };
    },
    small: async (awaited, at) => {
      const place = placeAt(at);
      const { minLimit, address } = place.terms;
      const reason = 'the static address takes any amount';
      if (!minLimit.gt(0)) log.stop({ code: 'notApplicable', reason, exchanges: [bundle.id] });
      // The minimum is that of a single transaction, so some that reach it together fail as well; two of them are equal.
      const last = at?.size === 'large' ? justBelow(minLimit) : belowMinimum(minLimit);
      const below = belowMinimum(minLimit);
      return pay(place, [below, below, last], () => awaited(address));
    },
  };
}

/**
 * Repeats a deposit until an oracle holds for one of them, or they decide otherwise. After a wrong credit it waits: if somebody else's credit was taken for that of
 * a deposit, the deposit's own credit must not be taken for that of the next.
 */
async function repeated(
  { api, worker }: Pick<Parts, 'api' | 'worker'>,
  oracle: (record: RunRecord, args: CreditArgs) => OracleResult,
  deposit: () => Promise<DepositArgs>,
): Promise<readonly DepositArgs[]> {
  const rounds: DepositArgs[] = [];
  const isDecided = () => {
    const said = oracle(worker.record, { rounds });
    if (said.state === 'held') return rounds.length > 0;
    const isDisturbed = said.state === 'undecided' && said.faults.some(({ code }) => code === 'noEvidence');
    return rounds.length >= enoughRounds && !isDisturbed;
  };
  while (rounds.length < mostRounds && !isDecided()) {
    if (rounds.length > 0) await api.pause(followMs);
    rounds.push(await deposit());
  }
  return rounds;
}

/** Returns the deposits of one requirement. */
export const depositsOf =
  (parts: Parts): Deposits =>
  (subject) =>
    depositsTo(subject, parts);
