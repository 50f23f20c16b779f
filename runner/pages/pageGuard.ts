import type { BrowserContext, Request, Route } from '@playwright/test';
import { urlOf } from '../../schemas/domain/urlOf.ts';
import { publicAddresses } from '../../traffic/transport/publicAddresses.ts';

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const hostOf = (address: string) => {
  try {
    return new URL(address).host;
  } catch {
    return '';
  }
};

/** The hosts that a visit may reach, whatever their addresses: the target's own, and those of the page that is opened. */
export interface KnownHosts {
  hosts: ReadonlySet<string>;
  /** The target is on this machine, so its pages may be there, too. */
  isLocal: boolean;
}

/** Returns the hosts that belong to a target. */
export function knownHosts(addresses: readonly string[]): KnownHosts {
  const hosts = new Set(addresses.map(hostOf).filter(Boolean));
  return { hosts, isLocal: addresses.some((one) => loopback.test(hostOf(one).replace(/:\d+$/, ''))) };
}

/** True if a page may be opened at an address: at a known host, on this machine beside the target, or on the public Internet. */
export async function mayOpen(address: string, { hosts, isLocal }: KnownHosts): Promise<boolean> {
  const url = urlOf(address);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  if (hosts.has(url.host) || (isLocal && loopback.test(url.hostname))) return true;
  return (await publicAddresses(url)).length > 0;
}

/** True for a request with which a page acts on the target, so that it may be sent altered or again: with POST, and to a host of the target only. */
export const actsOn = (request: Pick<Request, 'method' | 'url' | 'resourceType'>, { hosts }: KnownHosts): boolean =>
  request.method() === 'POST' &&
  ['xhr', 'fetch', 'document'].includes(request.resourceType()) &&
  hosts.has(hostOf(request.url()));

/** What the browser shows where the page led its user to another host, which is not opened. */
const elsewhere = { status: 200, contentType: 'text/html', body: '<!doctype html><title>left</title>' };

/** Keeps the browser from opening what a page leads to on other hosts, and from reaching into private networks. */
export async function guard(context: BrowserContext, known: KnownHosts): Promise<void> {
  const allowed = new Map<string, Promise<boolean>>();
  const isAllowed = (url: string) => {
    const host = hostOf(url);
    const answer = allowed.get(host) ?? mayOpen(url, known);
    allowed.set(host, answer);
    return answer;
  };
  const decide = async (route: Route) => {
    const request = route.request();
    const isKnown = known.hosts.has(hostOf(request.url()));
    const isPage = request.isNavigationRequest() && request.frame().parentFrame() === null;
    if (isPage && !isKnown) await route.fulfill(elsewhere);
    else if (await isAllowed(request.url())) await route.continue();
    else await route.abort('addressunreachable');
  };
  await context.route(/^https?:/, (route) => decide(route).catch(() => undefined));
}
