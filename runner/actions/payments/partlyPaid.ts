import { paymentBody } from '../../../generators/payloads/payment.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Draw } from '../inputs/draw.ts';
import { isOf, type Method, type Methods } from '../inputs/methods.ts';
import { drawnItem } from '../inputs/turns.ts';

/** What the method of a pay-out that is paid in part is drawn from. */
interface Parts {
  methods: Methods;
  draw: Draw;
  worker: Worker;
}

const listed = ({ methods }: Parts, methodKey: string) =>
  methods
    .all()
    .filter(isOf('PAYOUT'))
    .filter((one) => one.methodKey === methodKey);

/** Draws a card method in a currency that few other tests move, if possible one whose whole fee is listed; stops the test if no card method is listed. */
export function quietCardMethod(parts: Parts): Method<'PAYOUT'> {
  const usual = parts.methods.payout({ methodKey: 'CC_VISAMC' });
  const shown = listed(parts, 'CC_VISAMC').filter(({ hidesFee }) => !hidesFee);
  const [first = shown[0] ?? usual, ...others] = shown.filter(({ currency }) => currency !== usual.currency);
  return drawnItem(parts.worker, 'partly paid method', [first, ...others]);
}

/** Draws a method in coins whose whole fee is listed and for which there is an address; undefined if there is none. */
export function coinMethod(parts: Parts): Method<'PAYOUT'> | undefined {
  const isPayable = (one: Method) => !one.hidesFee && parts.draw(paymentBody(one)).missing.length === 0;
  const [first, ...others] = listed(parts, 'CRYPTOCOIN').filter(isPayable);
  return first && drawnItem(parts.worker, 'partly paid coin', [first, ...others]);
}
