import { jsonNumber } from '../../generators/amounts/prices.ts';
import { type Decimal, decimal, type ExactObject, isExactNumber, isObject } from '../../schemas/json/exact.ts';
import { field, grouped, type RunRecord } from '../../traffic/journal/runRecord.ts';
import { plan } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import { oneOf } from './recalls.ts';
import { sentIfLeft } from './sentIfLeft.ts';

/** An accepted pay-in: what was sent besides its clientOrderId, and its amount. */
interface Taken {
  body: ExactObject;
  amount: Decimal;
}

/** What tells pay-ins of one method and form from others. */
const formOf = ({ body }: Taken): string =>
  JSON.stringify([
    Object.keys(body).sort(),
    ...['currency', 'method', 'paymentMethodId', 'blockchain'].map((name) => String(field(body, name))),
  ]);

/** Returns the accepted pay-ins that serve as control requests: the text and the lists of the target allow them. */
const takenIn = (record: RunRecord): Taken[] =>
  record.of('POST /v1/user/payments/payin').flatMap(({ class: kind, line, sent }): Taken[] => {
    const amount = field(sent, 'amount');
    if (kind !== 'accepted' || line.purpose !== 'control' || !isObject(sent) || !isExactNumber(amount)) return [];
    const { clientOrderId: _, ...body } = sent;
    return [{ body, amount: decimal(amount) }];
  });

/** Returns bodies like accepted ones, with an amount between two that were accepted of the same method, so that nothing allows to refuse them. */
function newBodies(record: RunRecord): ExactObject[] {
  return [...grouped(takenIn(record), formOf).values()].flatMap((some): ExactObject[] => {
    const [least, ...others] = some.toSorted((one, other) => one.amount.comparedTo(other.amount));
    if (!least) return [];
    const amount = least.amount.plus(decimal('10').pow(-least.amount.decimalPlaces()));
    return others.some((one) => one.amount.gt(amount)) ? [{ ...least.body, amount: jsonNumber(amount) }] : [];
  });
}

/** Makes a pay-in of a method that a text draws, and searches for it: after a pause, too, what the lists allow must be taken. */
export async function orderAnew(api: Api, record: RunRecord, text: string): Promise<void> {
  const body = oneOf(`${text} order`, newBodies(record));
  const sent = body && (await sentIfLeft(api, plan('POST /v1/user/payments/payin', { body }), { purpose: 'control' }));
  if (sent) await api.look(sent);
}
