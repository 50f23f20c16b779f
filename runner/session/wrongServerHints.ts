import type { Exchange } from '../../traffic/journal/exchange.ts';

type Answers = readonly Exchange[];

/** A kind of server that is often at a wrong base address: how to recognise it from its answers, and a hint. */
interface Stranger {
  is(asked: Answers, baseUrl: string): boolean;
  hint(asked: Answers, baseUrl: string): string;
}

const isHtml = ({ mediaType, text }: Exchange) => mediaType === 'text/html' || /^\s*<(?:!doctype|html)/i.test(text);

const placeOf = (exchange: Exchange | undefined) => exchange?.header('location') ?? '';

/** Phrases of a server that speaks TLS and got a plain request. */
const wantsTls = /plain HTTP request|HTTP request (?:was sent )?to (?:an )?HTTPS|requires? TLS/i;

const isAll = (is: (one: Exchange) => boolean) => (asked: Answers) => asked.length > 0 && asked.every(is);

const version = /\/v\d+$/;

const isMiscoded = ({ line: { answer } }: Exchange) =>
  answer?.body.unread === 'coded' || answer?.body.unread === 'miscoded';

/** The first match gives the hint. */
const strangers: readonly Stranger[] = [
  {
    is: (_, baseUrl) => version.test(baseUrl),
    hint: (_, baseUrl) =>
      `The base address ends in ${version.exec(baseUrl)?.[0]}, but the paths already begin with it: write ${baseUrl.replace(version, '')}.`,
  },
  { is: (asked) => asked.some(({ text }) => wantsTls.test(text)), hint: () => 'It speaks https: write https://.' },
  {
    is: isAll(({ status = 0 }) => status >= 300 && status < 400),
    hint: ([first]) =>
      `The address redirects elsewhere, and redirects are not followed: write the part before /v1 of ${placeOf(first)}.`,
  },
  {
    is: isAll(({ class: kind }) => kind === 'crashed'),
    hint: () => 'The service, or a gateway before it, fails at every request: check that it is running.',
  },
  {
    is: isAll(isMiscoded),
    hint: ([first]) =>
      `Its answers name the content coding ${first?.header('content-encoding')} and cannot be decoded: let them be plain, gzip, deflate or br.`,
  },
  {
    is: isAll(isHtml),
    hint: () =>
      'This is a web site, perhaps the dashboard or a proxy before the service: check the host, port and path of the base address.',
  },
  {
    is: isAll(({ status }) => status === 404 || status === 405),
    hint: () =>
      'Nothing exists at these paths: check the host, port and path of the base address, and that the token belongs to this server.',
  },
  {
    is: (asked) => new Set(asked.map(({ status, text }) => `${status} ${text}`)).size === 1,
    hint: () =>
      'It answers every path alike: check the host, port and path of the base address, and that the token belongs to this server.',
  },
];

/** Returns what is probably wrong if another server answers, and what to do. */
export function wrongServerHint(asked: Answers, baseUrl: string): string {
  const found = strangers.find(({ is }) => is(asked, baseUrl));
  return found?.hint(asked, baseUrl) ?? 'Check the base address and the token.';
}
