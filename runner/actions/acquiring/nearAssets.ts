import { bareRequest, requestBody } from '../../../generators/payloads/acquiringRequest.ts';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import type { PaidArgs } from '../../../oracles/acquiring/lifecycle/settlement.ts';
import { finalStatuses } from '../../../oracles/acquiring/lifecycle/statusHistory.ts';
import { assetOf } from '../../../oracles/answers/acquiringRecords.ts';
import { numberIn } from '../../../oracles/answers/exchangeLists.ts';
import { chainFamily } from '../../../schemas/domain/addresses.ts';
import { blockchainOf, currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, type Exact, isObject } from '../../../schemas/json/exact.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { ControlActions } from '../../worker/controlActions.ts';
import type { Worker } from '../../worker/worker.ts';
import { type CurrencyPlaces, placesByCurrency } from '../inputs/methods.ts';
import { drawnNumber } from '../inputs/turns.ts';
import { projectPrices } from './projectPrices.ts';
import type { Projects } from './projects.ts';
import type { ReadBacks } from './readBack.ts';
import { cut } from './transfers.ts';

/** Returns the assets that reach the addresses of an asset, nearest first: its currency on another chain, another currency on its chain, then what differs in both. */
export function nearAssets(asked: string, known: readonly string[]): string[] {
  const [chain, currency] = [blockchainOf(asked), currencyOf(asked)];
  const reaching = known.filter((one) => {
    const family = chainFamily(blockchainOf(one));
    return one !== asked && (blockchainOf(one) === chain || (family === 'evm' && family === chainFamily(chain)));
  });
  const farness = (one: string) => (currencyOf(one) === currency ? 0 : blockchainOf(one) === chain ? 1 : 2);
  return [...new Set(reaching)].toSorted((one, other) => farness(one) - farness(other));
}

/** Returns an amount of one asset as an amount of another, which may have fewer decimals. */
export function amountIn(asset: string, amount: Decimal, places: CurrencyPlaces): string {
  return cut(amount, places.get(currencyOf(asset)) ?? amount.decimalPlaces()).toFixed();
}

/** Returns the asset that a request asks for, as it shows it: another test may have made the request that both share, and for another asset than was asked for here. */
export const assetMade = (request: Exact | undefined, asked: string): string =>
  (isObject(request) ? assetOf({ value: request }) : undefined) ?? asked;

/** What payments in near assets are made with. */
interface Parts {
  api: Api;
  control: ControlActions;
  log: AssertionLog;
  projects: Projects;
  readBacks: ReadBacks;
  worker: Worker;
}

/**
 * Pays the two requests that every run creates in assets near to their own, and reads them to their end: the one with a price in the nearest asset, the one
 * without in a drawn one. Does nothing where requests are not paid or read, or where the control API refuses the asset.
 */
export async function payInNearAssets(parts: Parts): Promise<PaidArgs[]> {
  const { api, control, log, projects, readBacks, worker } = parts;
  if (!control.declared || !readBacks.has('request')) return [];
  const widgets = await projects.all();
  const [{ id: project, assets }] = widgets;
  const { own, other = own } = projectPrices(widgets[0], log);
  const known = widgets.flatMap((widget) => widget.assets);
  const places = await placesByCurrency(api);
  const unpriced = assets[0] ?? own.asset;
  const asked = [
    { asset: other.asset, body: requestBody(other), nth: 0 },
    { asset: unpriced, body: bareRequest(unpriced), nth: drawnNumber(worker, 'an asset near a request') },
  ];
  const paid: PaidArgs[] = [];
  for (const { asset, body, nth } of asked) {
    const created = await api.control(create.request(project, body));
    const made = assetMade(created.json, asset);
    const near = nearAssets(made, known);
    const [wrong, address] = [near[nth % Math.max(1, near.length)], textField(created.json, 'address')];
    const amount = numberIn(created.json, 'payAmount') ?? numberIn(created.json, 'minLimit')?.times(2);
    if (created.class !== 'accepted' || !wrong || !address || !amount?.gt(0)) continue;
    const transfer = { asset: wrong, address, amount: amountIn(wrong, amount, places) };
    if (!(await worker.limiter.once(`near ${created.id}`, () => control.tryPay(transfer)))) continue;
    const end = { statuses: finalStatuses.request, deadlineMs: worker.target.deadlines.finalMs };
    await readBacks.until('request', { project, id: textField(created.json, 'id') ?? '' }, end);
    paid.push({ kind: 'request', created: created.id, paid: `${transfer.amount} in ${wrong} for ${made}` });
  }
  return paid;
}
