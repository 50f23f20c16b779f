import { formats } from '../../../schemas/domain/formats.ts';
import { type Exact, isObject } from '../../../schemas/json/exact.ts';
import { field, type Sighting } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { listedAssets } from '../../answers/acquiringRecords.ts';

const isAsset = formats['asset-id'];

function byBlockchain(value: Exact | undefined): string[] | undefined {
  const entries = isObject(value) ? Object.entries(value) : [];
  const named = entries.map(([blockchain, list]) =>
    Array.isArray(list) && list.every((one) => typeof one === 'string')
      ? list.map((one) => (String(one).startsWith(`${blockchain}_`) ? String(one) : `${blockchain}_${one}`))
      : undefined,
  );
  const all = named.flatMap((list) => list ?? []);
  return named.some((list) => list === undefined) || !all.every(isAsset) ? undefined : all;
}

function keysOf(value: Exact | undefined): string[] | undefined {
  const names = isObject(value) ? Object.keys(value) : [];
  return names.every(isAsset) ? names : undefined;
}

/** The four fields of a checkout that name assets agree (CHK-09). A field that is empty, or that writes the assets in another form, is not judged. */
export function assetsAgree({ value, where, exchange }: Sighting): Fault[] {
  const listed = new Set(listedAssets(value));
  if (listed.size === 0 || ![...listed].every(isAsset)) return [];
  const named = {
    cryptoCurrenciesByBlockchain: byBlockchain(field(value, 'cryptoCurrenciesByBlockchain')),
    cryptoCurrencyDetails: keysOf(field(value, 'cryptoCurrencyDetails')),
    estimatedPayAmounts: keysOf(field(value, 'estimatedPayAmounts')),
  };
  return Object.entries(named).flatMap(([name, assets = []]) => {
    if (assets.length === 0) return [];
    const strange = assets.filter((asset) => !listed.has(asset));
    // The estimated amount may be unknown for some assets.
    const missing = name === 'estimatedPayAmounts' ? [] : [...listed].filter((asset) => !assets.includes(asset));
    if (strange.length + missing.length === 0) return [];
    const wanted = `the assets of cryptoCurrencies, ${excerpt([...listed].join(', '))},`;
    return [
      { code: 'differs', what: `${where}/${name}`, wanted, seen: excerpt(assets.join(', ')), exchanges: [exchange.id] },
    ];
  });
}
