import { field, grouped, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { answersTo, checkoutsIn, listedAssets } from '../../answers/acquiringRecords.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { projectInPath } from '../../core/newRecord.ts';
import { allAddresses, bundlesIn } from '../bundles/bundleAddresses.ts';
import { askedOf } from '../bundles/bundleCalls.ts';

/**
 * Deposit options, a checkout or a bundle, with the assets that the settings of its project enable, and those that they enable in other projects only. An asset that the
 * target file nowhere names may have been enabled since.
 */
export interface Offer extends Sighting {
  enabled: readonly string[];
  others: readonly string[];
}

/** Returns the assets that calls for bundles named, by their reference: what a target does with those that are not enabled is not shown. */
const assetsAskedFor = memoizedByRecord((record) => {
  const calls = grouped(bundlesIn(record), ({ exchange }) => textField(exchange.sent, 'referenceId') ?? '');
  return new Map([...calls].map(([reference, all]) => [reference, all.flatMap(({ exchange }) => askedOf(exchange))]));
});

/** Returns the deposit options, the checkouts and the bundles of projects whose settings in the target file name the enabled assets. */
export const offersIn = memoizedByRecord((record: RunRecord): Offer[] => {
  const options = answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options');
  return [...options, ...checkoutsIn(record), ...bundlesIn(record)].flatMap((one): Offer[] => {
    const project = textField(one.value, 'projectId') ?? projectInPath(one.exchange);
    const projects = record.target?.projects ?? [];
    const enabled = projects.find(({ id }) => id === project)?.enabledAssets;
    if (!enabled) return [];
    const others = projects.flatMap(({ enabledAssets = [] }) => enabledAssets);
    const asked = assetsAskedFor(record).get(textField(one.exchange.sent, 'referenceId') ?? '') ?? [];
    return [{ ...one, enabled, others: others.filter((asset) => !enabled.includes(asset) && !asked.includes(asset)) }];
  });
});

/** Returns why a run may have no such offers. */
export const withoutSettings = ({ target }: RunRecord): Fault | undefined =>
  target?.projects?.some(({ enabledAssets }) => enabledAssets)
    ? undefined
    : { code: 'notApplicable', reason: 'the target file names no enabled assets of a project', exchanges: [] };

/** Returns the assets that an offer names: in its list, as keys of its maps by asset, and with the addresses of a bundle. */
function assetsNamed(offer: Offer): string[] {
  const { value } = offer;
  const maps = ['amountInOptions', 'limits', 'minLimits', 'estimatedPayAmounts', 'cryptoCurrencyDetails'];
  const keys = maps.flatMap((name) => Object.keys(field(value, name) ?? {}));
  const paidTo = allAddresses(offer, 'addresses').map(({ asset }) => asset);
  return [...new Set([...listedAssets(value), ...keys, ...paidTo])];
}

/** Deposit options, checkouts and bundles name no asset that their project has not enabled (§ Project settings, bundle rule 2; DEP-07). */
export function namesEnabledAssets(offer: Offer): Fault[] {
  const strange = assetsNamed(offer).filter((asset) => offer.others.includes(asset));
  if (strange.length === 0) return [];
  const wanted = `the enabled assets, ${excerpt(offer.enabled.join(', '))}, and no others`;
  const what = `the assets of ${offer.where}`;
  return [{ code: 'differs', what, wanted, seen: excerpt(strange.join(', ')), exchanges: [offer.exchange.id] }];
}
