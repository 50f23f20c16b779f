import { canonicalAddress } from '../../../schemas/domain/addresses.ts';
import { type Exact, isObject } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { listedAssets } from '../../answers/acquiringRecords.ts';
import { projectInPath } from '../../core/newRecord.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { notObjectFault } from '../../general/componentShape.ts';
import { excuseFor } from '../../general/excuse.ts';
import { sameInstant } from '../../payments/viewAgreement.ts';
import {
  allAddresses,
  canonicalAddressIn,
  isSameAddress,
  looseReference,
  type PlacedAddress,
} from './bundleAddresses.ts';

const sightingOf = (exchange: Exchange): Sighting => ({
  exchange,
  where: exchange.line.operation ?? '',
  value: isObject(exchange.json) ? exchange.json : {},
});

/** Returns the reason why a call that should have returned a bundle did not. */
export function unreturned(record: RunRecord, call: Exchange, what: string): Fault[] {
  if (call.class === 'accepted') return [notObjectFault(call) ?? []].flat();
  const fault: Fault = { code: 'notAccepted', what, seen: call.seen, exchanges: [call.id] };
  return [excuseFor(record, call) ?? fault];
}

/** Returns the reason why the first bundle of an assertion is missing. Another requirement judges that failure. */
function unmade(record: RunRecord, call: Exchange): Fault[] {
  const [fault] = unreturned(record, call, '');
  if (fault?.code !== 'notAccepted') return fault ? [fault] : [];
  return [{ code: 'controlFailed', control: call.request, seen: call.seen, exchanges: [call.id] }];
}

const sameText = (a: Exact, b: Exact) => a === b;

/** The fields of a bundle that stay the same from call to call. */
const resting = { id: sameText, referenceId: sameText, createdAt: sameInstant } as const;

/** Reports the fields of a bundle that a later call shows otherwise. */
export function bundleFaults(first: Exchange, later: Exchange): Fault[] {
  const reference = textField(first.sent, 'referenceId');
  return Object.entries(resting).flatMap(([name, same]): Fault[] => {
    const [wanted, seen] = [textField(first.json, name) ?? '', textField(later.json, name) ?? ''];
    if (same(wanted, seen)) return [];
    const what = `the ${name} of the bundle ${reference} in a later call`;
    const exchanges = [first.id, later.id];
    return [{ code: 'differs', what, wanted: wanted || 'nothing', seen: seen || 'nothing', exchanges }];
  });
}

const wordsOf = (all: readonly PlacedAddress[]) =>
  all.map((one) => `${textField(one.value, 'address')} (${textField(one.value, 'id')})`).join(' ') || 'none';

/** Reports each address of the first call that is missing in the later call. An address that was disabled in between may be among the deactivated ones. */
export function missingAddressFaults(first: Exchange, later: Exchange): Fault[] {
  const [before, after] = [sightingOf(first), sightingOf(later)];
  const shown = [...allAddresses(after, 'addresses'), ...allAddresses(after, 'deactivatedAddresses')];
  return allAddresses(before, 'addresses').flatMap((one): Fault[] => {
    if (shown.some((other) => isSameAddress(one, other))) return [];
    const what = `the address of ${one.asset} in a later call`;
    const seen = wordsOf(shown.filter(({ asset }) => asset === one.asset));
    return [{ code: 'differs', what, wanted: wordsOf([one]), seen, exchanges: [first.id, later.id] }];
  });
}

const assetsOf = (call: Exchange) => new Set(allAddresses(sightingOf(call), 'addresses').map(({ asset }) => asset));

/** Reports each asset that has no address in the bundle. */
export function lackingFaults(call: Exchange, assets: Iterable<string>, why: string): Fault[] {
  const shown = assetsOf(call);
  return [...assets]
    .filter((asset) => !shown.has(asset))
    .map((asset) => ({
      code: 'differs',
      what: `one of the assets of the bundle ${textField(call.sent, 'referenceId')}`,
      wanted: `${asset}, ${why},`,
      seen: [...shown].join(' ') || 'none',
      exchanges: [call.id],
    }));
}

/** Returns the assets in the request; the bundle must have an address for each (§ Crypto acquiring, create bundle body). */
export function askedOf({ sent }: Exchange): string[] {
  const assets = field(sent, 'assets');
  return Array.isArray(assets) ? assets.filter((one): one is string => typeof one === 'string') : [];
}

const asked = 'which was requested';

/** Reports a referenceId that is neither the one that was sent nor one that the run sent and the target may take for the same. */
export function misnamedFaults(record: RunRecord, { sent, json, id }: Exchange, what: string): Fault[] {
  const [wanted, seen] = [textField(sent, 'referenceId'), field(json, 'referenceId')];
  if (wanted === undefined || seen === wanted) return [];
  const isOther = typeof seen === 'string' && looseReference(seen) === looseReference(wanted);
  if (isOther && record.exchanges.some((one) => textField(one.sent, 'referenceId') === seen)) return [];
  return [{ code: 'differs', what, wanted: `${excerpt(wanted)}, as sent,`, seen: excerpt(seen), exchanges: [id] }];
}

/** A second call with the same referenceId returns the same bundle (SAB-01). */
export function sameBundle(record: RunRecord, args: { first: string; again: string }): OracleResult {
  const [first, again] = [record.exchange(args.first), record.exchange(args.again)];
  const missing = [
    ...unreturned(record, first, 'a static address bundle of a listed asset'),
    ...unreturned(record, again, 'a second call with the same referenceId'),
  ];
  if (missing.length > 0) return toResult([first.id, again.id], missing);
  const misnamed = misnamedFaults(record, first, 'the referenceId of the bundle');
  const faults = [...lackingFaults(first, askedOf(first), asked), ...bundleFaults(first, again)];
  return toResult([first.id, again.id], [...misnamed, ...faults, ...missingAddressFaults(first, again)]);
}

/** A later call with more assets adds the missing addresses and keeps the existing ones (SAB-02). */
export function addsAssets(record: RunRecord, { before, after }: { before: string; after: string }): OracleResult {
  const [first, later] = [record.exchange(before), record.exchange(after)];
  const evidence = [before, after];
  const missing = [...unmade(record, first), ...unreturned(record, later, 'a later call with more assets')];
  if (missing.length > 0) return toResult(evidence, missing);
  const had = assetsOf(first);
  const more = askedOf(later).filter((asset) => !had.has(asset));
  const faults = [
    ...lackingFaults(later, more, asked),
    ...bundleFaults(first, later),
    ...missingAddressFaults(first, later),
  ];
  const none: Fault = { code: 'noEvidence', wanted: 'an asset that the bundle did not have', exchanges: evidence };
  return toResult(evidence, faults.length === 0 && more.length === 0 ? [none] : faults);
}

/** Returns the assets that the settings of a project enable, if the target file names them. */
const enabledIn = ({ target }: RunRecord, project: string | undefined) =>
  target?.projects?.find(({ id }) => id === project)?.enabledAssets;

/** Reports each enabled asset that the answer to a call with allEnabledAssets lacks, whatever else the call says (bundle rule 2). */
export function uncoveredFaults(record: RunRecord, call: Exchange): Fault[] {
  if (field(call.sent, 'allEnabledAssets') !== true) return [];
  return lackingFaults(call, enabledIn(record, projectInPath(call)) ?? [], 'which is enabled in the project');
}

/** Calls that request all enabled assets, and the read of the deposit options, which list these assets. A target may refuse some forms of the calls. */
export interface CoverArgs {
  calls: readonly string[];
  project: string;
  options: string;
}

/** allEnabledAssets returns an address for every asset that is enabled in the project (SAB-03). */
export function coversAssets(record: RunRecord, { calls, project, options }: CoverArgs): OracleResult {
  const all = calls.map((id) => record.exchange(id));
  const call = all.find(({ class: kind }) => kind === 'accepted') ?? all.at(-1);
  const evidence = [...calls, options];
  const enabled = enabledIn(record, project) ?? listedAssets(record.exchange(options).json);
  if (!call || enabled.length === 0)
    return toResult(evidence, [{ code: 'noEvidence', wanted: 'an asset that is enabled', exchanges: evidence }]);
  const missing = unreturned(record, call, 'a static address bundle of all enabled assets');
  if (missing.length > 0) return toResult(evidence, missing);
  return toResult(evidence, lackingFaults(call, enabled, 'which is enabled in the project'));
}

/** A call before an address was disabled, and one after it. */
export interface ReplaceArgs {
  before: string;
  after: string;
  address: string;
}

/** Reports an asset whose disabled address was not replaced, or is not among the deactivated ones. */
function unreplaced(bundle: Sighting, { asset, old }: { asset: string; old: string }): Fault[] {
  const isOld = (one: PlacedAddress) => canonicalAddressIn(one) === old;
  const [live, dead] = (['addresses', 'deactivatedAddresses'] as const).map((name) =>
    allAddresses(bundle, name).filter((one) => one.asset === asset),
  );
  const exchanges = [bundle.exchange.id];
  const fault = (what: string, wanted: string, among: readonly PlacedAddress[] = []): Fault => ({
    code: 'differs',
    what,
    wanted,
    seen: wordsOf(among),
    exchanges,
  });
  const used = new Set(dead?.map(canonicalAddressIn));
  const isNew = live?.some(
    (one) => canonicalAddressIn(one) !== undefined && !isOld(one) && !used.has(canonicalAddressIn(one)),
  );
  const isStill = live?.some((one) => isOld(one) && field(one.value, 'active') !== false);
  const lit = dead?.find((one) => isOld(one) && field(one.value, 'active') === true);
  return [
    ...(lit ? [{ code: 'stillActive' as const, where: lit.where, exchanges }] : []),
    ...(isNew && !isStill ? [] : [fault(`the address of ${asset} after ${old} was disabled`, 'a new address', live)]),
    ...(dead?.some(isOld) ? [] : [fault(`the deactivated addresses of ${asset}`, old, dead)]),
  ];
}

/** A disabled address is replaced on the next call, and moves to the deactivated ones (SAB-07). */
export function replacesDisabled(record: RunRecord, { before, after, address }: ReplaceArgs): OracleResult {
  const [first, later] = [record.exchange(before), record.exchange(after)];
  const evidence = [before, after];
  const missing = [
    ...unmade(record, first),
    ...unreturned(record, later, 'a later call for a bundle with a disabled address'),
  ];
  if (missing.length > 0) return toResult(evidence, missing);
  const old = canonicalAddress(address);
  const disabled = allAddresses(sightingOf(first), 'addresses').filter((one) => canonicalAddressIn(one) === old);
  // The call returns a new address for what it asks for.
  const asked = askedOf(later);
  const isAsked = (asset: string) => asked.includes(asset) || field(later.sent, 'allEnabledAssets') === true;
  const assets = new Set(disabled.map(({ asset }) => asset).filter(isAsked));
  if (assets.size === 0)
    return toResult(evidence, [
      { code: 'noEvidence', wanted: `a bundle with the address ${address}`, exchanges: evidence },
    ]);
  const faults = [...assets].flatMap((asset) => unreplaced(sightingOf(later), { asset, old }));
  return toResult(evidence, [...bundleFaults(first, later), ...faults]);
}
