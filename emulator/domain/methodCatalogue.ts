import { personFields } from './currencies.ts';
import type { Direction, MethodKey, MethodTerms } from './method.ts';
import { type Money, money } from './money.ts';

/** The production names of the EVM blockchains for which § Sandbox names a testnet. */
export const TESTNETS = ['ETHEREUM', 'BSC', 'POLYGON', 'ARBITRUM', 'OPTIMISM', 'BASE'];

/** Fee and limits of one direction: percent, fixed, minLimit, maxLimit as decimal text. */
type Terms = readonly [percent: string, fixed: string, minLimit: string, maxLimit: string];

interface Row {
  readonly currency: string;
  readonly blockchain?: string;
  readonly scale: number;
  readonly payin: Terms;
  readonly payout: Terms;
}

const CARD: readonly Row[] = [
  { currency: 'EUR', scale: 2, payin: ['2.5', '0.3', '10', '5000'], payout: ['1.5', '1', '10', '10000'] },
  { currency: 'USD', scale: 2, payin: ['2.5', '0.3', '10', '5000'], payout: ['1.5', '1', '10', '10000'] },
  { currency: 'UAH', scale: 2, payin: ['3', '0', '100', '29000'], payout: ['1', '10', '100', '29000'] },
  { currency: 'KZT', scale: 2, payin: ['3', '0', '1000', '900000'], payout: ['1', '100', '1000', '900000'] },
  { currency: 'TRY', scale: 2, payin: ['4', '0', '50', '45000'], payout: ['2', '5', '50', '45000'] },
];

const VIRTUAL: readonly Row[] = [
  { currency: 'IDR', scale: 0, payin: ['2', '4000', '20000', '50000000'], payout: ['1', '5000', '50000', '50000000'] },
];

/** Fees and limits for blockchains with expensive and with cheap transfers. */
const DEAR: Pick<Row, 'payin' | 'payout'> = { payin: ['0.5', '0', '5', '100000'], payout: ['0', '3', '5', '50000'] };
const CHEAP: Pick<Row, 'payin' | 'payout'> = { payin: ['0.5', '0', '1', '100000'], payout: ['0', '0.2', '1', '50000'] };

/** Builds the row of a stablecoin on a blockchain; in a sandbox the EVM blockchains are testnets (§ Sandbox). */
const token = (currency: string, blockchain: string): Row => ({
  currency,
  blockchain,
  scale: 6,
  ...(blockchain === 'ETHEREUM' ? DEAR : CHEAP),
});

const CRYPTO: readonly Row[] = [
  token('USDT', 'ETHEREUM'),
  {
    currency: 'USDT',
    blockchain: 'TRON',
    scale: 6,
    payin: ['0.5', '0', '5', '100000'],
    payout: ['0', '1.5', '5', '50000'],
  },
  ...TESTNETS.slice(1).map((blockchain) => token('USDT', blockchain)),
  ...TESTNETS.map((blockchain) => token('USDC', blockchain)),
  {
    currency: 'BTC',
    blockchain: 'BITCOIN',
    scale: 8,
    payin: ['0.5', '0', '0.0001', '10'],
    payout: ['0.1', '0.00005', '0.0005', '10'],
  },
  {
    currency: 'ETH',
    blockchain: 'ETHEREUM',
    scale: 8,
    payin: ['0.5', '0', '0.001', '0'],
    payout: ['0.1', '0.0005', '0.005', '500'],
  },
  {
    currency: 'TRX',
    blockchain: 'TRON',
    scale: 6,
    payin: ['0.5', '0', '10', '1000000'],
    payout: ['0.1', '1', '10', '100000'],
  },
];

const PAYIN_BANKS = ['CIMB', 'BNI', 'BCA', 'PERMATA'];
const PAYOUT_BANKS: readonly (readonly [string, string])[] = [
  ['BT', 'Bank Transfer'],
  ['I1', 'Bank 1'],
  ['M1', 'Bank 2'],
  ['RI', 'Bank 3'],
  ['QRIS', 'QRIS'],
];

const cardFields = (direction: Direction, currency: string): string[] =>
  direction === 'PAYOUT' ? ['cardNumber', ...personFields('payout', currency)] : [...personFields('payin', currency)];

const REQUIRED: Record<MethodKey, (direction: Direction, currency: string) => string[]> = {
  CC_VISAMC: cardFields,
  VA_QR: (direction) => (direction === 'PAYIN' ? ['channelCode'] : ['bankAccount', 'bankCode']),
  CRYPTOCOIN: (direction) => (direction === 'PAYIN' ? [] : ['cryptoAddress']),
};

const OPTIONAL: Record<Direction, readonly string[]> = {
  PAYIN: ['comment', 'clientOrderId', 'returnUrl'],
  PAYOUT: ['comment', 'clientOrderId'],
};

const extraOptional = (direction: Direction, key: MethodKey, currency: string): string[] => {
  if (direction === 'PAYIN') return key === 'CC_VISAMC' ? ['cardNumber', 'email'] : [];
  if (key === 'CC_VISAMC') return currency === 'EUR' ? ['cardholder', 'receiverName'] : ['cardholder'];
  return key === 'CRYPTOCOIN' ? ['crossPayoutAsset'] : [];
};

const bankChoices = (direction: Direction): MethodTerms['choices'] =>
  direction === 'PAYIN'
    ? { description: 'Virtual account bank', list: PAYIN_BANKS.map((value) => ({ value, name: `Bank ${value}` })) }
    : { description: 'Receiving bank', list: PAYOUT_BANKS.map(([value, name]) => ({ value, name })) };

const LABELS: Record<MethodKey, string> = {
  CC_VISAMC: 'Visa/Mastercard',
  VA_QR: 'Virtual account / QR',
  CRYPTOCOIN: 'Crypto',
};

function terms(row: Row, methodKey: MethodKey, direction: Direction): MethodTerms {
  const [percent, fixed, minLimit, maxLimit] = direction === 'PAYIN' ? row.payin : row.payout;
  return {
    name: [LABELS[methodKey], row.currency, row.blockchain ?? '', direction.toLowerCase()].filter(Boolean).join(' '),
    orderType: direction,
    methodKey,
    currency: row.currency,
    blockchain: row.blockchain ?? null,
    percent: money(percent),
    fixed: money(fixed),
    scale: row.scale,
    minLimit: money(minLimit),
    maxLimit: money(maxLimit),
    verificationLevel: methodKey === 'CRYPTOCOIN' ? 0 : 1,
    choices: methodKey === 'VA_QR' ? bankChoices(direction) : null,
    minFeeAmount: row.currency === 'TRX' && direction === 'PAYOUT' ? money(fixed) : null,
    required: ['amount', ...REQUIRED[methodKey](direction, row.currency)],
    optional: [...OPTIONAL[direction], ...extraOptional(direction, methodKey, row.currency)],
  };
}

const rows = (table: readonly Row[], key: MethodKey): MethodTerms[] =>
  table.flatMap((row) => [terms(row, key, 'PAYIN'), terms(row, key, 'PAYOUT')]);

/** The methods of a new instance. Each combination of operation, currency, method and blockchain occurs once (§ Payment method). */
export const METHOD_CATALOGUE: readonly MethodTerms[] = [
  ...rows(CARD, 'CC_VISAMC'),
  ...rows(VIRTUAL, 'VA_QR'),
  ...rows(CRYPTO, 'CRYPTOCOIN'),
];

const OPENING_BALANCES: Readonly<Record<string, string>> = {
  USDT: '5000000',
  USDC: '5000000',
  EUR: '5000000',
  USD: '5000000',
  KZT: '500000000',
  UAH: '50000000',
  TRY: '50000000',
  IDR: '50000000000',
  BTC: '3',
  ETH: '60',
  TRX: '20000',
};

/** The opening balance of every currency in the catalogue that has no opening balance of its own. */
const OTHER_OPENING_BALANCE = '5000000';

/** The opening balances of an account: a positive amount of every currency in which it can pay out. Each account holds `more` of each than the first one, so that no two are alike. */
export const openingBalances = (
  terms: readonly MethodTerms[],
  openingBalance: (amount: Money, currency: string) => Money,
  more: number,
): Map<string, Money> =>
  new Map(
    [...Object.keys(OPENING_BALANCES), ...terms.map(({ currency }) => currency)].map((currency) => [
      currency,
      openingBalance(money(OPENING_BALANCES[currency] ?? OTHER_OPENING_BALANCE).plus(more), currency),
    ]),
  );
