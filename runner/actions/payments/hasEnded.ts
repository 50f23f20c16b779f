import { isFinalStatus } from '../../../oracles/payments/lifecycle.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';

/** Looks whether a payment has come to an end. */
export async function hasEnded(api: Api, payment: string): Promise<boolean> {
  const { json } = await api.send(read.payment(payment), { purpose: 'look' });
  return isFinalStatus(textField(json, 'status'));
}
