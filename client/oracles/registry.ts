import { failsToAnswer, repeatsSafely, surfacesRefusal } from './errors.ts';
import { isPlayed, keepsSecretAtHome, refusesServer } from './hosts.ts';
import type { ClientOracle } from './oracle.ts';
import { handsOverPages, walksPages } from './pages.ts';
import { sendsRange } from './ranges.ts';
import { sendsArguments } from './requests.ts';
import { handsOver, handsOverEvent, handsOverText } from './values.ts';
import { failsInTime } from './waits.ts';
import { answersWebhook, judgesDigest, keepsState, learnsWebhookStatus, saysOutcome } from './webhooks.ts';

/** The oracles of scenarios, by the names that journals use. */
export const clientOracles: Readonly<Record<string, ClientOracle<never>>> = {
  handsOver,
  handsOverText,
  handsOverEvent,
  sendsArguments,
  sendsRange,
  judgesDigest,
  keepsState,
  saysOutcome,
  answersWebhook,
  learnsWebhookStatus,
  surfacesRefusal,
  failsToAnswer,
  failsInTime,
  repeatsSafely,
  isPlayed,
  keepsSecretAtHome,
  refusesServer,
  walksPages,
  handsOverPages,
};
