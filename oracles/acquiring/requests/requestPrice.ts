import { decimal, isExactNumber } from '../../../schemas/json/exact.ts';
import { field, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { creationFault } from '../../core/newRecord.ts';

const isSent = ({ exchange }: Sighting, name: string) => field(exchange.sent, name) !== undefined;

/** A request that was sent with an amount and a currency for it. */
export const isSentPriced = (sighting: Sighting): boolean =>
  isExactNumber(field(sighting.exchange.sent, 'amount')) && textField(sighting.exchange.sent, 'amountIn') !== undefined;

/** A request that was sent with neither an amount nor a currency for it. */
export const isSentUnpriced = (sighting: Sighting): boolean =>
  sighting.exchange.sent !== undefined && !isSent(sighting, 'amount') && !isSent(sighting, 'amountIn');

/** With amount and amountIn, a request has a fixed price: that amount in that currency (REQ-02). */
export function hasItsPrice(sighting: Sighting): Fault[] {
  const { sent } = sighting.exchange;
  const [wanted, seen] = [numberIn(sent, 'amount'), numberIn(sighting.value, 'requestAmount')];
  const amountIn = textField(sent, 'amountIn') ?? '';
  return [
    ...(wanted && seen?.eq(wanted) ? [] : [creationFault(sighting, 'requestAmount', `${wanted?.toFixed()}, as sent,`)]),
    ...(textField(sighting.value, 'requestAmountIn') === amountIn
      ? []
      : [creationFault(sighting, 'requestAmountIn', `${excerpt(amountIn)}, as sent,`)]),
  ];
}

/** A request that is sent without amount and amountIn has no price (NO_PRICE): it shows no amount, but limits for the amount (REQ-02). */
export function hasNoPrice(sighting: Sighting): Fault[] {
  const { value } = sighting;
  const amount = field(value, 'requestAmount');
  const isPriced = amount !== undefined && !(isExactNumber(amount) && decimal(amount).isZero());
  const [least, most] = [numberIn(value, 'minLimit'), numberIn(value, 'maxLimit')];
  return [
    ...(isPriced ? [creationFault(sighting, 'requestAmount', 'null, since no amount was sent,')] : []),
    ...(least ? [] : [creationFault(sighting, 'minLimit', 'a number, since no amount was sent,')]),
    ...(most ? [] : [creationFault(sighting, 'maxLimit', 'a number, since no amount was sent,')]),
    // The interface does not show what a maximum of 0 means.
    ...(least && most?.gt(0) && least.gt(most)
      ? [creationFault(sighting, 'maxLimit', `at least minLimit ${least.toFixed()}`)]
      : []),
  ];
}
