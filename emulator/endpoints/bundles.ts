import { replaceDisabled } from '../acquiring/addressReplacement.ts';
import { projectOf, requireFields } from '../acquiring/projectInput.ts';
import type { Bundle, Project, StaticAddress } from '../domain/acquiring.ts';
import type { Asset } from '../domain/assets.ts';
import { later } from '../domain/clock.ts';
import { Refusal } from '../domain/refusal.ts';
import { jsonAnswer } from '../http/answers.ts';
import { type Body, flag, text, texts } from '../http/bodyFields.ts';
import { readRequestBody } from '../http/requestBody.ts';
import { newServiceAddress } from '../instance/addressBook.ts';
import type { Context, Endpoint } from '../instance/context.ts';
import { creationTime, storeBounded } from '../instance/ledger.ts';
import { newId } from '../instance/newId.ts';
import { bundleRecord } from '../records/bundleRecord.ts';
import { enabledAsset, enabledAssets } from '../records/projectAssets.ts';

/** Generous bounds that keep the cost of a huge body low. */
const MAX_REFERENCE = 100_000;
const MAX_ASSETS = 100;

/** POST /v1/user/crypto-acquiring/{projectId}/static/bundles: get or create (§ Crypto acquiring, bundle rules). */
export const createBundle: Endpoint = (context) => {
  const { rules, operation } = context;
  const project = projectOf(context);
  const body = readRequestBody(context);
  requireFields(context, body);
  const referenceId = text(body, 'referenceId', MAX_REFERENCE) ?? '';
  if (!rules.referenceAccepted(referenceId)) throw new Refusal('too_long', 'referenceId is too long');
  const all = flag(body, 'allEnabledAssets');
  const wanted = all
    ? rules.allEnabled(enabledAssets(rules, project), texts(body, 'assets') ?? [])
    : assetsNamed(context, project, body);
  const bundle = bundleOf(context, { project, referenceId, all, wanted });
  grow(context, bundle, [...replaceDisabled(context.rules, bundle, wanted), ...wanted]);
  return jsonAnswer(bundleRecord(context, bundle, wanted), operation, rules);
};

function assetsNamed(context: Context, project: Project, body: Body): readonly Asset[] {
  const named = texts(body, 'assets') ?? [];
  if (named.length > MAX_ASSETS) throw new Refusal('bad_value', `assets has more than ${MAX_ASSETS} items`);
  return named.map((id) => enabledAsset(context, project, id));
}

/** The bundle that a call requests. */
interface Asked {
  readonly project: Project;
  readonly referenceId: string;
  readonly all: boolean;
  readonly wanted: readonly Asset[];
}

/** Returns the existing bundle of a reference, or creates one. */
function bundleOf(context: Context, { project, referenceId, all, wanted }: Asked): Bundle {
  const { instance, rules, now } = context;
  const key = rules.bundleKey(project.id, referenceId);
  const held = instance.bundles.get(key);
  const known = held !== undefined && later(held.createdAt, rules.bundleKnownAfterMs()) <= now;
  if (known && rules.bundleKept({ all, assets: wanted.map(({ id }) => id) })) return held;
  const bundle: Bundle = {
    id: newId(instance, rules, 'CASB'),
    referenceId,
    project,
    createdAt: creationTime(context),
    addresses: [],
    deactivated: [],
  };
  storeBounded(instance.bundles, key, bundle);
  return bundle;
}

/** Adds an address for each requested asset that has none in the bundle. */
function grow(context: Context, bundle: Bundle, wanted: readonly Asset[]): void {
  const { rules, now } = context;
  const remaining = rules.addressesKept(bundle.addresses, wanted);
  const knownMs = rules.addressKnownAfterMs();
  const known = remaining.filter(({ createdAt }) => later(createdAt, knownMs) <= now);
  bundle.addresses.splice(0, bundle.addresses.length, ...known);
  for (const asset of rules.assetsAdded(wanted, known)) addAddress(context, bundle, asset);
}

function addAddress(context: Context, bundle: Bundle, asset: Asset): void {
  const { rules } = context;
  if (bundle.addresses.some((held) => held.asset.id === asset.id)) return;
  const shared = bundle.addresses.find((held) => rules.addressShared(held.asset.blockchain, asset.blockchain));
  bundle.addresses.push({
    ...(shared === undefined ? freshAddress(context, asset) : rules.sharedFrom(shared)),
    asset,
    active: true,
    disabled: false,
  });
}

/** Creates an address for a bundle; a rule may reuse the address of another bundle instead. */
function freshAddress(context: Context, { blockchain }: Asset): Pick<StaticAddress, 'id' | 'address' | 'createdAt'> {
  const { instance, rules } = context;
  const pooled = rules.addressPooled(blockchain)
    ? [...instance.bundles.values()]
        .flatMap(({ addresses }) => addresses)
        .findLast((held) => held.asset.blockchain === blockchain)
    : undefined;
  return {
    id: newId(instance, rules, 'UBADR'),
    address: pooled?.address ?? newServiceAddress(context, blockchain, 'bundle'),
    createdAt: creationTime(context),
  };
}
