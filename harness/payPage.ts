import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Api } from './api.ts';
import type { Exchange } from './exchange.ts';
import type { Fault } from './fault.ts';
import { textField } from './record.ts';
import type { Target } from './target.ts';

/** Addresses of this machine and of its own networks: what a target names there is not opened for it. */
const inside = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inside.addSubnet(network, bits);
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inside.addSubnet(network, bits, 'ipv6');

const isInside = (address: string) => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The page that a pay-in sends its payer to, or why it is not opened. */
export type PayPage = { page: Exchange } | { fault: Fault };

function urlIn(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an address may be opened: one on the target's own host may, one inside our own network else may not. */
async function isOpen({ hostname, host }: URL, { baseUrl }: Target): Promise<boolean> {
  if (host === new URL(baseUrl).host) return true;
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  return addresses.length > 0 && !addresses.some(({ address }) => isInside(address));
}

/** Opens the payUrl of an accepted pay-in as its payer would: no credential is sent, no redirect followed (§ Payments, rule 3). */
export async function openPayPage(api: Api, target: Target, made: Exchange): Promise<PayPage> {
  const exchanges = [made.id];
  const url = urlIn(textField(made.json, 'payUrl') ?? '');
  if (!url) return { fault: { code: 'noEvidence', wanted: 'a pay-in with an absolute payUrl', exchanges } };
  if (await isOpen(url, target)) return { page: await api.open(url) };
  return { fault: { code: 'noEvidence', wanted: `a payUrl outside of our own network, not ${url.host}`, exchanges } };
}
