import { field, grouped, type PaymentSighting, textField } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { fixedFields, type PaymentViews, samenessOf } from './viewAgreement.ts';

/** Fields that a view shows of a payment as long as its status stays what it is. */
const steadyFields = [...fixedFields, 'payUrl', 'h2H'];

/** Returns the first sighting that shows a field otherwise than one before it and one after it, which agree; null and absent are values like others. */
function interrupted(sightings: readonly PaymentSighting[], name: string, waitNs: bigint) {
  const [first, ...others] = sightings;
  if (!first) return undefined;
  const same = samenessOf(name);
  const shown = field(first.value, name);
  const isSame = (one: PaymentSighting) => {
    const other = field(one.value, name);
    return shown === undefined || other === undefined ? shown === other : same(shown, other);
  };
  const back = others.findLastIndex(isSame);
  return others.find(
    (one, at) => at < back && !isSame(one) && one.exchange.sentNs >= first.exchange.receivedNs + waitNs,
  );
}

/**
 * Reports a field that one view shows of a payment, then shows otherwise or not at all, and then shows again while the status stays the same: which page of a
 * search shows a payment, or how large it is, changes nothing of it (PAY-11).
 */
export function flickers({ sightings, waitNs }: PaymentViews): Fault[] {
  const alike = grouped(sightings, ({ source, value }) => `${source} ${textField(value, 'status')}`);
  return [...alike.values()].flatMap((all) =>
    steadyFields.flatMap((name): Fault[] => {
      const [first, odd] = [all[0], interrupted(all, name, waitNs)];
      if (!first || !odd) return [];
      const words = (one: PaymentSighting) => `${excerpt(field(one.value, name) ?? null)} by ${one.source}`;
      const payment = textField(first.value, 'id') ?? 'a payment';
      const exchanges = [first.exchange.id, odd.exchange.id];
      return [{ code: 'disagreement', payment, field: name, here: words(first), there: words(odd), exchanges }];
    }),
  );
}
