import { bundleBody } from '../../../generators/payloads/bundle.ts';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import type { OracleResult } from '../../../oracles/core/result.ts';
import type { CreditArgs } from '../../../oracles/webhooks/deposits/credits.ts';
import { type AddressTerms, addressTermsOf, type DepositArgs } from '../../../oracles/webhooks/deposits/deposits.ts';
import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { create, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import { type ControlActions, noControlApi } from '../../worker/controlActions.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Balances } from '../payments/balances.ts';
import { ownBundles } from './ownBundles.ts';
import type { Projects, Widget } from './projects.ts';
import { belowMinimum } from './transfers.ts';

/** Makes payments to the static address that the run uses for a subject. */
export type Deposits = (subject: Subject) => Promise<SubjectDeposits>;

/** Payments to a static address of the run, each between two reads of the balances. */
export interface SubjectDeposits {
  /**
   * Pays well above the minimum, a larger amount each time, and waits until the balance shows the payment. For the subject `announced`, the payments list is
   * also read during the wait.
   */
  ample(): Promise<DepositArgs>;
  /** Repeats `ample` until an oracle holds for all deposits, because other users may change the balance meanwhile. */
  several(oracle: (record: RunRecord, args: CreditArgs) => OracleResult): Promise<CreditArgs>;
  /** Pays less than the minimum, then calls `awaited` with the address and waits for it. */
  small(awaited: (address: string) => Promise<unknown>): Promise<DepositArgs>;
}

interface Parts {
  api: Api;
  worker: Worker;
  control: ControlActions;
  projects: Projects;
  balances: Balances;
  log: AssertionLog;
}

/** A deposit is at least this many times the minimum and the fees, so that fees are a small part of it. */
const times = 20;

const odd = decimal('1.37');

/** The most deposits in all if the credit is wrong: `enoughRounds` normally, `mostRounds` while other users change the balance. */
const enoughRounds = 4;
const mostRounds = 12;

/** Returns an amount above the minimum and all fees, with no more decimals than any asset has. */
function ampleAmount({ minLimit, fixedFee, networkFeeEstimate }: AddressTerms, nth: number): Decimal {
  const fees = fixedFee.plus(networkFeeEstimate);
  const least = minLimit.gt(fees) ? minLimit : fees;
  return least.times(times).ceil().plus(odd.times(nth));
}

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

/** Chooses the asset with the lowest estimated network fee, because a large estimate would hide the other fees. */
function leastEstimate(
  bundle: Exchange,
  { assets, subject }: { assets: readonly string[]; subject: Subject },
): { asset: string; terms: AddressTerms } | undefined {
  const shown = assets.flatMap((asset) => {
    const terms = addressTermsOf(bundle, asset);
    return terms ? [{ asset, terms }] : [];
  });
  const least = ofEachCurrency(
    shown.toSorted((a, b) => a.terms.networkFeeEstimate.comparedTo(b.terms.networkFeeEstimate)),
  );
  return least[placeOf[subject] % Math.max(1, least.length)];
}

async function depositsTo(
  subject: Subject,
  { api, worker, control, projects, balances, log }: Parts,
): Promise<SubjectDeposits> {
  if (!control.declared) log.stop(noControlApi);
  const widgets = await projects.all();
  const widget = widgetFor(subject, widgets);
  const isMeant = (asset: string) => subject !== 'unconverted' || !converts(widget) || asset in conversionsOf(widget);
  const assets = ownBundles({ api, worker }, widget).assets.filter(isMeant).slice(0, mostAssets);
  const plan = create.bundle(widget.id, bundleBody(worker.freshKey(), assets));
  const bundle = await api.control(plan, `a bundle to be paid to: ${subject}`);
  const wanted = 'a static address with its limits and fees';
  const { asset, terms } =
    leastEstimate(bundle, { assets, subject }) ?? log.stop({ code: 'noEvidence', wanted, exchanges: [bundle.id] });
  const currency = currencyOf(asset);
  let nth = 0;
  const pay = async (amount: string, wait: (had: Decimal) => Promise<unknown>) => {
    const before = await balances.look(currency);
    await control.pay({ asset, address: terms.address, amount });
    await wait(before.figure ?? decimal('0'));
    return { bundle: bundle.id, asset, amount, before: before.id, after: (await balances.look(currency)).id };
  };
  const ample = () => {
    nth += 1;
    const { finalMs } = worker.target.deadlines;
    let had: Decimal | undefined;
    const look = async () => {
      if (subject === 'announced') await api.send(read.payments());
      had = (await balances.look(currency)).figure;
    };
    const hasRisen = (before: Decimal) => () => had === undefined || had.gt(before);
    return pay(ampleAmount(terms, nth).toFixed(), (before) => api.until(look, hasRisen(before), finalMs));
  };
  return {
    ample,
    several: async (oracle) => {
      const rounds: DepositArgs[] = [];
      const isDecided = () => {
        const said = oracle(worker.record, { rounds });
        if (said.state === 'held') return rounds.length > 1;
        const isDisturbed = said.state === 'undecided' && said.faults.some(({ code }) => code === 'noEvidence');
        return rounds.length >= enoughRounds && !isDisturbed;
      };
      while (rounds.length < mostRounds && !isDecided()) rounds.push(await ample());
      return { rounds };
    },
    small: async (awaited) => {
      const reason = 'the static address takes any amount';
      if (!terms.minLimit.gt(0)) log.stop({ code: 'notApplicable', reason, exchanges: [bundle.id] });
      return pay(belowMinimum(terms.minLimit), () => awaited(terms.address));
    },
  };
}

/** Returns the deposits of one requirement. */
export const depositsOf =
  (parts: Parts): Deposits =>
  (subject) =>
    depositsTo(subject, parts);
