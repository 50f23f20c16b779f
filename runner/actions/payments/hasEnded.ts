import { isFinalStatus } from '../../../oracles/payments/lifecycle.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';

/** Reads a payment and says whether its status is final. */
export async function hasEnded(api: Api, payment: string): Promise<boolean> {
  const { json } = await api.send(read.payment(payment), { purpose: 'look' });
  return isFinalStatus(textField(json, 'status'));
}

/** Reads a payment until its status is as wanted, or until the time is over in which a view may be behind; returns the last read. */
export async function readUntil(
  api: Api,
  payment: string,
  { is, forMs }: { is(status: string | undefined): boolean; forMs: number },
): Promise<Exchange> {
  let seen = await api.send(read.payment(payment));
  const isThere = () => is(textField(seen.json, 'status'));
  const look = async () => {
    seen = await api.send(read.payment(payment));
  };
  if (!isThere()) await api.until(look, isThere, forMs);
  return seen;
}
