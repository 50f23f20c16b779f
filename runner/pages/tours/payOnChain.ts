import { finalStatuses } from '../../../oracles/acquiring/lifecycle/statusHistory.ts';
import { requestRead } from '../../../oracles/pages/visits.ts';
import type { ExactNumber } from '../../../schemas/json/decimal.ts';
import { decimal, isExactNumber, roundTo } from '../../../schemas/json/exact.ts';
import { field, textField } from '../../../traffic/journal/runRecord.ts';
import { drawnNumber } from '../../actions/inputs/turns.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Follower, TourParts } from './tour.ts';

/** The shares of what is due that are too little (§ Request: paying less): a page may forgive what its record does not. */
const shortShares = [0.9995, 0.996, 0.97, 0.5] as const;

/** Returns a share of what is due that is too little; what pays one after another takes turns from one that the seed draws. */
export const shortShare = ({ run }: Pick<Worker, 'run'>, turn: number): number =>
  shortShares[(drawnNumber({ run }, 'first share of too little') + turn) % shortShares.length] ?? shortShares[0];

/** Returns an amount as it is asked for, or a share of it that every asset can write. */
const partOf = (asked: ExactNumber, share: number | undefined): string =>
  share === undefined ? asked.toString() : roundTo(decimal(asked).times(share), 6, 'DOWN').toFixed();

/** Pays the request of a checkout through the test control API, and reads the checkout until its end; without an amount, what it asks for, or a share of that. `isOther` is true for another asset than that of the request. Returns whether it was paid. */
export async function payOnChain(
  { worker, control }: TourParts,
  following: Follower,
  { asset, amount, share, isOther = false }: { asset: string; amount?: string; share?: number; isOther?: boolean },
): Promise<boolean> {
  const request = requestRead(worker.record, following.reads);
  const asked = field(request, 'payAmount');
  const due = amount ?? (isExactNumber(asked) ? partOf(asked, share) : undefined);
  const address = textField(request, 'address');
  if (!control.declared || address === undefined || due === undefined) return false;
  const transfer = { asset, address, amount: due };
  // A target need not take what pays in another asset.
  if (isOther && !(await control.tryPay(transfer))) return false;
  if (!isOther) await control.pay(transfer);
  await following.until(finalStatuses.checkout, worker.target.deadlines.finalMs);
  return true;
}
