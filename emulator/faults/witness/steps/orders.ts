import type { Method } from '../../../domain/method.ts';
import { OWN_PATHS } from '../../../domain/ownPaths.ts';
import { TEST_CARDS } from '../../../domain/testCards.ts';
import {
  askAs,
  type Created,
  keep,
  latestPayment,
  type Player,
  type Step,
  someAccount,
  someCreated,
  somePayment,
} from '../stage/player.ts';
import { asJson, jsonAmount, orderTexts, perhapsFlawed, someAmount, someClientOrderId } from './texts.ts';

const CARDS = [TEST_CARDS.failed, TEST_CARDS.success, '5555555555554444', '4111111111111111', '6011000990139424'];
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ADDRESSES: Readonly<Record<string, string>> = {
  TRON: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  BITCOIN: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
};

const wrongly = <Value>({ chance }: Player, right: Value, wrong: Value): Value => (chance.isHit(0.05) ? wrong : right);

/** A value for a field that names a person, a card, an account or an address. */
function fieldValue(player: Player, field: string, method: Method): unknown {
  const { chance } = player;
  if (field === 'cardNumber') return wrongly(player, chance.pick(CARDS), '5555555555554445');
  if (field === 'cryptoAddress') return wrongly(player, ADDRESSES[method.blockchain ?? ''] ?? EVM, `${EVM}0`);
  if (field === 'channelCode') return wrongly(player, chance.pick(['CIMB', 'BNI', 'BCA', 'PERMATA']), 'NONE');
  if (field === 'bankCode') return wrongly(player, chance.pick(['BT', 'I1', 'M1', 'RI', 'QRIS']), 'NONE');
  if (field === 'bankAccount') return String(1000 + chance.below(1_000_000_000));
  if (field === 'phoneNumber') return `+49151${chance.below(100_000_000)}`;
  if (field === 'returnUrl') return chance.pick(['https://shop.example/back', 'http://shop.example/?a=1&b=2']);
  return chance.pick(['Ada', 'Grace Brewster', 'Łukasz', 'O’Hara', 'Li']);
}

/** The body of an order by one method, named by its id or in words. */
function orderBody(player: Player, method: Method): string {
  const { chance } = player;
  const { id, currency, methodKey, blockchain, required, optional } = method;
  const inWords = { currency, method: methodKey, ...(blockchain !== null && { blockchain }) };
  const named = chance.isHit(0.5) ? inWords : { paymentMethodId: id, ...(chance.isHit(0.2) && inWords) };
  const asked = ['amount', 'comment', 'clientOrderId', 'crossPayoutAsset', 'email'];
  const further = optional.filter((field) => !asked.includes(field) && chance.isHit(0.4));
  const fields = [...required.filter((field) => !asked.includes(field)), ...further];
  return asJson(
    perhapsFlawed(chance, {
      ...named,
      amount: jsonAmount(chance, someAmount(chance, method)),
      ...Object.fromEntries(fields.map((field) => [field, fieldValue(player, field, method)])),
      ...orderTexts(player),
    }),
  );
}

/** One of the methods of a direction. Fiat and crypto are as likely. */
function someMethod({ stage, chance }: Player, direction: Method['orderType']): Method {
  const all = stage.service.instance.methods.filter(({ orderType }) => orderType === direction);
  const key = chance.pick(['CC_VISAMC', 'VA_QR', 'CRYPTOCOIN', 'CC_VISAMC', 'CRYPTOCOIN']);
  const fitting = all.filter(({ methodKey }) => methodKey === key);
  return chance.pick(fitting.length > 0 ? fitting : all);
}

const ENDS = ['SUCCESS', 'SUCCESS', 'FAILED', 'PARTIAL_SUCCESS', 'CANCELLED', 'FROZEN', 'PENDING', 'EXPIRED'];

/** Brings a payment to some status. */
function settle(
  { chance, stage }: Player,
  payment: { readonly id?: unknown; readonly amount?: unknown } | undefined,
): void {
  const [status, reason] = [chance.pick(ENDS), chance.isHit(0.4) ? 'The bank refused it' : undefined];
  const processed = Math.floor(Number(payment?.amount) * chance.pick([50, 80, 99])) / 100;
  const body = { status, reason, ...(status === 'PARTIAL_SUCCESS' && { processedAmount: Math.abs(processed) }) };
  if (payment !== undefined) stage.pull(`payments/${payment.id}/settle`, body);
}

const settleSome: Step = (player) => settle(player, somePayment(player, someAccount(player)));

const payin: Step = (player) => {
  const account = someAccount(player);
  const body = orderBody(player, someMethod(player, 'PAYIN'));
  keep(player.made.payins, askAs(player, account, { path: '/v1/user/payments/payin', body }), { account });
  if (!player.chance.isHit(0.5)) return;
  player.stage.pass(1000 * player.chance.below(60));
  settle(player, player.made.payins.at(-1)?.answer);
};

const payout: Step = (player) => {
  const account = someAccount(player);
  const body = orderBody(player, someMethod(player, 'PAYOUT'));
  askAs(player, account, { path: '/v1/user/payments/payout', body });
  if (player.chance.isHit(0.3)) settle(player, latestPayment(player, account));
};

const crossPayout: Step = (player) => {
  const { chance } = player;
  const amount = String(chance.pick([15_000, 20_001, 25_000, 30_000, 60_000]) + chance.below(90));
  const [asset, cryptoAddress = ''] = chance.pick([
    ['TRX', ADDRESSES['TRON']],
    ['TRON_TRX', ADDRESSES['TRON']],
    ['USDT', EVM],
  ]);
  const crossPayoutAsset = chance.pick(['USDT', 'USDT', 'USDC', 'TRON_USDT', 'DOGE']);
  const texts = orderTexts(player);
  const body = { amount, asset, crossPayoutAsset, cryptoAddress, ...texts };
  askAs(player, chance.pick(['main', 'cross', 'second']), { path: '/v1/user/payments/payout', body });
};

const hostToHost: Step = (player) => {
  const { chance } = player;
  const account = someAccount(player);
  const methods = player.stage.service.instance.methods.filter(
    ({ methodKey, orderType }) => methodKey === 'CC_VISAMC' && orderType === 'PAYIN',
  );
  if (methods.length === 0) return;
  const method = chance.pick(methods);
  const amount = jsonAmount(chance, someAmount(chance, method));
  const words = { currency: method.currency, method: method.methodKey, returnUrl: 'https://shop.example/back' };
  const body = asJson(perhapsFlawed(chance, { amount, ...words, ...orderTexts(player) }));
  keep(player.made.cards, askAs(player, account, { path: OWN_PATHS.h2hPayin, body }), { account });
  player.stage.pass(1000 * chance.below(30));
  if (chance.isHit(0.7)) submit(player, player.made.cards.at(-1));
};

function submit(player: Player, payment: Created | undefined): void {
  const { chance } = player;
  const card = {
    cardHolder: wrongly(player, chance.pick(['Ada Lovelace', 'L. I.']), ''),
    cvv: wrongly(player, chance.pick(['123', '0042']), '12'),
    expMonth: wrongly(player, 1 + chance.below(12), 13),
    expYear: wrongly(player, chance.pick([2027, 2031, 27]), 2025),
    pan: wrongly(player, chance.pick(CARDS), '5555555555554445'),
  };
  const path = OWN_PATHS.h2hCard.replace('{paymentId}', String(payment?.answer?.['id'] ?? 'PMT-none'));
  const body = perhapsFlawed(chance, { card, email: wrongly(player, 'ada@shop.example', 'ada') });
  askAs(player, payment?.account ?? 'main', { path, body });
}

const submitCard: Step = (player) => submit(player, someCreated(player, player.made.cards));

const exchange: Step = (player) => {
  const { chance, stage } = player;
  const pair = chance.pick(stage.service.instance.pairs);
  const symbolPair = wrongly(player, `${pair.base}${pair.quote}`, 'BTCDOGE');
  const side = wrongly(player, chance.pick(['BUY', 'SELL']), 'HOLD');
  const amount = jsonAmount(chance, someAmount(chance, { ...pair, scale: chance.pick([2, 4, 8]) }));
  const body = asJson(perhapsFlawed(chance, { symbolPair, side, amount, clientOrderId: someClientOrderId(player) }));
  askAs(player, someAccount(player), { path: '/v1/user/exchange', body });
};

/** The steps that create orders, with their weights. */
export const orderSteps: readonly (readonly [weight: number, step: Step])[] = [
  [14, settleSome],
  [18, payin],
  [13, payout],
  [4, crossPayout],
  [6, hostToHost],
  [1, submitCard],
  [8, exchange],
];
