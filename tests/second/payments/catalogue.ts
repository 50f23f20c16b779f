import { BANKS, CHANNELS, type Method, type MethodFacts, makeMethod } from '../state/methods.ts';

const NAMES = ['firstName', 'lastName'];

const CRYPTO: MethodFacts[] = [
  coin('PAYIN', 'BTC', { blockchain: 'BITCOIN', fee: ['0.5', '0'], limits: ['0.0001', '25'] }),
  coin('PAYIN', 'ETH', { blockchain: 'ETHEREUM', fee: ['0.5', '0'], limits: ['0.002', '400'] }),
  coin('PAYIN', 'TRX', { blockchain: 'TRON', fee: ['0', '0'], limits: ['10', '0'] }),
  coin('PAYIN', 'USDT', { blockchain: 'TRON', fee: ['0.4', '0'], limits: ['1', '250000'] }),
  coin('PAYIN', 'USDT', { blockchain: 'ETHEREUM', fee: ['0.4', '1.5'], limits: ['5', '250000'] }),
  coin('PAYOUT', 'BTC', { blockchain: 'BITCOIN', fee: ['0', '0.00004'], limits: ['0.0002', '10'] }),
  coin('PAYOUT', 'ETH', { blockchain: 'ETHEREUM', fee: ['0', '0.0009'], limits: ['0.005', '150'] }),
  coin('PAYOUT', 'TRX', { blockchain: 'TRON', fee: ['0', '0'], limits: ['10', '500000'] }),
  coin('PAYOUT', 'USDT', { blockchain: 'TRON', fee: ['0', '1'], limits: ['2', '50000'] }),
  coin('PAYOUT', 'USDT', { blockchain: 'ETHEREUM', fee: ['0.1', '2.5'], limits: ['10', '50000'] }),
];

const CARDS: MethodFacts[] = [
  cardIn('EUR', { fee: ['2.4', '0.25'], limits: ['5', '10000'], required: NAMES }),
  cardIn('USD', { fee: ['2.5', '0', '0.5'], limits: ['5', '10000'], required: NAMES }),
  cardIn('UAH', { fee: ['1.8', '0'], limits: ['100', '400000'] }),
  cardIn('KZT', { fee: ['1.75', '0'], limits: ['1000', '5000000'] }),
  cardIn('TRY', { fee: ['0', '0'], limits: ['50', '300000'] }),
  cardOut('EUR', {
    fee: ['1.1', '0.5'],
    limits: ['5', '8000'],
    required: [...NAMES, 'phoneNumber'],
    optional: ['receiverName'],
  }),
  cardOut('USD', { fee: ['1.2', '0', '1'], limits: ['5', '8000'], required: [...NAMES, 'phoneNumber'] }),
  cardOut('UAH', { fee: ['0', '0'], limits: ['100', '250000'] }),
  cardOut('KZT', { fee: ['0.9', '0'], limits: ['1000', '4000000'], required: NAMES }),
  cardOut('TRY', { fee: ['1', '2'], limits: ['50', '200000'] }),
];

const VIRTUAL: MethodFacts[] = [
  {
    orderType: 'PAYIN',
    methodKey: 'VA_QR',
    currency: 'IDR',
    fee: ['0.7', '1500'],
    limits: ['20000', '300000000'],
    choices: CHANNELS,
    required: ['channelCode'],
    optional: ['firstName', 'lastName', 'returnUrl'],
  },
  {
    orderType: 'PAYOUT',
    methodKey: 'VA_QR',
    currency: 'IDR',
    fee: ['0', '2500'],
    limits: ['15000', '200000000'],
    choices: BANKS,
    required: ['bankAccount', 'bankCode'],
    optional: ['crossPayoutAsset'],
  },
];

type Terms = Pick<MethodFacts, 'fee' | 'limits' | 'required' | 'optional'>;

function coin(
  orderType: Method['orderType'],
  currency: string,
  terms: Pick<MethodFacts, 'blockchain' | 'fee' | 'limits'>,
): MethodFacts {
  const out = orderType === 'PAYOUT';
  const required = out ? ['cryptoAddress'] : [];
  const optional = out ? ['crossPayoutAsset'] : ['returnUrl', 'walletAddress'];
  return { orderType, methodKey: 'CRYPTOCOIN', currency, ...terms, required, optional };
}

function cardIn(currency: string, terms: Terms): MethodFacts {
  const optional = ['returnUrl', 'cardNumber'];
  return { orderType: 'PAYIN', methodKey: 'CC_VISAMC', currency, ...terms, optional };
}

function cardOut(currency: string, terms: Terms): MethodFacts {
  const required = ['cardNumber', ...(terms.required ?? [])];
  const optional = ['cardholder', 'crossPayoutAsset', ...(terms.optional ?? [])];
  return { orderType: 'PAYOUT', methodKey: 'CC_VISAMC', currency, ...terms, required, optional };
}

/** Builds the payment methods of a server. */
export function buildCatalogue(): Method[] {
  return [...VIRTUAL, ...CARDS, ...CRYPTO].map(makeMethod);
}
