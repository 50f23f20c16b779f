import { urlOf } from '../../../domain/httpMessages.ts';
import { STATUSES } from '../../../domain/payment.ts';
import { askAs, type Player, type Step, someAccount, someCreated, somePayment } from '../stage/player.ts';
import { BEGIN_MS } from '../stage/stage.ts';

const PLAIN_READS = [
  '/v1/user/methods',
  '/v1/user/payments',
  '/v1/user/wallet/balances',
  '/v1/user/wallet/balances',
  '/v1/user/exchange/limits',
  '/v1/user/exchange/rates',
  '/v1/user/exchange/limits/BTCUSDT',
  '/v1/user/exchange/limits/USDTIDR',
  '/v1/user/exchange/rates/ETHUSDT',
  '/v1/user/exchange/rates/USDTEUR',
  '/v1/user/exchange/rates/DOGEUSDT',
];

const read: Step = (player) => {
  askAs(player, someAccount(player), { path: player.chance.pick(PLAIN_READS) });
};

const getPayment: Step = (player) => {
  const { chance } = player;
  const account = someAccount(player);
  const reader = chance.isHit(0.07) ? 'second' : account;
  const unknown = chance.pick(['PMT-00000000-0000-4000-8000-000000000000', 'PMT-1', 'payin']);
  const isUnknown = chance.isHit(0.08);
  const payment = somePayment(player, account);
  askAs(player, reader, { path: `/v1/user/payments/${isUnknown ? unknown : (payment?.id ?? unknown)}` });
};

const SORTS = ['createdAt,desc', 'createdAt,asc', 'amount,desc', 'amount,asc', 'currency,asc', 'status,desc', 'id,asc'];

/** The parameters of a search by name; each is drawn for itself. */
const PARAMETERS: readonly (readonly [share: number, name: string, draw: (player: Player) => string])[] = [
  [0.5, 'size', ({ chance }) => String(chance.pick([1, 2, 3, 5, 7, 10, 20, 50, 100, 500, 0, 501]))],
  [0.45, 'page', ({ chance }) => String(chance.pick([0, 0, 1, 1, 2, 3, 4, 9, 30, -1]))],
  [0.5, 'sort', ({ chance }) => chance.pick([...SORTS, 'createdAt', 'secret,asc'])],
  [0.3, 'currency', ({ chance }) => chance.pick(['EUR', 'USD', 'UAH', 'USDT', 'BTC', 'IDR', 'TRX', 'KZT', 'DOGE'])],
  [0.25, 'status', ({ chance }) => chance.pick([...STATUSES, 'NEW', 'PENDING', 'SUCCESS', 'DONE'])],
  [0.25, 'orderType', ({ chance }) => chance.pick(['PAYIN', 'PAYOUT', 'EXCHANGE', 'TRANSFER'])],
  [0.2, 'transactionType', ({ chance }) => chance.pick(['CREDIT', 'DEBIT'])],
  [0.1, 'clientOrderId', ({ chance, made }) => chance.pick([...made.clientOrderIds.slice(-9), 'none'])],
  [0.2, 'amount', ({ chance }) => chance.pick(['-100000,0', '0,100', '50', '100,5000', '-1,1', '9,x'])],
  [0.2, 'createdAt', ({ chance }) => span(chance.below(40), chance.below(60))],
];

const span = (fromHours: number, hours: number): string => {
  const at = (hour: number): string => new Date(BEGIN_MS + hour * 3_600_000).toISOString();
  return hours % 5 === 0 ? at(fromHours) : `${at(fromHours)},${at(fromHours + hours)}`;
};

const search: Step = (player) => {
  const { chance } = player;
  const account = someAccount(player);
  const query = new URLSearchParams();
  for (const [share, name, draw] of PARAMETERS) if (chance.isHit(share * 0.7)) query.set(name, draw(player));
  const byOrder = chance.isHit(0.1);
  const payment = somePayment(player, account);
  if (byOrder) query.set('orderId', payment?.orderId ?? 'ORD-1');
  askAs(player, account, { path: '/v2/user/payments/search', query: String(query) });
};

const payPage: Step = (player) => {
  const payin = someCreated(player, player.made.payins);
  const url = urlOf(String(payin?.answer?.['payUrl'] ?? ''));
  if (url) player.stage.ask({ path: url.pathname, headers: {} });
};

/** The steps that read, with their weights. */
export const readSteps: readonly (readonly [weight: number, step: Step])[] = [
  [10, read],
  [14, getPayment],
  [26, search],
  [2, payPage],
];
