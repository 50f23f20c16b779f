import type { Api } from './api.ts';
import { isFinalStatus } from './oracles/lifecycle.ts';
import { read } from './plan.ts';
import { textField } from './record.ts';

/** Looks whether a payment has come to an end. */
export async function hasEnded(api: Api, payment: string): Promise<boolean> {
  const { json } = await api.send(read.payment(payment), { purpose: 'look' });
  return isFinalStatus(textField(json, 'status'));
}
