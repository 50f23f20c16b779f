import { CURRENCIES, TESTNETS } from '../../../domain/methodCatalogue.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const KNOWN: readonly string[] = CURRENCIES;

/** Mutants of § Sandbox beside its mock cards, and of § Versioning. */
export const sandboxMutants: readonly Mutant[] = [
  {
    name: 'sandbox-marks-its-answers',
    breaks: 'SBX-02',
    level: 'answer',
    because: 'the sandbox wraps the limits to say that they are not real',
    rules: {
      jsonAnswered: (value, operation) => (operation === 'listLimits' ? { sandbox: true, limits: value } : value),
    },
  },
  {
    name: 'testnet-payin-refused',
    breaks: 'SBX-07',
    level: 'request',
    because: 'pay-ins on a testnet wait for a wallet that nobody funded, so they are refused',
    rules: {
      methodUsable: ({ orderType, blockchain }) => orderType !== 'PAYIN' || !TESTNETS.includes(blockchain ?? ''),
    },
  },
  {
    name: 'testnet-payout-fails',
    breaks: 'SBX-08',
    level: 'state',
    because: 'pay-outs of USDC are sent by a wallet without gas, so they fail',
    rules: { transferOutcome: (_amount, currency) => (currency === 'USDC' ? 'FAILED' : 'SUCCESS') },
  },
  {
    name: 'method-listed-but-refused',
    breaks: 'SBX-09',
    level: 'request',
    because: 'the list is that of production, of which the sandbox takes no hryvnia',
    rules: { methodUsable: ({ currency }) => currency !== 'UAH' },
  },
  {
    name: 'unlisted-pair-taken',
    breaks: 'SBX-09',
    level: 'request',
    because: 'currency and method are looked up apart, so every pair of a known one with a known one is taken',
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
    because: 'lira is switched off in the list only',
    rules: { methodListed: ({ currency }) => currency !== 'TRY' },
  },
  {
    name: 'search-under-first-version',
    breaks: 'VER-01',
    level: 'request',
    because: 'search was moved to /v1, where all else is',
    rules: { versionAnswered: (asked) => asked === 'v1' },
  },
  {
    name: 'any-version-answers',
    breaks: 'VER-02',
    level: 'request',
    because: 'the gateway takes any version for the newest one now',
    rules: { versionAnswered: (asked) => /^v\d+$/.test(asked) },
  },
];
