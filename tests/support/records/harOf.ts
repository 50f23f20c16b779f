import type { ExchangeLine, Line } from '../../../traffic/journal/journalTypes.ts';

/** What a recording of the same traffic would hold although a journal does not: a token id, a secret, a cookie. */
export const planted = { tokenId: 'TKN-0d1f-planted', secret: 'planted-secret-of-a-merchant', cookie: 'sid=planted' };

type Pairs = ExchangeLine['request']['headers'];

const headersOf = (pairs: Pairs) => pairs.map(([name, value]) => ({ name, value }));

/** Returns the headers as they were sent: a journal has placeholders for what lets somebody in. */
const requestHeaders = (pairs: Pairs) => [
  ...headersOf(pairs.filter(([name]) => !/^x-token-api-(?:id|secret)$/i.test(name))),
  ...headersOf([
    ['X-Token-API-Id', planted.tokenId],
    ['X-Token-API-Secret', planted.secret],
    ['Cookie', planted.cookie],
  ]),
];

function entryOf(base: string, { request, answer, sentAt, sentNs, receivedNs }: ExchangeLine) {
  const { method, path, headers, body } = request;
  const { text, base64, cut, bytes = 0 } = answer?.body ?? {};
  return {
    startedDateTime: sentAt,
    time: Number(BigInt(receivedNs) - BigInt(sentNs)) / 1e6,
    request: {
      method,
      url: base + path,
      headers: requestHeaders(headers),
      ...(body?.text !== undefined && { postData: { mimeType: 'application/json', text: body.text } }),
    },
    response: {
      status: answer?.status ?? 0,
      headers: headersOf(answer?.headers ?? []),
      content: {
        size: bytes,
        text: cut ? undefined : (base64 ?? text ?? ''),
        ...(base64 !== undefined && { encoding: 'base64' }),
      },
    },
  };
}

/** Returns the exchanges of a journal with the account under test as entries of a HAR file, as a recorder at the side of the client would have written them. */
export const harEntries = (lines: readonly Line[], base: string) =>
  lines
    .filter((line): line is ExchangeLine => line.kind === 'exchange')
    .filter(({ request, connection }) => !request.origin && !request.account && connection === undefined)
    .map((line) => entryOf(base, line));

/** Returns the text of a HAR file. */
export const harText = (entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'recorder', version: '1' }, entries } });
