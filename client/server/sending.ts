import type { ServerResponse } from 'node:http';
import type { ReadyAnswer } from './answers.ts';

/** How long a silence lasts, ms: longer than the timeouts of scenarios, and short enough for three of them within the time of one call. */
const longestSilenceMs = 3_000;

/** Says nothing more to a client, and ends the connection after a silence. */
export function held(response: ServerResponse, silenceMs = longestSilenceMs): void {
  const timer = setTimeout(() => response.socket?.destroy(), silenceMs);
  response.on('close', () => clearTimeout(timer));
}

/** Sends an answer, or the part of it that is to be sent. */
export function send(
  { status, headers, body, cut }: ReadyAnswer,
  { response, method }: { response: ServerResponse; method: string },
): void {
  // An answer in HTTP/1.0 has no chunks: without a length the end of the connection would be its end.
  const isChunked = cut?.isChunked && response.req.httpVersion !== '1.0';
  const length = isChunked ? {} : { 'content-length': String(body.length) };
  response.writeHead(status, { ...headers, ...length });
  if (!cut) return void response.end(method === 'HEAD' ? undefined : body);
  const end = cut.isHeld ? held : ({ socket }: ServerResponse) => socket?.destroy();
  response.write(body.subarray(0, cut.afterBytes), () => end(response));
}
