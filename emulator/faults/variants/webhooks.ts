import type { JsonRecord } from '../../domain/json.ts';
import { conformingRules, type Rules } from '../../rules/index.ts';
import type { Variant } from '../shared/faultTypes.ts';

const MINUTE_MS = 60_000;

const DUPLICATES = '§ Webhook delivery, "duplicates and out-of-order delivery can occur"';
const DELAYS = '§ Webhook delivery, "up to 10, a few minutes apart, delay growing exponentially"';
const RAW_JSON = '§ Webhook delivery, "HTTP POST with a raw JSON body"';
const HEADERS = '§ Webhook authentication names one header and forbids no others';
const BODIES = '§ Webhook kinds, body of checkout, request and static address payment "not shown"';

/** The intermediate states, whose webhooks may be overtaken. */
const BETWEEN = ['PENDING', 'FROZEN', 'REQUEST_CREATED', 'PAYMENT_DETECTED', 'PENDING_PAYMENT'];

/** Retries after the given numbers of minutes. Each delay is counted from the previous attempt. */
const afterMinutes = (minutes: readonly number[]): Partial<Rules> => ({
  retryDelayMs: (nth) => {
    const delay = minutes[nth - 1];
    return delay === undefined ? null : delay * MINUTE_MS;
  },
});

/** Delays that double, starting from a first one. */
const doubling = (first: number, retries: number): number[] =>
  Array.from({ length: retries }, (_, place) => first * 2 ** place);

/** A service whose webhooks of checkouts, requests and static addresses have another format. */
const shaping = (shape: (record: JsonRecord, kind: string) => JsonRecord): Partial<Rules> => ({
  webhookTold: (record, { kind }) => (kind === 'payment' ? record : shape(record, kind)),
});

/** Rewrites the sent text of a body, e.g. its white space. */
const written = (change: (text: string) => string): Partial<Rules> => ({
  webhookText: (payload, numberText) => change(conformingRules.webhookText(payload, numberText)),
});

/** Variants of the times and numbers of webhooks. */
export const webhookTimeVariants: readonly Variant[] = [
  {
    name: 'webhooks-now-and-then-twice',
    because: `${DUPLICATES}: some delivered webhooks are sent again a second later`,
    rules: { repeatedAfterMs: (nth, announced) => (nth === 1 && announced % 4 === 0 ? 1000 : null) },
  },
  {
    name: 'webhooks-twice-much-later',
    because: `${DUPLICATES}: some delivered webhooks are sent again an hour later`,
    rules: { repeatedAfterMs: (nth, announced) => (nth === 1 && announced % 3 === 0 ? 60 * MINUTE_MS : null) },
  },
  {
    name: 'webhooks-overtaken',
    because: `${DUPLICATES}: the webhook of an intermediate state comes two seconds late, after the end`,
    rules: { announcedAfterMs: ({ to }) => (BETWEEN.includes(to) ? 2000 : 0) },
  },
  {
    name: 'webhooks-of-two-transitions-at-once',
    because: `${DUPLICATES}: the webhook of PENDING is sent together with that of the end`,
    rules: { announcedAfterMs: ({ to }) => (to === 'PENDING' ? 350 : 0) },
  },
  {
    name: 'webhooks-tell-the-record-when-sent',
    because:
      '§ Webhook kinds, Body, "the Payment record": it is read when the webhook is sent, half a second after an intermediate state',
    rules: {
      textSent: (_then, now) => now(),
      announcedAfterMs: ({ to }) => (BETWEEN.includes(to) ? 500 : 0),
    },
  },
  {
    name: 'webhooks-a-second-late',
    because: '§ States and transitions, "a webhook is sent for each status transition": the text does not say how soon',
    rules: { announcedAfterMs: () => 1000 },
  },
  {
    name: 'creation-announced',
    because: '§ Webhook kinds, "each payment status transition": the text does not say whether creation is one',
    rules: { creationAnnounced: () => true },
  },
  {
    name: 'exchanges-not-announced',
    because: '§ Webhook kinds, "each payment status transition (pay-in, pay-out)": an exchange is neither',
    rules: { transitionAnnounced: ({ orderType }) => orderType !== 'EXCHANGE' },
  },
  {
    name: 'retries-doubling',
    because: `${DELAYS}: the text gives no minutes, so 2, 4, 8, …`,
    rules: afterMinutes(doubling(2, 10)),
  },
  {
    name: 'retries-tripling',
    because: `${DELAYS}: the text gives no minutes, so 1, 3, 9, …`,
    rules: afterMinutes(Array.from({ length: 8 }, (_, place) => 3 ** place)),
  },
  {
    name: 'retries-with-jitter',
    because: `${DELAYS}: each delay varies by some seconds`,
    rules: {
      retryDelayMs: (nth, ...of) => {
        const delay = conformingRules.retryDelayMs(nth, ...of);
        return delay === null ? null : delay + ((nth * 7919) % 20_000) - 10_000;
      },
    },
  },
  {
    name: 'five-retries',
    because: `${DELAYS}: "up to" ten may mean five`,
    rules: afterMinutes(doubling(4, 5)),
  },
  {
    name: 'retries-tell-the-state-of-now-and-twice-five',
    because: `${DELAYS}: the text does not say that a retry has the body of the first attempt, nor how many retries a kind has`,
    warns: ['WHK-06b'],
    rules: {
      retryText: (_first, now) => now(),
      retryDelayMs: (nth, outcome, kind) =>
        kind === 'payment' || nth <= 5 ? conformingRules.retryDelayMs(nth, outcome, kind) : null,
    },
  },
  {
    name: 'retries-where-they-first-went',
    because:
      '§ Webhook delivery, "to the configured URL": the text does not say whether a retry uses the current URL or the first',
    rules: { urlUsed: (first) => first },
  },
  {
    name: 'status-line-suffices',
    because:
      '§ Webhook delivery, Success, "response with status 200": the text does not say whether its body must arrive',
    rules: { delivered: ({ status }) => status === 200 },
  },
];

/** Variants of the kinds and contents of webhooks. */
export const webhookBodyVariants: readonly Variant[] = [
  {
    name: 'static-payments-as-payments-too',
    because: '§ Webhook kinds: a payment to a static address is also a payment, so it is announced as both',
    rules: { kindsOfPayment: (paying) => (paying === 'static' ? ['staticAddressPayment', 'payment'] : ['payment']) },
  },
  {
    name: 'payments-of-requests-not-announced',
    because: '§ Webhook kinds, Payment, "(pay-in, pay-out)": the request announces its payment',
    rules: { kindsOfPayment: (paying) => (paying === 'request' ? [] : conformingRules.kindsOfPayment(paying)) },
  },
  {
    name: 'webhooks-with-space',
    because: `${RAW_JSON}: white space has no meaning, and the digest covers the raw body`,
    rules: written((text) =>
      text.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (part) => (part.length > 1 ? part : ` ${part}\n`)),
    ),
  },
  {
    name: 'webhook-keys-in-another-order',
    because: `${RAW_JSON}: the order of keys has no meaning`,
    rules: { webhookTold: (record) => Object.fromEntries(Object.entries(record).reverse()) },
  },
  {
    name: 'webhook-numbers-with-exponent',
    because: `${RAW_JSON}: a number may be written with an exponent`,
    rules: { webhookNumber: (value) => value.toExponential() },
  },
  {
    name: 'webhook-numbers-with-zeros',
    because: `${RAW_JSON}: a number may end in zeros, which a parser drops but the raw body contains`,
    rules: { webhookNumber: (value) => value.toFixed(value.decimalPlaces() + 2) },
  },
  {
    name: 'webhook-nulls-left-out',
    because: '§ Payment, nullable fields: absent is the same as null',
    rules: {
      webhookTold: (record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)),
    },
  },
  {
    name: 'webhook-created-at-in-seconds',
    because: '§ General conventions, "fractional seconds of varying precision occur"',
    rules: {
      webhookTold: (record, { kind }) =>
        kind === 'payment' ? { ...record, createdAt: String(record.createdAt).replace(/\.\d+/, '') } : record,
    },
  },
  {
    name: 'webhooks-with-further-fields',
    because: '§ Webhook kinds: nothing forbids further fields in a body',
    rules: { webhookTold: (record, { kind }) => ({ ...record, webhookKind: kind, version: 2, meta: { test: null } }) },
  },
  {
    name: 'acquiring-webhooks-wrapped',
    because: `${BODIES}: the record is nested in a field`,
    rules: shaping((record, kind) => ({ event: `${kind}.status_changed`, data: record })),
  },
  {
    name: 'acquiring-webhooks-brief',
    because: `${BODIES}: only id and status`,
    rules: shaping(({ id, status }) => ({ id, status })),
  },
  {
    name: 'static-webhooks-without-their-address',
    because: `${BODIES}: only the payment, without address and referenceId`,
    rules: shaping(({ referenceId: _referenceId, address, ...record }, kind) =>
      kind === 'staticAddressPayment' ? record : { ...record, ...(address !== undefined && { address }) },
    ),
  },
];

/** Variants of webhook requests: headers, content type, connections. */
export const webhookRequestVariants: readonly Variant[] = [
  {
    name: 'webhook-type-with-charset',
    because: `${RAW_JSON}: the content type is not specified`,
    rules: { webhookType: () => 'application/json; charset=UTF-8' },
  },
  {
    name: 'webhook-type-plain',
    because: `${RAW_JSON}: the content type is not specified`,
    rules: { webhookType: () => 'text/plain' },
  },
  {
    name: 'webhooks-with-further-headers',
    because: `${HEADERS}: a client name, a request id, an empty header`,
    rules: {
      webhookHeaders: () => ({
        'User-Agent': 'payments/4.2 (webhooks)',
        Accept: '*/*',
        'X-Request-Id': '0f1e2d3c',
        'X-Empty': '',
      }),
    },
  },
  {
    name: 'webhook-headers-in-lower-case',
    because: '§ Webhook authentication, "X-Payload-Digest": header names ignore case',
    rules: { webhookHeaderName: (name) => name.toLowerCase() },
  },
  {
    name: 'webhook-digest-in-upper-case',
    because: '§ Webhook authentication, "the hex HMAC-SHA1": the text does not say in which case its digits are',
    rules: { payloadDigest: (...given) => conformingRules.payloadDigest(...given)?.toUpperCase() ?? null },
  },
  {
    name: 'webhook-connections-kept',
    because: '§ Webhook delivery says nothing about connections: several webhooks share one',
    rules: { connectionsKept: () => true },
  },
  {
    name: 'transitions-announced-twice',
    because: '§ Webhook delivery, "at least once": two workers announce each transition, each with its own retries',
    rules: { announcementsOf: () => 2 },
  },
];
