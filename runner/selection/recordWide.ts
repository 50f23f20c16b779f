import type { OracleName } from '../../oracles/registry.ts';
import type { CatalogueEntry } from '../../traffic/requirements/catalogue.ts';

/** The oracles that judge what the whole run has sent and seen, whichever test sent it. */
export const recordWideOracles: readonly OracleName[] = [
  'signsWebhooks',
  'bundlesKept',
  'creditsEach',
  'creditsSettled',
  'depositsAnnounced',
  'depositsCredited',
  'enoughNeverFails',
  'enoughSucceeds',
  'estimatesAgree',
  'showsWhatWasSent',
  'endsInTime',
  'expiresOnTime',
  'movesForward',
  'namesChainStates',
  'onePaymentEach',
  'externalIdsAreText',
  'havePayUrls',
  'feesAsListed',
  'feesByPayer',
  'payAmountRests',
  'ratesAsListed',
  'requestsAgree',
  'requestsAreOfAssets',
  'requestsStart',
  'endAsTheirCard',
  'endsNoOtherCard',
  'stillFound',
  'oneOrderAfterDays',
  'neverCrashes',
  'staysGranted',
  'takesEach',
  'restsAfterSuccess',
  'retriesAfter',
  'retriesAtMost',
  'retriesLater',
  'tooLittleNeverSucceeds',
];

/** True for a test that also judges what other tests have sent: without it, a night would look at less than it has seen. */
export const isRecordWide = ({ oracles = [] }: CatalogueEntry): boolean =>
  recordWideOracles.some((name) => oracles.includes(name));
