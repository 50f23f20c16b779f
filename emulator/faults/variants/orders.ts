import type { JsonRecord } from '../../domain/json.ts';
import type { MethodTerms } from '../../domain/method.ts';
import { type Money, money, roundHalfEven, ZERO } from '../../domain/money.ts';
import { conformingRules } from '../../rules/index.ts';
import type { Variant } from '../shared/faultTypes.ts';

const IDR_CODES = ['CIMB', 'BNI', 'BCA', 'PERMATA', 'BT', 'I1', 'M1', 'RI', 'QRIS'];

/** Gives pay-ins the bank choices of pay-outs, and the reverse. */
const choicesSwapped = (methods: readonly MethodTerms[]): MethodTerms[] =>
  methods.map((method) => {
    const other = methods.find(({ orderType, choices }) => orderType !== method.orderType && choices !== null);
    return method.choices && other ? { ...method, choices: other.choices } : method;
  });

/** Returns a minimum that is up to a tenth above the original one. The minimum changes between successive requests. */
const wandering = (least: Money, served: number): Money => least.times(WANDERINGS[served % WANDERINGS.length] ?? 1);

const WANDERINGS = ['1', '1.04', '1.1', '1.02', '1.08'];

/** Variants of the requirements of orders and their effect on the balance. */
export const orderVariants: readonly Variant[] = [
  {
    name: 'minimums-that-move',
    because: '§ Payment method, minLimit, and § Deposit options, limits: nothing says that they stay constant',
    rules: { minimumNow: wandering },
    differs: /"amount"/,
  },
  {
    name: 'cards-of-other-networks-refused',
    because:
      '§ Payments, method, CC_VISAMC: the method names two networks, and nothing says that it takes cards of others',
    rules: { cardAccepted: (card) => /^(?:4|5[1-5]|2[2-7])/.test(card) && conformingRules.cardAccepted(card) },
    differs: /"cardNumber"/,
  },
  {
    name: 'comments-in-composed-form',
    because: '§ Payment, comment: a letter with a mark may be written in one form or in two, and the text names none',
    rules: { textKept: (text, field) => (field === 'comment' ? (text?.normalize('NFC') ?? null) : text) },
  },
  {
    name: 'long-comments-refused',
    because: '§ Payments, comment, "String": the text does not say how long a comment may be',
    rules: { textAccepted: (text, field) => field !== 'comment' || text.length <= 255 },
    differs: /"comment":"[^"]{256}/,
  },
  {
    name: 'methods-in-another-order',
    because: '§ Payments gives no order of the methods',
    rules: { methodsShown: (methods) => [...methods].reverse() },
  },
  {
    name: 'unknown-names-in-properties',
    because: '§ Payment method, "array of request field names": the wire name of a wallet "carries a brand"',
    rules: {
      propertiesShown: (required, optional) => ({ required, optional: [...optional, 'iban', '1-pay-address'] }),
    },
  },
  {
    name: 'no-pay-ins-by-card-of-this-kind',
    because: '§ Payment method: the list decides which method accepts pay-ins in which currency',
    rules: {
      catalogue: (methods) =>
        methods.filter((one) => one.orderType !== 'PAYIN' || !['TRY', 'UAH'].includes(one.currency)),
    },
    differs: /payin|h2h/,
  },
  {
    name: 'others-pay-out-too',
    because: '§ What the service does: others pay out from the merchant account in the currencies under test',
    rules: {
      foreignPayouts: (ordinal) => ['TRY', 'UAH'].map((currency) => ({ currency, amount: `${11 + (ordinal % 5)}.37` })),
    },
  },
  {
    name: 'no-page-for-virtual-accounts',
    because:
      '§ Payment, payUrl is nullable and "set for redirect flows": a payer into a bank account sees the account instead',
    rules: { payUrlShown: (payUrl, method) => (method === 'VA_QR' ? null : payUrl) },
  },
  {
    name: 'cards-masked-by-view',
    because: '§ Payment, payoutCardNumber: the text does not say how much is masked, or whether every view masks alike',
    rules: {
      recordShown: (record, place, { payoutCardNumber }) =>
        place === 'search' && payoutCardNumber
          ? { ...record, payoutCardNumber: `**** ${payoutCardNumber.slice(-4)}` }
          : record,
    },
  },
  {
    name: 'amount-text-refused',
    because: '§ Payments, amount*, "Float": a numeric text need not be accepted as a number',
    // A refused cross payout spends no money, so the next pay-out finds more money than under the conforming rules.
    differs: /"amount":"|payments\/payout /,
    rules: { amountTextAccepted: () => false },
  },
  {
    name: 'payments-of-others-in-tenge',
    because: '§ What the service does: others pay in on the merchant account in the currency under test',
    rules: { foreignPayins: () => [{ currency: 'KZT', amount: '1000' }] },
  },
  {
    name: 'fees-not-rounded',
    because: '§ Payment method, percent and fixed: the text defines no rounding of a fee',
    rules: { feeOf: (amount, { percent, fixed }) => amount.times(percent).div(100).plus(fixed) },
  },
  {
    name: 'balances-as-text',
    because: '§ Balance, "fields of the response: not shown": an amount may be text',
    rules: { balancesShown: (balances) => balances.map((one) => ({ ...one, balance: String(one['balance']) })) },
  },
  {
    name: 'two-wallets-of-a-currency',
    because: '§ Balance, "fields of the response: not shown": a currency may have several wallets',
    rules: {
      balancesShown: (balances) =>
        balances.flatMap((one) => [
          { ...one, wallet: 'main' },
          { ...one, wallet: 'reserve', balance: 0 },
        ]),
    },
  },
  {
    name: 'account-short-of-a-fee',
    because: '§ Payments: a balance that covers an amount need not cover its fee',
    differs: /payments\/payout /,
    rules: { openingBalance: (amount, currency) => (currency === 'UAH' ? money('105') : amount) },
  },
  {
    name: 'poor-account',
    differs: /payments\/payout /,
    because: '§ Payments: an account may hold nothing of a currency that its methods list names',
    rules: { openingBalance: (amount, currency) => (['TRX', 'UAH'].includes(currency) ? ZERO : amount) },
  },
  {
    name: 'maximum-zero-for-some',
    because: '§ Payment method, maxLimit, "meaning of the value 0: not shown": here it means no maximum',
    rules: {
      catalogue: (methods) =>
        methods.map((method) => (['KZT', 'TRY'].includes(method.currency) ? { ...method, maxLimit: ZERO } : method)),
    },
  },
  {
    name: 'idr-codes-of-either-list',
    because: '§ Payments gives two lists of IDR codes, and sources disagree about which belongs where',
    rules: {
      catalogue: choicesSwapped,
      channelAccepted: (code) => IDR_CODES.includes(code),
      bankAccepted: (code) => IDR_CODES.includes(code),
    },
  },
  {
    name: 'decimals-rounded',
    because: '§ Payment method, scale, "decimal places": the text does not say what happens to further decimals',
    rules: { withinScale: () => true, amountTaken: (amount, scale) => roundHalfEven(amount, scale) },
    differs: /"amount":\d+\.\d{3}/,
  },
  {
    name: 'payout-amounts-positive',
    because: '§ Payment, amount, "negative values occur for pay-outs": they need not be negative',
    rules: { amountShown: (amount) => amount },
  },
  {
    name: 'fee-inside-the-payout',
    because: '§ Payment method, percent and fixed: the text does not say that a fee is added to the amount',
    rules: { holdOf: (amount) => amount },
    // A pay-out of all bitcoins is taken, so there are none left to sell.
    differs: /"amount":3,"currency":"BTC"|"side":"SELL","amount":0\.00123/,
  },
  {
    name: 'fee-on-top-of-the-payin',
    because: '§ Payment method, percent and fixed: the text does not say that the merchant pays the fee of a pay-in',
    rules: { creditOf: (amount) => amount },
  },
  {
    name: 'fee-kept-when-failed',
    because: '§ Payment, rule 2, says that the amount is returned, but not its fee',
    rules: { refundOf: (held, fee) => held.minus(fee) },
  },
  {
    name: 'balances-with-details',
    because: '§ Balance, "Fields of the response: not shown": the service adds some',
    rules: {
      dressed: (record, kind) =>
        kind === 'balance' ? { ...record, available: record.balance, held: 0, type: 'MERCHANT' } : record,
    },
  },
  {
    name: 'zero-balances-left-out',
    because: '§ Balance, "Fields of the response: not shown": a currency with a zero balance is left out',
    rules: { balanceListed: (balance) => !balance.isZero() },
  },
  {
    name: 'h2h-null-for-others',
    because: '§ Payment, h2H, "present (true) on host-to-host pay-in responses": null elsewhere is the same as absent',
    rules: { h2hShown: (h2h) => (h2h ? true : null) },
  },
  {
    name: 'expires-after-a-minute',
    because: '§ States and transitions, "Transitions between payment states: not shown": EXPIRED may come at any time',
    rules: { payinExpiresAfterMs: () => 60_000 },
  },
  {
    name: 'reviewed-on-the-way',
    because: '§ Payment, rule 1, does not list FROZEN as a final status: a pay-out may pass through it',
    rules: {
      noticesOf: (outcome) => [{ afterMs: 50, status: 'FROZEN' }, ...conformingRules.noticesOf(outcome)],
    },
  },
  {
    name: 'difference-in-other-words',
    because: '§ Payment, rule 2, "Fields … that carry the difference: not shown"',
    rules: {
      differenceShown: (rest): JsonRecord => (rest === null ? {} : { details: { returned: rest, returnedAt: null } }),
    },
  },
  {
    name: 'receiver-not-told',
    because: '§ Payment lists no field for the receiver',
    rules: { receiverShown: () => ({}) },
  },
  {
    name: 'external-id-of-the-processor',
    because: '§ Payment, externalId, "a client-style string occurs"',
    rules: {
      externalIdShown: (externalId, method) =>
        externalId !== null && method !== 'CRYPTOCOIN' ? `acq_${externalId}/1` : externalId,
    },
  },
  {
    name: 'balance-after-never-told',
    because: '§ Payment, balanceAfterPayment and transferTo are nullable',
    rules: { recordShown: (record) => ({ ...record, balanceAfterPayment: null, transferTo: null }) },
  },
  {
    name: 'no-page-for-crypto',
    because: '§ Payment, rule 3, "payUrl is set for redirect flows": a transfer to an address needs no page',
    rules: { payUrlShown: (payUrl, method) => (method === 'CRYPTOCOIN' ? null : payUrl) },
  },
  {
    name: 'receiver-name-in-capitals',
    because:
      '§ Payments, pay-out body: the text says what the name is built from, not in which letters a bank writes it',
    rules: { receiverShown: (name) => (name === null ? {} : { receiverName: name.toUpperCase() }) },
  },
];
