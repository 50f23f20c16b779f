import { type Exact, isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { missingFault } from '../general/acceptance.ts';

/** Returns the assets with an address in a static address bundle (§ Static address bundle: both fields have the same content). */
export function assetsInBundle(bundle: Exact | undefined): ReadonlySet<string> {
  const byAsset = field(bundle, 'addressesByAsset');
  const addresses = field(bundle, 'addresses');
  const listed = Array.isArray(addresses) ? addresses.map((one) => textField(one, 'asset')) : [];
  const named = isObject(byAsset) ? Object.keys(byAsset) : [];
  return new Set([...named, ...listed].filter((asset) => asset !== undefined));
}

/** Returns the reason why a bundle does not show its assets: it was not returned, or shows no address at all. */
function lackOfAssets(record: RunRecord, bundle: Exchange): Fault | undefined {
  const hasAssets = bundle.class === 'accepted' && assetsInBundle(bundle.json).size > 0;
  return hasAssets ? undefined : missingFault(record, bundle, 'the addresses of a bundle');
}

/**
 * Refused calls that request another asset for a bundle do not add the asset (AUT-05): the bundle lacks the asset before and after the calls. If one of the
 * calls was not refused, it may have added the asset, so nothing is concluded.
 */
export function addsNothing(
  record: RunRecord,
  { before, defects, after, asset }: { before: string; defects: readonly string[]; after: string; asset: string },
): OracleResult {
  const [first, last] = [record.exchange(before), record.exchange(after)];
  const evidence = [before, ...defects, after];
  const lack = lackOfAssets(record, first) ?? lackOfAssets(record, last);
  if (lack) return toResult(evidence, [lack]);
  const sent = defects.map((id) => record.exchange(id));
  const isShown = assetsInBundle(last.json).has(asset);
  const isOurs = sent.every(({ class: kind }) => kind === 'refused' || kind === 'throttled');
  if (assetsInBundle(first.json).has(asset) || (isShown && !isOurs)) {
    const wanted = `a bundle to which only the refused calls could add an address of ${asset}`;
    return toResult(evidence, [{ code: 'noEvidence', wanted, exchanges: evidence }]);
  }
  if (!isShown) return toResult(evidence, []);
  const what = sent[0]?.request ?? 'a call';
  const seen = `a new address of ${asset} in the bundle`;
  return toResult(evidence, [{ code: 'happened', what, seen, exchanges: evidence }]);
}
