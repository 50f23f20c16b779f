import { field, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { answersTo, checkoutsIn, listedAssets } from '../../answers/acquiringRecords.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { projectInPath } from '../../core/newRecord.ts';

/**
 * Deposit options or a checkout, with the assets that the settings of its project enable, and those that they enable in other projects only. An asset that the
 * target file nowhere names may have been enabled since.
 */
export interface Offer extends Sighting {
  enabled: readonly string[];
  others: readonly string[];
}

/** Returns the deposit options and the checkouts of projects whose settings in the target file name the enabled assets. */
export const offersIn = memoizedByRecord((record: RunRecord): Offer[] => {
  const options = answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options');
  return [...options, ...checkoutsIn(record)].flatMap((one): Offer[] => {
    const project = textField(one.value, 'projectId') ?? projectInPath(one.exchange);
    const projects = record.target?.projects ?? [];
    const enabled = projects.find(({ id }) => id === project)?.enabledAssets;
    if (!enabled) return [];
    const others = projects.flatMap(({ enabledAssets = [] }) => enabledAssets);
    return [{ ...one, enabled, others: others.filter((asset) => !enabled.includes(asset)) }];
  });
});

/** Returns why a run may have no such offers. */
export const withoutSettings = ({ target }: RunRecord): Fault | undefined =>
  target?.projects?.some(({ enabledAssets }) => enabledAssets)
    ? undefined
    : { code: 'notApplicable', reason: 'the target file names no enabled assets of a project', exchanges: [] };

/** Returns the assets that an offer names: in its list, and as keys of its maps by asset. */
function assetsNamed({ value }: Offer): string[] {
  const maps = ['amountInOptions', 'limits', 'minLimits', 'estimatedPayAmounts', 'cryptoCurrencyDetails'];
  const keys = maps.flatMap((name) => Object.keys(field(value, name) ?? {}));
  return [...new Set([...listedAssets(value), ...keys])];
}

/** Deposit options and checkouts name no asset that their project has not enabled (§ Project settings; DEP-07). */
export function namesEnabledAssets(offer: Offer): Fault[] {
  const strange = assetsNamed(offer).filter((asset) => offer.others.includes(asset));
  if (strange.length === 0) return [];
  const wanted = `the enabled assets, ${excerpt(offer.enabled.join(', '))}, and no others`;
  const what = `the assets of ${offer.where}`;
  return [{ code: 'differs', what, wanted, seen: excerpt(strange.join(', ')), exchanges: [offer.exchange.id] }];
}
