import { currentCall } from '../../domain/currentCall.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';
import type { RecordKind } from '../../rules/core/implementationChoices.ts';
import type { Variant } from '../shared/faultTypes.ts';

/** Fields that interface.md lists and that the conforming rules omit while they are empty. */
const SILENT: Partial<Record<RecordKind, readonly string[]>> = {
  payment: ['h2H'],
  method: ['blockchain', 'hasNetworkFee', 'minFeeAmount', 'minFeeCurrency'],
};

const withoutNulls = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

const nullsFor = (record: JsonRecord, kind: RecordKind): JsonRecord => ({
  ...record,
  ...Object.fromEntries((SILENT[kind] ?? []).map((field): [string, Json] => [field, record[field] ?? null])),
});

const EXPONENT = /^(-?[1-9]\d*?)(0+)$/;

/** Variants of the format of conforming answers. */
export const answerVariants: readonly Variant[] = [
  {
    name: 'extra-fields',
    because: '§ Resources says of several records "further fields … not shown": the service adds some',
    rules: {
      dressed: (record) => ({ ...record, traceId: '7f3c', links: { self: null }, labels: ['a', 'b'], score: 0.5 }),
    },
  },
  {
    name: 'null-for-absent',
    because: '§ Payment, "absent or null for fiat": absent and null are the same',
    rules: { dressed: nullsFor },
  },
  {
    name: 'absent-for-null',
    because: '§ Payment, "absent or null for fiat": absent and null are the same',
    rules: { dressed: withoutNulls },
  },
  {
    name: 'bitcoin-without-blockchain',
    because:
      '§ Payment, blockchain: "responses also carry BITCOIN for BTC payments" does not say that each of them does',
    rules: { blockchainShown: (blockchain, currency) => (currency === 'BTC' ? null : blockchain) },
  },
  {
    name: 'two-fraction-digits',
    because: '§ General conventions, "fractional seconds of varying precision"',
    rules: {
      instantKept: (instant) => instant - (instant % 10_000_000n),
      fractionDigits: (instant) => (instant % 10_000_000n === 0n ? 2 : 9),
    },
  },
  {
    name: 'whole-seconds',
    because: '§ General conventions, "fractional seconds of varying precision": also none at all',
    rules: {
      instantKept: (instant) => instant - (instant % 1_000_000_000n),
      fractionDigits: (instant) => (instant % 1_000_000_000n === 0n ? 0 : 9),
    },
  },
  {
    name: 'nine-fraction-digits',
    because: '§ General conventions, "up to nanoseconds"',
    rules: { instantKept: (instant) => instant, fractionDigits: () => 9 },
  },
  {
    name: 'utc-as-offset',
    because: '§ General conventions, "UTC, ISO 8601": +00:00 is UTC',
    rules: { zoneText: () => '+00:00' },
  },
  {
    name: 'upper-case-uuids',
    because: '§ General conventions, "<prefix>-<uuid>": a UUID may be written in either case',
    rules: { idText: (prefix, uuid) => `${prefix}-${uuid.toUpperCase()}` },
  },
  {
    name: 'numbers-with-fraction',
    because: '§ Payment, amount is a Float: 1.0 is the number 1',
    rules: { numberText: (value) => (value.isInteger() ? `${value.toFixed()}.0` : value.toFixed()) },
  },
  {
    name: 'numbers-with-exponent',
    because: '§ Payment, amount is a Float: 1e2 is the number 100',
    rules: {
      numberText: (value) => {
        const [, head, zeros] = EXPONENT.exec(value.toFixed()) ?? [];
        return head && zeros ? `${head}e${zeros.length}` : value.toFixed();
      },
    },
  },
  {
    name: 'json-with-space',
    because: '§ General conventions, "JSON objects or arrays": white space has no meaning',
    rules: {
      jsonSpaced: (text) =>
        `\n${text.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (part) => (part.length > 1 ? part : ` ${part}\n`))} `,
    },
  },
  {
    name: 'header-names-in-capitals',
    because: '§ General conventions names Content-Type: HTTP header names ignore case',
    rules: { headerName: (name) => name.toUpperCase() },
  },
  {
    name: 'list-without-texts',
    because: 'known from similar services: any answer may omit an optional field or set it to null',
    rules: {
      recordShown: (record, place) => (place === 'list' ? { ...record, comment: null, clientOrderId: null } : record),
    },
  },
  {
    name: 'get-in-whole-seconds',
    because: '§ General conventions: fractional seconds of varying precision occur',
    rules: {
      recordShown: (record, place) =>
        place === 'get' ? { ...record, createdAt: String(record.createdAt).replace(/\.\d+/, '') } : record,
    },
  },
  {
    name: 'json-only-clients-refused',
    because:
      '§ General conventions, "plain-text order identifier (Content-Type plain/text)": who accepts only JSON cannot be answered, and § Errors shows no status for that: 406',
    rules: { orderIdForm: (accept = '*/*') => (/\*\/\*|plain/i.test(accept) ? 'bare' : 'none') },
    differs: /"amount":12[,}]/,
  },
  {
    name: 'addresses-and-comments-in-two-spellings',
    because:
      '§ Payment, payoutCryptoAddress and comment: the case of hexadecimal digits and the form of a letter are free',
    rules: {
      recordShown: (record, place, { payoutCryptoAddress, comment }) =>
        place === 'search'
          ? {
              ...record,
              ...(payoutCryptoAddress?.startsWith('0x') && { payoutCryptoAddress: payoutCryptoAddress.toLowerCase() }),
              ...(comment && { comment: comment.normalize('NFD') }),
            }
          : record,
    },
  },
  {
    name: 'pay-page-of-each-read',
    because: '§ Payment, payUrl is a nullable URL: it may carry what the page needs to know of the read that showed it',
    rules: {
      payUrlShown: (payUrl) => payUrl && `${payUrl}?at=${(currentCall()?.now ?? 0n).toString(36)}`,
    },
  },
  {
    name: 'codes-in-a-field-of-their-own',
    because: '§ Payment, payUrl is nullable and "set for redirect flows": a code to scan may stand in a further field',
    rules: {
      recordShown: (record, _place, { method, orderType }) =>
        method === 'VA_QR' && orderType === 'PAYIN'
          ? { ...record, payUrl: null, payinBankAccount: null, qrText: `000201${record.id}` }
          : record,
    },
  },
];
