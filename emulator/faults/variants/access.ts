import { writeJson } from '../../domain/json.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { conformingRules } from '../../rules/index.ts';
import { isHoursLater } from '../shared/afterHours.ts';
import type { Variant } from '../shared/faultTypes.ts';

/** A service that answers some refusal codes with another status. */
const statusOf = (status: number, ...codes: readonly RefusalCode[]): Variant['rules'] => ({
  refusalStatus: (code) => (codes.includes(code) ? status : conformingRules.refusalStatus(code)),
});

const JSON_TYPE = 'application/json; charset=utf-8';
const OPEN_STATUS =
  '§ Errors, "HTTP status codes for invalid requests, failed authentication, missing resources … not shown"';
const OPEN_BODY = '§ Errors, "Error response body format: not shown"';
const OPEN_SALT = '§ Authentication, X-Salt is a "client-generated random value (nonce); e.g. 64 hex characters"';

/** Variants of authentication and of refused access. */
export const accessVariants: readonly Variant[] = [
  {
    name: 'unauthorized-as-not-found',
    because: `${OPEN_STATUS}: 404, to reveal nothing about existing records`,
    rules: statusOf(404, 'unauthorized', 'token_revoked'),
  },
  {
    name: 'unauthorized-as-bad-request',
    because: `${OPEN_STATUS}: 400`,
    rules: statusOf(400, 'unauthorized', 'token_revoked'),
  },
  {
    name: 'refused-otherwise-after-hours',
    because: `${OPEN_STATUS}: a gateway that found nobody for an hour answers every refusal with 403`,
    rules: { refusalStatus: (code) => (isHoursLater() ? 403 : conformingRules.refusalStatus(code)) },
  },
  {
    name: 'revoked-as-forbidden',
    because: `${OPEN_STATUS}: a revoked token is known and answered as forbidden`,
    rules: statusOf(403, 'token_revoked'),
  },
  {
    name: 'records-of-others-forbidden',
    because: `${OPEN_STATUS}: a record of another account is answered as forbidden, not as missing`,
    rules: { foreignRefusal: () => 'forbidden' },
  },
  {
    name: 'salts-up-to-256',
    because: `${OPEN_SALT}: salts longer than 256 bytes are refused`,
    rules: { saltAccepted: (salt) => salt.length > 0 && salt.length <= 256 },
    differs: /salt=257/,
  },
  {
    name: 'salts-used-once',
    because: `${OPEN_SALT}: a nonce may be used only once`,
    rules: { saltFree: (usedBefore) => !usedBefore },
    differs: /salt=again/,
  },
  {
    name: 'digests-in-lower-case',
    because: '§ Authentication, "hexadecimal … digest": the text does not say in which case its digits are',
    rules: { digestMatches: (given, expected) => given === expected },
    differs: /digest=upper/,
  },
  {
    name: 'errors-in-an-envelope',
    because: `${OPEN_BODY}: an object in the field error`,
    rules: {
      refusalContent: (code, message) => ({
        contentType: JSON_TYPE,
        text: writeJson({ error: { code, message, details: [] } }),
      }),
    },
  },
  {
    name: 'errors-as-problems',
    because: `${OPEN_BODY}: application/problem+json`,
    rules: {
      refusalContent: (code, message) => ({
        contentType: 'application/problem+json',
        text: writeJson({
          type: 'about:blank',
          title: code,
          status: conformingRules.refusalStatus(code),
          detail: message,
        }),
      }),
    },
  },
  {
    name: 'empty-body-unprocessable',
    because: `${OPEN_STATUS}: an empty body is answered with 422`,
    rules: statusOf(422, 'empty_body', 'not_an_object'),
  },
  {
    name: 'other-content-types-refused',
    because: '§ General conventions, "Body format: JSON": another content type is answered with 415',
    rules: { contentTypeAccepted: (type) => type === undefined || /^application\/(.*\+)?json\b/i.test(type) },
    differs: /"currency":"UAH","method":"CC_VISAMC"}$/,
  },
  {
    name: 'repeated-keys-taken',
    because: 'interface.md says nothing about a repeated key: the last value counts',
    rules: { repeatedKeysAccepted: () => true },
    differs: /"amount":[56]00,"amount"/,
  },
];

/** Variants of rate limits and of the clientOrderId (§ Limits). */
export const limitVariants: readonly Variant[] = [
  {
    name: 'rate-in-fixed-windows',
    because: '§ Limits, "10 requests per minute": the text does not say when a minute starts',
    rules: { windowKind: () => 'fixed' },
  },
  {
    name: 'rate-by-token-bucket',
    because: '§ Limits, "10 requests per minute": a bucket of ten tokens that refills evenly',
    rules: { windowKind: () => 'bucket' },
  },
  {
    name: 'refused-requests-count',
    because: '§ Limits does not say whether a request refused for its rate counts',
    rules: { countedThoughRefused: () => true },
  },
  {
    name: 'retry-after-as-date',
    because:
      '§ Errors, "HTTP status codes for … rate limiting: not shown", and no headers either: Retry-After is a date',
    rules: { retryAfter: (waitMs, atMs) => new Date(Math.ceil((atMs + waitMs) / 1000) * 1000).toUTCString() },
  },
  {
    name: 'retry-after-absent',
    because:
      '§ Errors, "HTTP status codes for … rate limiting: not shown", and no headers either: there is no Retry-After',
    rules: { retryAfter: () => null },
  },
  {
    name: 'second-use-bad-request',
    because: `${OPEN_STATUS}: a second use is answered with 400`,
    rules: statusOf(400, 'client_order_id_taken'),
  },
  {
    name: 'second-use-unprocessable',
    because: `${OPEN_STATUS}: a second use is answered with 422`,
    rules: statusOf(422, 'client_order_id_taken'),
  },
  {
    name: 'second-use-repeats-the-answer',
    because:
      '§ Limits, "unique per request within a project": a second use creates nothing and returns the first id again',
    rules: { secondUseRepeated: () => true },
    differs: /"clientOrderId"/,
    warns: ['LIM-01b'],
  },
  {
    name: 'unique-across-operations',
    because: '§ Limits, "unique per request within a project": across all operations',
    rules: { clientOrderIdKey: (text) => text },
    differs: /"clientOrderId":"(c-1|o-1|x-1|use-2)"/,
  },
  {
    name: 'unique-without-case',
    because: '§ Limits, "unique per request within a project": the text does not say whether case counts',
    rules: { clientOrderIdKey: (text, operation) => `${operation}/${text.toLowerCase()}` },
    differs: /"clientOrderId":"use-3"/,
  },
  {
    name: 'client-order-id-of-few-characters',
    because: '§ Limits, "at most 256 characters": the text does not say which characters',
    rules: { clientOrderIdAccepted: (text) => text.length <= 256 && /^[\w.: -]+$/.test(text) },
    differs: /"clientOrderId":"[^"]*[^\w.: "-]/,
  },
  {
    name: 'client-order-id-in-bytes',
    because: '§ Limits, "at most 256 characters": the text names no encoding, so bytes count',
    rules: { clientOrderIdAccepted: (text) => text !== '' && Buffer.byteLength(text) <= 256 },
  },
  {
    name: 'equal-orders-refused-for-seconds',
    because:
      '§ Payments and § Exchange, bodies: clientOrderId is optional, and the text does not say what becomes of an equal order a moment later: 409',
    rules: { equalOrderTaken: (sinceMs) => (sinceMs < 5_000 ? 'refused' : 'own') },
    differs: /payin \{"amount":[45]00|h2h|30\.123456|0\.00123/,
  },
  {
    name: 'second-account-orders-nothing',
    because:
      '§ Payment method, verificationLevel, of which the text says nothing: an account that is not verified far enough creates no orders',
    rules: { accountMayOrder: (label) => label !== 'second' },
    differs: /"clientOrderId":"(c-1|use-1)"/,
  },
];
