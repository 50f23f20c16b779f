import { isFinalStatus } from '../../../oracles/payments/lifecycle.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';

/** Reads a payment and says whether its status is final. */
export async function hasEnded(api: Api, payment: string): Promise<boolean> {
  const { json } = await api.send(read.payment(payment), { purpose: 'look' });
  return isFinalStatus(textField(json, 'status'));
}
