import { addressesOf, bundlesIn } from '../../oracles/acquiring/bundles/bundleAddresses.ts';
import { openAddressesIn } from '../../oracles/acquiring/bundles/openAddresses.ts';
import { optionsOfProjects } from '../../oracles/acquiring/requests/listedTerms.ts';
import { projectInPath } from '../../oracles/core/newRecord.ts';
import { type AddressTerms, addressTermsOf } from '../../oracles/webhooks/deposits/deposits.ts';
import { currencyOf } from '../../schemas/domain/assets.ts';
import { numberFor } from '../../traffic/journal/ownIds.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import { depositInTurn, mostOf } from '../actions/acquiring/depositAmounts.ts';
import type { Api } from '../worker/api.ts';
import { apartMs, type LateMoneyParts, settledMs } from './lateMoney.ts';
import { readLimitsOf } from './readLimits.ts';

/** A static address of the run, by its asset, and the most that its project lists for the asset. */
interface Place {
  asset: string;
  terms: AddressTerms;
  most: ReturnType<typeof mostOf>;
}

/** Returns the addresses of the bundles about whose payments an assertion says what becomes of them: what else comes in there would be taken for theirs. */
function countedAddresses(record: RunRecord): ReadonlySet<string> {
  const bundles = new Set(record.assertions.map(({ args }) => (args as { bundle?: string }).bundle));
  const shown = bundlesIn(record).filter(({ exchange }) => bundles.has(exchange.id));
  return new Set(shown.flatMap(({ exchange }) => addressesOf(exchange)));
}

/** Returns the static addresses that may be paid to, in an order that the seed draws. */
function freePlaces(record: RunRecord, seed: number): Place[] {
  const counted = countedAddresses(record);
  const all = [...openAddressesIn(record).values()].flatMap(({ exchange, asset }): Place[] => {
    const terms = addressTermsOf(exchange, asset);
    const options = optionsOfProjects(record)
      .get(projectInPath(exchange) ?? '')
      ?.at(-1);
    return terms && !counted.has(terms.address) ? [{ asset, terms, most: mostOf(options, asset) }] : [];
  });
  const placeOf = ({ asset, terms }: Place) => numberFor(`${seed} late deposit ${asset} ${terms.address}`, 2 ** 32);
  return all.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** True for an address whose fixed fee is more than its network fee, which is an estimate: where it is less, nobody can tell whether it was taken. */
const tellsFee = ({ terms: { fixedFee, networkFeeEstimate } }: Place) => fixedFee.gt(networkFeeEstimate);

/** Returns the place of each payment: places take turns, and every second payment goes to one that tells its fee, if there is any. */
function placesInTurn(all: readonly Place[]): (nth: number) => Place | undefined {
  const telling = all.filter(tellsFee);
  const lists = telling.length > 0 ? [all, telling] : [all];
  return (nth) => {
    const places = lists[nth % lists.length] ?? all;
    return places[Math.floor(nth / lists.length) % Math.max(1, places.length)];
  };
}

/** One in so many payments has another one at the same time. */
const togetherEvery = 4;

/** Returns a place for the same coin as another one. */
const twinOf = (all: readonly Place[], { asset, terms }: Place): Place[] =>
  all.filter((one) => currencyOf(one.asset) === currencyOf(asset) && one.terms.address !== terms.address).slice(0, 1);

/** The requirement that judges late payments to static addresses. */
export const requirementOfDeposits = 'SAB-14';

/** The newest payments, among which the one is that was just made. */
const newest = read.search({ sort: 'createdAt,desc', size: '5' });

/**
 * Has drawn amounts paid to static addresses of the run one by one, and some two at once, each between two reads of the balances. What the control
 * API refuses is left out.
 */
export async function depositAtLast(api: Api, record: RunRecord, { act, advance }: LateMoneyParts): Promise<void> {
  const { seed = 0, selection } = record.runs[0] ?? {};
  if (selection?.only?.includes(requirementOfDeposits) === false) return;
  const all = freePlaces(record, seed);
  const placeOf = placesInTurn(all);
  const { deposits } = readLimitsOf(record);
  const look = () => api.send(read.balances(), { purpose: 'sweep' });
  if (all.length > 0) await look();
  for (let nth = 0; nth < deposits; nth += 1) {
    const place = placeOf(nth);
    if (!place || !(await advance(apartMs))) return;
    const at = nth % togetherEvery === togetherEvery - 1 ? [place, ...twinOf(all, place)] : [place];
    let isPaid = false;
    for (const [which, { asset, terms, most }] of at.entries()) {
      const amount = depositInTurn(terms, numberFor(`${seed} late amount ${nth} ${which}`, 65_536), most);
      isPaid = (await act('chain/transfers', { asset, address: terms.address, amount })) || isPaid;
    }
    if (!isPaid) continue;
    if (!(await advance(settledMs))) return;
    await api.send(newest, { purpose: 'sweep' });
    await look();
  }
}
