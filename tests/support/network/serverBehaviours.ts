import type { Behaviour } from './testServer.ts';

const say =
  (status: number, type: string, text: string | Buffer): Behaviour =>
  (_asked, response) =>
    void response.writeHead(status, { 'Content-Type': type }).end(text);

/** Far deeper than the stack of a recursive reader allows. */
const depth = 100_000;

/** Never answers, and keeps the connection open. */
export const hangs: Behaviour = () => undefined;

/** Resets the connection instead of answering. */
export const resets: Behaviour = ({ request }) => void request.socket.resetAndDestroy();

/** An HTML page with status 200. */
export const answersHtml = say(200, 'text/html', '<!doctype html><html><body>Welcome</body></html>');

/** JSON with bytes that are invalid in UTF-8. */
export const answersBrokenUtf8 = say(200, 'application/json', Buffer.from('[{"id":"\xff\xfe\x80"}]', 'latin1'));

/** JSON nested a hundred thousand times. */
export const answersDeepJson = say(200, 'application/json', `${'['.repeat(depth)}${']'.repeat(depth)}`);

/** Answers 429 to every request. */
export const throttles: Behaviour = (_asked, response) =>
  void response
    .writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '0' })
    .end('{"message":"Too many requests"}');

/** Refuses every credential. */
export const denies = say(401, 'application/json', '{"message":"Unauthorized"}');

/** Answers 503 with a Retry-After. */
export const isBusy: Behaviour = (_asked, response) => void response.writeHead(503, { 'Retry-After': '1' }).end();

/** A 502 answer of a gateway that could not reach the service. */
export const gatewayFails = say(502, 'text/html', '<html><body><h1>502 Bad Gateway</h1></body></html>');

/** Sends bytes that are not an HTTP answer. */
export const breaksHttp: Behaviour = ({ request }) =>
  void request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nno HTTP');

/** Redirects every request to the same path of another address. */
export const redirectsTo =
  (address: string): Behaviour =>
  ({ path }, response) =>
    void response.writeHead(302, { Location: `${address}${path}` }).end();
