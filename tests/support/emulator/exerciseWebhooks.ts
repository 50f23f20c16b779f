import { OWN_PATHS } from '../../../emulator/domain/ownPaths.ts';
import type { WebhookRequest } from '../../../emulator/domain/webhook.ts';
import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { bareBundle } from '../../../generators/payloads/bundle.ts';
import { bareCheckout } from '../../../generators/payloads/checkout.ts';
import { barePayin } from '../../../generators/payloads/payment.ts';
import type { ReceiverReaction } from './inProcessReceiver.ts';
import { type Payable, payerIn } from './payer.ts';
import { CONTROL_TOKEN, type TestEmulator, type TestRequest, type TestResponse } from './testEmulator.ts';

const HOOK = 'http://127.0.0.1:9/hook';
const CONTROL = { 'x-control-token': CONTROL_TOKEN };
const CARD = barePayin({ amount: 700, currency: 'UAH', method: 'CC_VISAMC' });
const FIXED = bareCheckout('FIXED_PRICE', { fixedAmount: { amount: 100, currency: 'USD' } });
const DAY_MS = 86_400_000;

/** The reaction of a receiver to the first two attempts of a webhook, by a word in the clientOrderId. */
const REACTIONS: Readonly<Record<string, ReceiverReaction>> = {
  sound: 200,
  created: 201,
  empty: 204,
  moved: { status: 302, location: `${HOOK}/elsewhere` },
  bad: 400,
  missing: 404,
  gone: 410,
  many: 429,
  broken: 500,
  busy: 503,
  reset: 'closed',
  torn: 'cut',
  down: 'refused',
};

/** The tools of a webhook exercise on one instance. */
interface WebhookExercise {
  readonly trial: TestEmulator;
  readonly ask: (asked: TestRequest) => Promise<TestResponse>;
  readonly pull: (action: string, body?: unknown) => Promise<TestResponse>;
  /** Advances the clock and sends everything that is due. */
  readonly pass: (ms: number) => Promise<void>;
}

/** Triggers every kind of webhook, with receivers of every behaviour. Returns all answers and the webhooks sent. */
export async function exerciseWebhooks(trial: TestEmulator, base: string): Promise<TestResponse[]> {
  const seen: TestResponse[] = [];
  const ask: WebhookExercise['ask'] = async (asked) => {
    const answer = await trial.ask({ ...asked, path: base + asked.path });
    seen.push(answer);
    return answer;
  };
  const pull: WebhookExercise['pull'] = (action, body) =>
    ask({ path: `/~control/${action}`, headers: CONTROL, ...(body !== undefined && { body }) });
  const pass: WebhookExercise['pass'] = async (ms) => {
    trial.pass(ms);
    await pull('webhooks');
  };
  const exercise: WebhookExercise = { trial, ask, pull, pass };
  await registrations(exercise);
  await lives(exercise, payerIn(trial, base));
  await secrets(exercise);
  await receivers(exercise, payerIn(trial, base));
  return [...seen, ...trial.receiver.received.map(asSeen)];
}

/** Presents a webhook as an answer, so that the exercise returns it. */
const asSeen = ({ text, ...sending }: WebhookRequest): TestResponse => ({
  path: 'webhook',
  sent: '',
  status: 200,
  headers: {},
  text: JSON.stringify(sending) + text,
  json: undefined,
});

/** Registers webhooks through the dashboard and the interface, correctly and otherwise. */
async function registrations({ trial, ask, pull }: WebhookExercise): Promise<void> {
  const [first = '', second = ''] = trial.setup.accounts[0]?.projects.map(({ id }) => id) ?? [];
  for (const body of [
    { kind: 'payment', url: HOOK, secret: 'one' },
    { kind: 'checkout', url: HOOK },
    { kind: 'request', url: HOOK, projectId: second },
    { kind: 'request', url: HOOK },
    { kind: 'order', url: HOOK },
    { kind: 'payment', url: HOOK, projectId: first },
    { kind: 'payment', url: 'https://shop.example/hook' },
  ]) {
    await pull('webhooks', body);
  }
  const own = OWN_PATHS.webhooks;
  await ask({ path: own.staticAddressPayment, body: { url: HOOK } });
  await ask({ path: own.request.replace('{projectId}', first), body: { url: HOOK, secret: 'of requests' } });
  await ask({ path: own.payment, body: { url: 'http://192.0.2.1/' } });
  await ask({ path: own.payment, body: {} });
  await ask({ path: own.checkout.replace('{projectId}', 'CAP-0'), body: { url: HOOK } });
  await ask({ path: own.payment, body: { url: HOOK }, headers: {} });
}

/** Creates a pay-in and returns its id. */
async function payin({ ask }: WebhookExercise, clientOrderId: string): Promise<string> {
  const { json } = await ask({ path: '/v1/user/payments/payin', body: { ...CARD, clientOrderId } });
  return String((json as { id?: unknown } | undefined)?.id);
}

const settle = (
  { pull }: WebhookExercise,
  id: string,
  body: { status: string; [more: string]: unknown },
): Promise<TestResponse> => pull(`payments/${id}/settle`, body);

/** Creates records of every kind and brings them to every final status. */
async function lives(exercise: WebhookExercise, payer: ReturnType<typeof payerIn>): Promise<void> {
  const { ask, pass } = exercise;
  await ask({ path: '/v1/user/payments/payin', body: { ...CARD, amount: 1, clientOrderId: 'refused' } });
  for (const cardNumber of ['4000000000000002', '5555555555554444']) {
    await ask({ path: '/v1/user/payments/payout', body: { ...CARD, cardNumber } });
  }
  const frozen = await payin(exercise, 'frozen');
  for (const status of ['FROZEN', 'PENDING', 'FROZEN']) await settle(exercise, frozen, { status });
  await settle(exercise, frozen, { status: 'PARTIAL_SUCCESS', processedAmount: 40.5 });
  await settle(exercise, await payin(exercise, 'cancelled'), { status: 'CANCELLED', reason: 'No longer wanted' });
  await pass(1000);
  for (const [project, share] of [
    [0, 1],
    [0, 0.5],
    [1, 1],
    [3, 1],
  ] as const) {
    const checkout = (await payer.at(project, 'checkouts', FIXED)).json as Partial<Payable> | undefined;
    const chosen = await payer.control(`checkouts/${checkout?.id}/choose`, { asset: 'TRON_USDT' });
    await paid(payer, (chosen.json as Partial<Payable> | undefined)?.request ?? undefined, share);
    const demand = bareRequest('TRON_USDT', { amount: 100, amountIn: 'USD' });
    await paid(payer, (await payer.at(project, 'requests', demand)).json as Partial<Payable> | undefined, share);
    await payer.at(project, 'checkouts', FIXED);
    await deposits(payer, project);
    await pass(1000);
  }
  await ask({ path: '/v1/user/wallet/balances' });
  await pass(DAY_MS);
}

async function paid(payer: ReturnType<typeof payerIn>, request: Partial<Payable> | undefined, share: number) {
  const { address = '', payAmount = 10 } = request ?? {};
  await payer.pay({ asset: 'TRON_USDT', address, amount: (payAmount * share).toFixed(5) });
}

/** Pays the static addresses of a project, first too little, then enough. */
async function deposits(payer: ReturnType<typeof payerIn>, project: number): Promise<void> {
  const assets = project === 0 ? ['TRON_USDT', 'POLYGON_USDC'] : ['TRON_USDT'];
  const { json } = await payer.at(project, 'static/bundles', bareBundle(`deposits-${project}`, { assets }));
  const { addresses } = (json ?? {}) as { addresses?: readonly { address?: string }[] };
  for (const [place, asset] of assets.entries()) {
    const address = Array.isArray(addresses) ? String(addresses[place]?.address) : '';
    for (const amount of ['0.5', '30.25']) await payer.pay({ asset, address, amount });
  }
}

/** Changes the secret, then removes it. */
async function secrets(exercise: WebhookExercise): Promise<void> {
  for (const secret of ['two', undefined]) {
    await exercise.pull('webhooks', { kind: 'payment', url: HOOK, ...(secret && { secret }) });
    await settle(exercise, await payin(exercise, `secret-${secret}`), { status: 'SUCCESS' });
  }
}

/** Has webhooks delivered to receivers that accept them at the third attempt, late, or never. */
async function receivers(exercise: WebhookExercise, payer: ReturnType<typeof payerIn>): Promise<void> {
  const { trial, pass } = exercise;
  const tried = new Map<string, number>();
  trial.receiver.react = ({ text, url }) => {
    const attempt = (tried.get(text) ?? 0) + 1;
    tried.set(text, attempt);
    if (text.includes('to-never')) return 500;
    if (text.includes('to-silent')) return attempt === 1 ? 'silent' : 200;
    const [, word = 'sound'] = /to-(\w+)/.exec(text) ?? [];
    return attempt > 2 || url !== HOOK ? 200 : (REACTIONS[word] ?? 200);
  };
  for (const word of ['silent', 'never', ...Object.keys(REACTIONS)]) {
    await settle(exercise, await payin(exercise, `to-${word}`), { status: 'FROZEN' });
  }
  const moving = await payin(exercise, 'to-busy-and-on');
  await settle(exercise, moving, { status: 'FROZEN' });
  await settle(exercise, moving, { status: 'PENDING' });
  const untold = (await payer.at(0, 'checkouts', { ...FIXED, clientOrderId: 'to-never' })).json as
    | Partial<Payable>
    | undefined;
  await payer.control(`checkouts/${untold?.id}/choose`, { asset: 'TRON_USDT' });
  for (const ms of [3000, 5000, 2500, 1000]) await pass(ms);
  // Settings are saved again while webhooks wait for a retry.
  await exercise.pull('webhooks', { kind: 'payment', url: HOOK, secret: 'three' });
  for (const ms of [10_000, 60_000]) await pass(ms);
  await pass(2 * DAY_MS);
  await pass(2 * DAY_MS);
  trial.receiver.react = () => 200;
}
