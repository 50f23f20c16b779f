import { urlOf } from '../../schemas/domain/urlOf.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { textField } from '../../traffic/journal/runRecord.ts';
import type { Worker } from '../worker/worker.ts';

/** What is opened, and for which record. */
export interface VisitOpening {
  requirement: string;
  way: PageLine['way'];
  created: Exchange;
  opens: string;
  address: string;
  domain?: string;
  approved?: boolean;
  screen?: { width: number; height: number };
  /** The language and the time zone of the browser; its own without them. */
  place?: NonNullable<PageLine['place']>;
}

/** The places to which a checkout may lead its end user back. */
const waysBack = ['returnUrl', 'successfulLink', 'failureLink'];

/** The host of an address of the Web, with its port unless that is the default; undefined for any other text. */
export const webHost = (address: string): string | undefined =>
  /^https?:/.test(address) ? urlOf(address)?.host : undefined;

/** True for an address of the Web that no merchant has set, so that a page which is opened there is the service's own. */
export function isOwnPlace({ sent, json }: Pick<Exchange, 'sent' | 'json'>, address: string): boolean {
  const theirs = waysBack.flatMap((name) => [textField(sent, name), textField(json, name)]);
  const hosts = theirs.flatMap((url) => urlOf(url)?.host ?? []);
  const host = webHost(address);
  return host !== undefined && !hosts.includes(host);
}

/** The addresses that a visit may reach by their names. */
export function addressesOf({ target }: Worker, { address, domain, created }: VisitOpening): string[] {
  const page = textField(created.json, 'acquiringUrl') ?? '';
  const around = domain === undefined ? '' : `http://${domain}`;
  const own = [target.baseUrl, address, page, target.widget?.host ?? '', around];
  return own.filter(Boolean);
}
