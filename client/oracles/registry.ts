import { failsToAnswer, repeatsSafely, surfacesRefusal } from './errors.ts';
import { isPlayed, keepsSecretAtHome, refusesServer } from './hosts.ts';
import type { ClientOracle } from './oracle.ts';
import { walksPages } from './pages.ts';
import { sendsArguments } from './requests.ts';
import { handsOver, handsOverEvent, handsOverText } from './values.ts';
import { answersWebhook, answersWrongDigest, judgesDigest, keepsState, saysOutcome } from './webhooks.ts';

/** The oracles of scenarios, by the names that journals use. */
export const clientOracles: Readonly<Record<string, ClientOracle<never>>> = {
  handsOver,
  handsOverText,
  handsOverEvent,
  sendsArguments,
  judgesDigest,
  keepsState,
  saysOutcome,
  answersWebhook,
  answersWrongDigest,
  surfacesRefusal,
  failsToAnswer,
  repeatsSafely,
  isPlayed,
  keepsSecretAtHome,
  refusesServer,
  walksPages,
};
