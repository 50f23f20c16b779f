import type { ClientOracle } from './oracle.ts';
import { sendsArguments } from './requests.ts';
import { handsOver, handsOverText } from './values.ts';

/** The oracles of scenarios, by the names that journals use. */
export const clientOracles: Readonly<Record<string, ClientOracle<never>>> = {
  handsOver,
  handsOverText,
  sendsArguments,
};
