import { CURRENCIES } from '../../../domain/currencies.ts';
import { currentCall } from '../../../domain/currentCall.ts';
import { TESTNETS } from '../../../domain/methodCatalogue.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const KNOWN: readonly string[] = CURRENCIES;

/** Mutants of § Sandbox other than its mock cards, and of § Versioning. */
export const sandboxMutants: readonly Mutant[] = [
  {
    name: 'other-environment-reads-rates',
    breaks: 'SBX-01',
    level: 'request',
    because: 'single rates are served by a gateway of their own, which both environments share',
    rules: {
      tokenStands: (standing) =>
        standing === 'alive' || (standing === 'elsewhere' && currentCall()?.operation === 'getRate'),
    },
  },
  {
    name: 'sandbox-marks-its-answers',
    breaks: 'SBX-02',
    level: 'answer',
    because: 'the sandbox wraps the limits to mark them as not real',
    rules: {
      jsonAnswered: (value, operation) => (operation === 'listLimits' ? { sandbox: true, limits: value } : value),
    },
  },
  {
    name: 'testnet-payin-refused',
    breaks: 'SBX-07',
    level: 'request',
    because: 'pay-ins on a testnet are refused because nobody funded their wallet',
    rules: {
      methodUsable: ({ orderType, blockchain }) => orderType !== 'PAYIN' || !TESTNETS.includes(blockchain ?? ''),
    },
  },
  {
    name: 'testnet-payout-fails',
    breaks: 'SBX-08',
    level: 'state',
    because: 'pay-outs of USDC fail because their wallet has no gas',
    rules: { transferOutcome: (_amount, currency) => (currency === 'USDC' ? 'FAILED' : 'SUCCESS') },
  },
  {
    name: 'method-listed-but-refused',
    breaks: 'SBX-09',
    level: 'request',
    because: 'the list is that of production, but the sandbox does not accept hryvnia',
    rules: { methodUsable: ({ currency }) => currency !== 'UAH' },
  },
  {
    name: 'unlisted-pair-taken',
    breaks: 'SBX-09',
    level: 'request',
    because:
      'currency and method are looked up separately, so every pair of a known currency and a known method is accepted',
    rules: {
      methodFits: (method, wish) =>
        conformingRules.methodFits(method, wish) ||
        (method.methodKey === wish.method && KNOWN.includes(wish.currency) && wish.blockchain === null),
    },
  },
  {
    name: 'hidden-method-taken',
    breaks: 'SBX-09',
    level: 'answer',
    because: 'lira is disabled in the list only',
    rules: { methodListed: ({ currency }) => currency !== 'TRY' },
  },
  {
    name: 'search-under-first-version',
    breaks: 'VER-01',
    level: 'request',
    because: 'search was moved to /v1, like everything else',
    rules: { versionAnswered: (asked) => asked === 'v1' },
  },
  {
    name: 'any-version-answers',
    breaks: 'VER-02',
    level: 'request',
    because: 'the gateway now treats any version as the newest one',
    rules: { versionAnswered: (asked) => /^v\d+$/.test(asked) },
  },
];
