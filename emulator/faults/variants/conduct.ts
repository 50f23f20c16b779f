import type { MethodTerms } from '../../domain/method.ts';
import { money } from '../../domain/money.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { conformingRules } from '../../rules/index.ts';
import type { Variant } from '../shared/faultTypes.ts';

const HTML_404 = '<!doctype html><html lang="en"><head><title>404</title></head><body><h1>Not Found</h1></body></html>';
const BEHIND_NS = 3_000_000_000n;

const creates = (operation: string): boolean => operation.startsWith('create');

const statusInstead = (of: number, status: number) => ({
  refusalStatus: (code: RefusalCode): number => {
    const conforming = conformingRules.refusalStatus(code);
    return conforming === of ? status : conforming;
  },
});

/** Adds pounds, a currency that interface.md does not list and that only the methods list of this variant names. */
const pounds = (terms: readonly MethodTerms[]): MethodTerms[] =>
  terms
    .filter(({ currency, methodKey }) => currency === 'TRY' && methodKey === 'CC_VISAMC')
    .map((method) => ({ ...method, currency: 'GBP', name: method.name.replace('TRY', 'GBP'), maxLimit: money(900) }));

/** Variants of the behaviour of a conforming service. */
export const conductVariants: readonly Variant[] = [
  {
    name: 'unprocessable',
    because: '§ Errors, "HTTP status codes for invalid requests … not shown": 422 instead of 400',
    rules: statusInstead(400, 422),
  },
  {
    name: 'forbidden',
    because: '§ Errors, status of "failed authentication … not shown": 403 instead of 401',
    rules: statusInstead(401, 403),
  },
  {
    name: 'errors-as-text',
    because: '§ Errors, "Error response body format: not shown": plain text',
    rules: { refusalContent: (_code, message) => ({ contentType: 'text/plain; charset=utf-8', text: message }) },
  },
  {
    name: 'errors-without-body',
    because: '§ Errors, "Error response body format: not shown": no body at all',
    rules: { refusalContent: () => ({ contentType: null, text: '' }) },
  },
  {
    name: 'unknown-paths-lead-home',
    because:
      '§ General conventions speaks only of "the documented endpoints": any other path redirects to a page of this host',
    rules: {
      leadsTo: ({ operation, status }, baseUrl) => (operation === null && status === 404 ? `${baseUrl}/docs` : null),
    },
  },
  {
    name: 'token-id-shown',
    because: '§ Authentication: every request sends the token id in clear, so only the secret is confidential',
    rules: {
      accountHeaders: ([token]): Record<string, string> => (token ? { 'x-account': token.credential.tokenId } : {}),
      unprovenMessage: (message, named) => (named ? `${message}: ${named.credential.tokenId}` : message),
    },
  },
  {
    name: 'html-for-unknown-paths',
    because: '§ General conventions speaks only of "the documented endpoints"',
    rules: {
      refusalContent: (code, message) =>
        code === 'unknown_path'
          ? { contentType: 'text/html; charset=utf-8', text: HTML_404 }
          : conformingRules.refusalContent(code, message),
    },
  },
  {
    name: 'created-status',
    because: '§ Endpoints gives no success status: 201 on creation',
    rules: { successStatus: (operation) => (creates(operation) ? 201 : 200) },
  },
  {
    name: 'oldest-first',
    because: '§ Payments gives no order of the list',
    rules: { listOrdered: (newestFirst) => [...newestFirst].reverse() },
  },
  {
    name: 'short-list',
    because: '§ Payments does not say that the list is complete',
    rules: { listLength: () => 15 },
  },
  {
    name: 'slow',
    because: 'interface.md limits no answer time except that of webhook receivers',
    rules: { answerDelayMs: () => 150 },
  },
  {
    name: 'search-behind',
    because: 'interface.md does not say when list and search show a record; get is current',
    rules: { knownUpTo: (now) => now - BEHIND_NS },
  },
  {
    name: 'foreign-payments',
    because: '§ What the service does: others make payments on the merchant account too',
    rules: {
      foreignPayins: (ordinal) => (ordinal % 3 === 0 ? [{ currency: 'EUR', amount: `${20 + (ordinal % 7)}.5` }] : []),
    },
  },
  {
    name: 'new-currency',
    because: '§ Sandbox, "the list of payment methods … is the authority for what is usable"',
    rules: {
      catalogue: (methods) => [...methods, ...pounds(methods)],
      foreignPayins: (ordinal) => (ordinal <= 2 ? [{ currency: 'GBP', amount: '60' }] : []),
    },
  },
  {
    name: 'pending-at-once',
    because: '§ Payment, rule 3, "the initial status is NEW or PENDING"',
    rules: { payinStart: () => 'PENDING', payoutStart: () => 'PENDING' },
  },
  {
    name: 'faster-processor',
    because: '§ States and transitions, "Transitions between payment states: not shown": no PENDING in between',
    rules: {
      noticesOf: (outcome) => {
        if (outcome === 'PENDING') return [{ afterMs: 0, status: 'PENDING' }];
        return [{ afterMs: 0, status: outcome, ...(outcome === 'FAILED' && { reason: 'Declined' }) }];
      },
    },
  },
];
