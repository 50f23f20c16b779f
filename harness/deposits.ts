import { currencyOf } from '../schemas/assets.ts';
import { type Decimal, decimal } from '../schemas/exact.ts';
import type { Api } from './api.ts';
import type { Ledger } from './ledger.ts';
import { type Levers, noLever } from './levers.ts';
import { bundleOf } from './neutral.ts';
import { type DepositArgs, type Terms, termsOf } from './oracles/webhooks/deposit.ts';
import { ownBundles } from './ownBundles.ts';
import { create } from './plan.ts';
import type { Projects } from './projects.ts';
import type { Purse } from './purse.ts';
import type { Stage } from './stage.ts';
import { belowMinimum } from './transfers.ts';

/** Payments to a static address of the run's own, each between two looks at the balances. */
export interface Deposits {
  /** Pays well above the least, more each time, and waits until the balance shows it. */
  ample(): Promise<DepositArgs>;
  /** The same until a rule on them all can be decided: others may use the balance meanwhile. */
  several(isDecided: (rounds: readonly DepositArgs[]) => boolean): Promise<{ rounds: readonly DepositArgs[] }>;
  /** Pays less than the least, and waits for what is awaited of its address. */
  small(awaited: (address: string) => Promise<unknown>): Promise<DepositArgs>;
}

interface Parts {
  api: Api;
  stage: Stage;
  levers: Levers;
  projects: Projects;
  purse: Purse;
  ledger: Ledger;
}

/** Fees are a small part of what is paid so many times as much. */
const times = 20;

const odd = decimal('1.37');

/** So often at the most a deposit is repeated. */
const mostRounds = 4;

/** Above the least and all fees, in the places that every asset has. */
function ampleAmount({ minLimit, fixedFee, networkFeeEstimate }: Terms, nth: number): Decimal {
  const fees = fixedFee.plus(networkFeeEstimate);
  const least = minLimit.gt(fees) ? minLimit : fees;
  return least.times(times).ceil().plus(odd.times(nth));
}

/** The deposits of one requirement; those of one label go to one address. */
export async function depositsOf(
  { api, stage, levers, projects, purse, ledger }: Parts,
  label: string,
): Promise<Deposits> {
  if (!levers.declared) ledger.stop(noLever);
  const [widget] = await projects.all();
  const [asset = ''] = ownBundles({ api, stage }, widget).assets;
  const plan = create.bundle(widget.id, bundleOf(stage.freshKey(), [asset]));
  const bundle = await api.control(plan, `a bundle to be paid to: ${label}`);
  const wanted = 'a static address with its limits and fees';
  const terms = termsOf(bundle, asset) ?? ledger.stop({ code: 'noEvidence', wanted, exchanges: [bundle.id] });
  const currency = currencyOf(asset);
  let nth = 0;
  const pay = async (amount: string, wait: (had: Decimal) => Promise<unknown>) => {
    const before = await purse.look(currency);
    await levers.pay({ asset, address: terms.address, amount });
    await wait(before.figure ?? decimal('0'));
    return { bundle: bundle.id, asset, amount, before: before.id, after: (await purse.look(currency)).id };
  };
  const ample = () => {
    nth += 1;
    const { finalMs } = stage.target.deadlines;
    return pay(ampleAmount(terms, nth).toFixed(), (had) => purse.awaits(currency, (figure) => figure.gt(had), finalMs));
  };
  return {
    ample,
    several: async (isDecided) => {
      const rounds: DepositArgs[] = [];
      while (rounds.length < mostRounds && !(rounds.length > 1 && isDecided(rounds))) rounds.push(await ample());
      return { rounds };
    },
    small: async (awaited) => {
      const reason = 'the static address takes any amount';
      if (!terms.minLimit.gt(0)) ledger.stop({ code: 'notApplicable', reason, exchanges: [bundle.id] });
      return pay(belowMinimum(terms.minLimit), () => awaited(terms.address));
    },
  };
}
