import { disable } from '../acquiring/addressReplacement.ts';
import { chooseAsset } from '../acquiring/checkoutChoice.ts';
import { FAMILIES } from '../domain/addresses.ts';
import { ASSETS, type Asset } from '../domain/assets.ts';
import type { Call } from '../domain/httpMessages.ts';
import type { Json } from '../domain/json.ts';
import { Refusal } from '../domain/refusal.ts';
import { amountOf, type Body, isGiven, readBody, text } from '../http/bodyFields.ts';
import { blockchainOf, staticAt } from '../instance/addressBook.ts';
import { now, type Service } from '../instance/instance.ts';
import { applyScheduled } from '../lifecycle/scheduler.ts';
import { checkoutRecord } from '../records/checkoutRecord.ts';
import { conformingRules } from '../rules/index.ts';

/** Pays an address of the service on its blockchain, as a payer would. Throws a Refusal for a transfer that the blockchain would reject. */
export function pay({ instance, rules }: Service, call: Call): Json {
  applyScheduled(instance, rules);
  const body = readBody(call.body.toString('utf8'));
  const [asset, address] = [assetIn(body), text(body, 'address') ?? ''];
  const amount = writtenAmount(body);
  const blockchain = blockchainOf(instance, address);
  if (blockchain === undefined) throw new Refusal('unknown_record', 'The address is not one of the service');
  if (FAMILIES[blockchain] !== FAMILIES[asset.blockchain]) {
    throw new Refusal('bad_value', `${asset.id} is not sent to an address of ${blockchain}`);
  }
  const { txHash } = instance.chain.send({ asset, address, amount }, now(instance));
  return { txHash, asset: asset.id, address, amount: amount.toFixed() };
}

/** Chooses a crypto currency on the hosted page, as the end user would. Throws a Refusal for a choice that the page would not offer. */
export function chooseOnPage({ instance, rules }: Service, call: Call, checkoutId: string): Json {
  applyScheduled(instance, rules);
  const checkout = instance.checkouts.get(checkoutId);
  const account = instance.accounts.find(({ ownerId }) => ownerId === checkout?.owner);
  if (checkout === undefined || account === undefined) {
    throw new Refusal('unknown_record', 'There is no such checkout');
  }
  const body = readBody(call.body.toString('utf8'));
  const amount = isGiven(body, 'amount') ? writtenAmount(body) : null;
  const at = { instance, rules, account, now: now(instance) };
  return checkoutRecord(chooseAsset(at, checkout, { asset: text(body, 'asset') ?? '', amount }), instance, rules);
}

/** Disables a static address, as the service would. Throws a Refusal for an address that no bundle currently uses. */
export function disableAddress({ instance, rules }: Service, _call: Call, address: string): Json {
  applyScheduled(instance, rules);
  const place = staticAt(instance, address);
  const disabled = place === undefined ? [] : disable(place.bundle, place.addresses[0]?.address ?? address);
  if (disabled.length === 0) throw new Refusal('unknown_record', 'No bundle has this address in use');
  return { address, disabled: disabled.map(({ id }) => id) };
}

function assetIn(body: Body): Asset {
  const named = text(body, 'asset');
  const asset = ASSETS.find(({ id }) => id === named);
  if (asset === undefined) throw new Refusal('unknown_asset', 'There is no such asset');
  return asset;
}

/** Reads an amount as the control API accepts it: a decimal as text, or a number. */
const writtenAmount = (body: Body) => amountOf(body, 'amount', { ...conformingRules, amountTextAccepted: () => true });
