import { paymentBody } from '../../../generators/payloads/payment.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import type { PayoutBody } from '../../../schemas/requestTypes.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Draw } from '../inputs/draw.ts';
import { isOf, type Method, type Methods } from '../inputs/methods.ts';
import { drawnItem, drawnNumber } from '../inputs/turns.ts';
import { detours } from './detours.ts';

/** The ways of a pay-out that is paid in part, both on each night: amounts in coins have more decimals. */
export const partlyPaid = ['by card', 'in coins'] as const;

/** The statuses through which a pay-out goes before it is paid in part; the seed draws which of the two ways gets which. */
export const detourOf = (worker: Worker, nth: number): readonly string[] => {
  const first = drawnNumber(worker, 'a detour of a partly paid pay-out');
  // One of the two is FROZEN at its end on each night.
  const order = first % 2 === 0 ? [1, (first >> 1) % 2 === 0 ? 0 : 2] : [(first >> 1) % 2 === 0 ? 0 : 2, 1];
  return detours[order[nth] ?? 0] ?? [];
};

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

/**
 * Makes another pay-out to the same receiver while the first is under way, and returns what it takes at least; 0 if it is refused. A target that returns money by the
 * balance that it remembers forgets what moved since.
 */
export async function payoutBeside(
  { api, draw }: { api: Api; draw: Draw },
  method: Method<'PAYOUT'>,
  like: PayoutBody,
): Promise<Decimal> {
  const { amount } = draw(paymentBody(method)).body;
  const sent = await api.send(create.payment(method, { ...like, amount }));
  if (sent.class !== 'accepted') return decimal('0');
  // Once it is PENDING, nothing more moves it by itself.
  await api.reaches(sent, 'PENDING');
  return decimal(String(amount));
}
