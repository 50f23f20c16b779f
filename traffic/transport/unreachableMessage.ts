import type { Exchange } from '../journal/exchange.ts';
import type { TransportCode } from '../journal/journalTypes.ts';

interface Silence {
  what: string;
  hint: string;
}

const tlsHint = 'Write http:// for this port, or name the port of https.';
const certificateHint = 'See that it is of this host and still valid; NODE_EXTRA_CA_CERTS names further authorities.';

/** What the words of a failure say. But for what may pass, waiting does not mend it. */
const told: readonly (Silence & { words: RegExp; mayPass?: true })[] = [
  { words: /ENOTFOUND/, what: 'its name leads nowhere', hint: 'See that the host is spelled right.' },
  {
    words: /EAI_AGAIN/,
    what: 'its name cannot be resolved',
    hint: 'See that this machine resolves names.',
    mayPass: true,
  },
  {
    words: /WRONG_VERSION|wrong version number|EPROTO|PACKET_LENGTH/i,
    what: 'what answers speaks no TLS',
    hint: tlsHint,
  },
  { words: /CERT|SELF.SIGNED|UNABLE_TO_VERIFY/i, what: 'its certificate is not trusted', hint: certificateHint },
];

const toldBy = ({ line: { failure } }: Exchange) => told.find(({ words }) => words.test(failure?.message ?? ''));

/** True where nobody will be there however long one waits. */
export function isHopeless(lost: Exchange): boolean {
  const found = toldBy(lost);
  return found !== undefined && found.mayPass !== true;
}

/** What a failed transport says of a target that does not come back, and what its operator may do. */
const silences: Readonly<Record<TransportCode, Silence>> = {
  unreachable: { what: 'nobody can be reached there', hint: 'See that it runs and that its address is right.' },
  reset: { what: 'it closes the connection', hint: 'See that it is well, and that host, port and scheme are right.' },
  timeout: { what: 'it takes too long', hint: 'See that it is well, or give it longer by deadlines.answerMs.' },
  overlong: { what: 'its headers are longer than we read', hint: 'See what stands between here and there.' },
  protocol: { what: 'what answers speaks no HTTP', hint: 'See that host, port and scheme are right.' },
};

/** Perhaps it was asked in the wrong way altogether. */
const perhaps = (code: TransportCode, baseUrl: string) =>
  (code === 'reset' || code === 'protocol') && baseUrl.startsWith('http:')
    ? ' If it speaks https, write https://.'
    : '';

/** Why nothing more can be asked of a target, from the exchange that was lost first. */
export function unreachableMessage(
  lost: Exchange,
  { baseUrl, recoverMs }: { baseUrl: string; recoverMs: number },
): string {
  const { line, request: asked, id } = lost;
  const { code = 'reset', message = 'no answer' } = line.failure ?? {};
  const own = toldBy(lost);
  const { what, hint } = own ?? silences[code];
  const wanted = `wanted an answer of ${line.request.origin ?? baseUrl}, found none${own ? '' : ` within ${recoverMs} ms`}`;
  return `${wanted}: ${what} (${message}), first seen at ${asked} (exchange ${id}). ${hint}${own ? '' : perhaps(code, baseUrl)}`;
}
