import { acquiringRecordsIn, checkoutsIn, listedAssets } from '../../oracles/answers/acquiringRecords.ts';
import { currencyOf } from '../../schemas/domain/assets.ts';
import { uriEncoded } from '../../schemas/json/uriEncoding.ts';
import { field, type RunRecord, type Sighting, textField } from '../../traffic/journal/runRecord.ts';
import { runControlAction } from '../worker/controlActions.ts';
import type { Worker } from '../worker/worker.ts';

/** In this many checkouts at most a currency is chosen: each one brings a request to read, and costs no POST. */
const mostChoices = 20;

/** True for a checkout with a price, in which nobody has chosen a currency and about which no assertion says what becomes of it. */
function isFree(record: RunRecord, { value, exchange }: Sighting): boolean {
  const isClaimed = record.assertions.some(({ args }) => (args as { created?: unknown }).created === exchange.id);
  return !isClaimed && textField(value, 'status') === 'NEW' && field(value, 'fixedAmount') !== undefined;
}

/** Returns the asset to choose: the one that the price is in, where there is one, else one that takes its turn. */
function assetFor({ value }: Sighting, nth: number): string | undefined {
  const assets = listedAssets(value);
  const priced = textField(field(value, 'fixedAmount'), 'currency');
  return assets.find((asset) => currencyOf(asset) === priced) ?? assets[nth % Math.max(1, assets.length)];
}

/**
 * Has the end users of every second checkout that this run left alone choose a currency, so that the final reads show requests of every price, project and
 * asset that the run has used. Choices that the target refuses are left out.
 */
export async function chooseAtLast(worker: Worker, record: RunRecord): Promise<void> {
  if (worker.target.control === undefined) return;
  const own = new Set(acquiringRecordsIn(record).map(({ id }) => id));
  const last = new Map(checkoutsIn(record).map((one) => [textField(one.value, 'id') ?? '', one]));
  const free = [...last].filter(([id, one]) => own.has(id) && isFree(record, one));
  for (const [nth, [id, one]] of free
    .filter((_, index) => index % 2 === 0)
    .slice(0, mostChoices)
    .entries()) {
    const asset = assetFor(one, nth);
    if (asset !== undefined) await runControlAction(worker, 'sweep', [`checkouts/${uriEncoded(id)}/choose`, { asset }]);
  }
}
