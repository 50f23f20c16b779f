import type { Exchange } from '../journal/exchange.ts';
import type { TransportCode } from '../journal/journalTypes.ts';

interface Silence {
  what: string;
  hint: string;
}

const tlsHint = 'Write http:// for this port, or use the port for https.';
const certificateHint =
  'Check that it belongs to this host and is still valid; NODE_EXTRA_CA_CERTS adds certificate authorities.';

/** Explanations for texts in a failure message. Waiting helps only for explanations with `mayPass`. */
const explanations: readonly (Silence & { words: RegExp; mayPass?: true })[] = [
  { words: /ENOTFOUND/, what: 'its host name does not exist', hint: 'Check the spelling of the host.' },
  {
    words: /EAI_AGAIN/,
    what: 'its host name cannot be resolved',
    hint: 'Check that this machine can resolve names.',
    mayPass: true,
  },
  {
    words: /WRONG_VERSION|wrong version number|EPROTO|PACKET_LENGTH/i,
    what: 'the server there does not speak TLS',
    hint: tlsHint,
  },
  { words: /CERT|SELF.SIGNED|UNABLE_TO_VERIFY/i, what: 'its certificate is not trusted', hint: certificateHint },
];

const explanationOf = ({ line: { failure } }: Exchange) =>
  explanations.find(({ words }) => words.test(failure?.message ?? ''));

/** True if waiting cannot help. */
export function isHopeless(lost: Exchange): boolean {
  const found = explanationOf(lost);
  return found !== undefined && found.mayPass !== true;
}

/** What each kind of transport failure says about a target that does not come back, and what the target's operator can do. */
const silences: Readonly<Record<TransportCode, Silence>> = {
  unreachable: {
    what: 'no server can be reached there',
    hint: 'Check that it is running and that its address is right.',
  },
  reset: {
    what: 'it closes the connection',
    hint: 'Check that it is healthy, and that host, port and scheme are right.',
  },
  timeout: {
    what: 'it takes too long to answer',
    hint: 'Check that it is healthy, or set a longer deadlines.answerMs.',
  },
  overlong: {
    what: 'its headers are longer than the limit of 64 KB',
    hint: 'Check for a proxy or gateway in between.',
  },
  protocol: { what: 'the server there does not speak HTTP', hint: 'Check that host, port and scheme are right.' },
};

/** A further hint: the scheme of the address may be wrong. */
const perhaps = (code: TransportCode, baseUrl: string) =>
  (code === 'reset' || code === 'protocol') && baseUrl.startsWith('http:') ? ' If it uses https, write https://.' : '';

/** Returns why nothing more can be sent to a target, from the first exchange without an answer. */
export function unreachableMessage(
  lost: Exchange,
  { baseUrl, recoverMs }: { baseUrl: string; recoverMs: number },
): string {
  const { line, request: asked, id } = lost;
  const { code = 'reset', message = 'no answer' } = line.failure ?? {};
  const own = explanationOf(lost);
  const { what, hint } = own ?? silences[code];
  const wanted = `expected an answer from ${line.request.origin ?? baseUrl}, got none${own ? '' : ` within ${recoverMs} ms`}`;
  return `${wanted}: ${what} (${message}), first seen at ${asked} (exchange ${id}). ${hint}${own ? '' : perhaps(code, baseUrl)}`;
}
