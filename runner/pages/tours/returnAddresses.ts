import { drawnNumber } from '../../actions/inputs/turns.ts';
import type { TourParts } from './tour.ts';

/** Addresses to which end users return: led to exactly as given (WID-06). A run tries few of them, so each has several of what careless code loses. */
const returnAddresses = {
  'a port, a query and a fragment': 'https://merchant.example.com:8443/back?order=77&paid=no#done',
  'no TLS, a port, a query and a fragment': 'http://merchant.example.com:8080/back?order=77&paid=no#done',
  'a port and percent-escapes':
    'https://merchant.example.com:8443/caf%C3%A9/a%2Fb;v=1?note=a%20b%26c&plus=%2B#step%202',
  'a port, names that come twice and a fragment that is a path':
    'https://merchant.example.com:9443/app?item=1&item=2&empty=#/orders/12?paid=yes',
  'a name beyond ASCII, a query and a fragment': 'https://bücher.merchant.example.com/zurück?bestellung=7#ende',
  'a port, many characters and an address in it': `https://merchant.example.com:8443/${'step/'.repeat(60)}end?to=https%3A%2F%2Fshop.example%2Fa%3Fb%3D1%23c#${'0123456789'.repeat(6)}`,
} as const;

/** Returns the address to which the end user of a page returns, and its words; nights take turns. */
export function returnInTurn({ worker }: TourParts, what: string): { kind: string; url: string } {
  const kinds = Object.entries(returnAddresses);
  const [kind = '', url = ''] = kinds[drawnNumber(worker, `return of ${what}`) % kinds.length] ?? [];
  return { kind, url };
}
