import { isHarmless } from '../../../generators/payloads/payment.ts';
import { isOf, type Method, type Methods } from './methods.ts';

/** The fields of a body by a method in coins whose values are always at hand. */
const known = ['amount', 'currency', 'method', 'blockchain', 'paymentMethodId', 'clientOrderId'];

/** Returns the listed pay-outs in coins for which everything is at hand. */
export function coinPayouts({ all }: Pick<Methods, 'all'>): Method<'PAYOUT'>[] {
  const coins = all()
    .filter(isOf('PAYOUT'))
    .filter(({ methodKey, samples }) => methodKey === 'CRYPTOCOIN' && Object.hasOwn(samples, 'cryptoAddress'));
  return coins.filter(({ required, samples }) =>
    required.every((name) => known.includes(name) || isHarmless(name) || Object.hasOwn(samples, name)),
  );
}
