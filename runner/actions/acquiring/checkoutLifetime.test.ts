import { expect, test } from '@playwright/test';
import { bareCheckout } from '../../../generators/payloads/checkout.ts';
import { exchangeOf } from '../../../tests/support/records/records.ts';
import { create, type Plan, withBody } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { checkoutLifetimeOf } from './checkoutLifetime.ts';

const planFor = (minutes: number) => withBody(create.checkout('CAP-1', bareCheckout('NO_PRICE')), { minutes });
const minutesOf = ({ body }: Plan) => Number(body?.['minutes']);

/** Returns the lifetimes, in minutes, that were requested from a target that refuses longer ones, and the lifetime that is used in the end. */
async function lives(mostMinutes: number, checkoutMinutes?: number) {
  const asked: number[] = [];
  const control = async (plan: Plan) => {
    asked.push(minutesOf(plan));
    return exchangeOf({ status: minutesOf(plan) > mostMinutes ? 400 : 200 });
  };
  const worker = { target: { checkoutMinutes } } as unknown as Worker;
  const { minutes, plan } = await checkoutLifetimeOf(worker, { control } as unknown as Api)(planFor);
  expect(minutesOf(plan)).toBe(minutes);
  return { asked, used: minutes };
}

test('a checkout that may not live an hour is requested with a shorter lifetime', async () => {
  expect(await lives(60)).toEqual({ asked: [60], used: 60 });
  expect(await lives(30)).toEqual({ asked: [60, 20], used: 20 });
  expect(await lives(5)).toEqual({ asked: [60, 20, 5], used: 5 });
});

test('if every lifetime is refused the longest is used, and a lifetime in the target file is the only one tried', async () => {
  expect(await lives(0)).toEqual({ asked: [60, 20, 5], used: 60 });
  expect(await lives(15, 15)).toEqual({ asked: [15], used: 15 });
  expect(await lives(5, 15)).toEqual({ asked: [15], used: 15 });
});
