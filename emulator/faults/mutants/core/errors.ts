import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const TRACE =
  'TypeError: Cannot read properties of undefined\n    at PaymentService.create (/srv/app/payment.js:114:23)';

/** Mutants of § Errors. */
export const errorMutants: readonly Mutant[] = [
  {
    name: 'malformed-json-crashes',
    breaks: 'ERR-02a',
    level: 'request',
    because: 'a body that is not JSON is answered with 500',
    rules: { refusalStatus: (code) => (code === 'malformed_json' ? 500 : conformingRules.refusalStatus(code)) },
  },
  {
    name: 'wrong-type-crashes',
    breaks: 'ERR-02a',
    level: 'request',
    because: 'a field of another type is answered with 500',
    rules: {
      refusalStatus: (code) =>
        ['wrong_type', 'not_an_object'].includes(code) ? 500 : conformingRules.refusalStatus(code),
    },
  },
  {
    name: 'stack-trace-shown',
    breaks: 'ERR-02a',
    level: 'answer',
    because: 'a bad amount is answered with the stack trace of the service',
    rules: {
      refusalContent: (code, message) =>
        conformingRules.refusalContent(code, code === 'bad_amount' ? `${message}\n${TRACE}` : message),
    },
  },
  {
    name: 'unauthorized-as-html',
    breaks: 'ERR-02b',
    level: 'answer',
    because: 'the gateway answers 401 with its own HTML page',
    rules: {
      refusalContent: (code, message) =>
        code === 'unauthorized'
          ? { contentType: 'text/html', text: '<!doctype html><title>401</title><h1>Authorization Required</h1>' }
          : conformingRules.refusalContent(code, message),
    },
  },
  {
    name: 'unknown-payment-as-html',
    breaks: 'ERR-02b',
    level: 'answer',
    because: 'an unknown payment id is answered with the framework’s HTML page, labelled as JSON',
    rules: {
      refusalContent: (code, message) =>
        code === 'unknown_payment'
          ? {
              ...conformingRules.refusalContent(code, message),
              text: '<!doctype html><title>404</title><h1>Not Found</h1>',
            }
          : conformingRules.refusalContent(code, message),
    },
  },
  {
    name: 'refused-but-created',
    breaks: 'ERR-03',
    level: 'state',
    because: 'the order is recorded before the limits are checked',
    rules: { recordedThough: (code) => code === 'below_minimum' || code === 'above_maximum' },
  },
  {
    name: 'refused-but-held',
    breaks: 'ERR-03',
    level: 'state',
    because: 'the money of a refused pay-out is held first and never released',
    rules: { heldThough: (held) => held },
  },
  {
    name: 'refused-appears-a-second-later',
    breaks: 'ERR-03',
    level: 'state',
    because: 'a pay-in that is refused for its amount still appears once the queue is processed',
    rules: {
      recordedThough: (code, operation) =>
        operation === 'createPayin' && (code === 'below_minimum' || code === 'above_maximum'),
      seenAfterMs: (refused) => (refused ? 1000 : 0),
    },
  },
];
