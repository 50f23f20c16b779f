import { canonicalAddress } from '../../../schemas/domain/addresses.ts';
import { blockchainOf, currencyOf } from '../../../schemas/domain/assets.ts';
import { coins } from '../../../schemas/domain/currencies.ts';
import { grouped, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { PlacedAddress } from './bundleAddresses.ts';

/** What an asset is on its blockchain, in a form that can be compared: the same for every end user and in every project. */
const ofTheChain = {
  contractAddress: canonicalAddress,
  tokenStandard: (text: string) => text,
} as const;

/** Reports a field that should have been something else beside the same field of another entry. */
function otherMeta(name: string, [like, shown]: readonly [PlacedAddress, PlacedAddress], wanted: string): Fault {
  const seen = textField(shown.value, name) ?? 'nothing';
  const exchanges = [like.exchange.id, shown.exchange.id];
  return { code: 'differs', what: `${shown.where}/${name}`, wanted, seen, exchanges };
}

/** Reports an asset of which two entries of assetsMeta show different contracts or standards. */
function changing(metas: readonly PlacedAddress[]): Fault[] {
  return [...grouped(metas, ({ asset }) => asset).values()].flatMap((all) =>
    Object.entries(ofTheChain).flatMap(([name, formOf]): Fault[] => {
      const shown = all.filter(({ value }) => textField(value, name) !== undefined);
      const formIn = ({ value }: PlacedAddress) => formOf(textField(value, name) ?? '');
      const [first] = shown;
      const odd = first && shown.find((one) => formIn(one) !== formIn(first));
      return first && odd
        ? [otherMeta(name, [first, odd], `${textField(first.value, name)}, as in another answer,`)]
        : [];
    }),
  );
}

/** True for the address of a contract. A coin of the blockchain itself has none, which some write as zeros or in a word. */
const isContract = (text: string) => text.length >= 20 && !/^(0x)?0+$/i.test(text);

/** Reports two currencies of one blockchain that have one contract. Only currencies of the text certainly have two: others may be names of one coin, as MATIC and POL. */
function shared(metas: readonly PlacedAddress[]): Fault[] {
  const contractOf = ({ value }: PlacedAddress) => textField(value, 'contractAddress') ?? '';
  const contracts = metas.filter((one) => coins.includes(currencyOf(one.asset)) && isContract(contractOf(one)));
  const key = (one: PlacedAddress) => `${blockchainOf(one.asset)} ${canonicalAddress(contractOf(one))}`;
  return [...grouped(contracts, key).values()].flatMap((all): Fault[] => {
    const [first] = all;
    const other = first && all.find(({ asset }) => currencyOf(asset) !== currencyOf(first.asset));
    if (!first || !other) return [];
    return [otherMeta('contractAddress', [first, other], `another contract than that of ${first.asset}`)];
  });
}

/** assetsMeta shows one contract and one token standard for each asset, and no contract for two currencies of a blockchain (SAB-06). */
export const metasAgree = (metas: readonly PlacedAddress[]): Fault[] => [...changing(metas), ...shared(metas)];
