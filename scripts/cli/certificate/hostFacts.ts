import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:tls';
import type { HostFacts, TlsFacts } from '../../../certificate/statement/certificate.ts';

/** How long the server may take to show its TLS certificate, ms. */
const longestMs = 15_000;

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address).sort();
  } catch {
    return [];
  }
}

/** Returns the TLS certificate that a server shows. Whether it is trusted was decided by the run; here it is only written down. */
async function tlsOf({ hostname, port }: URL): Promise<TlsFacts | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false });
  const limit = AbortSignal.timeout(longestMs);
  try {
    await once(socket, 'secureConnect', { signal: limit });
    const { fingerprint256, valid_to } = socket.getPeerCertificate();
    const at = new Date(valid_to);
    return fingerprint256 === undefined || Number.isNaN(at.getTime())
      ? undefined
      : { fingerprint: fingerprint256, validTo: at.toISOString() };
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

/** Returns where a server is, as this machine sees it: its host, its addresses, and its TLS certificate. */
export async function hostFacts(baseUrl: string): Promise<HostFacts> {
  const url = new URL(baseUrl);
  const [addresses, tls] = await Promise.all([
    addressesOf(url.hostname.replace(/^\[|\]$/g, '')),
    url.protocol === 'https:' ? tlsOf(url) : undefined,
  ]);
  return { host: url.host, addresses, ...(tls && { tls }) };
}
