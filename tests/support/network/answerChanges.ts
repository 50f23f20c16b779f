import { type AnswerFault, passAnswer, type RequestFilter } from './answerFaults.ts';
import type { Change } from './proxy.ts';

/** Every nth request. */
export const every =
  (times: number): RequestFilter =>
  (_, nth) =>
    nth % times === 0;

/** Every request. */
export const always: RequestFilter = () => true;

/** Requests for one path. */
export const at =
  (path: string): RequestFilter =>
  (asked) =>
    asked.path.split('?')[0] === path;

/** Every request after the first `count`. */
export const after =
  (count: number): RequestFilter =>
  (_, nth) =>
    nth > count;

const isLength = (name: string | undefined) => /^content-length$/i.test(name ?? '');

/** Removes the Content-Length header, which no longer fits the body. */
const unmeasured = (headers: readonly string[]) =>
  headers.filter((_, index) => !isLength(headers[index - (index % 2)]));

/** Replaces the body of an answer and adds headers. */
const become =
  (change: (body: Buffer) => Buffer, ...more: readonly string[]): Change =>
  ({ status, headers, body }) => {
    const changed = change(body);
    return {
      status,
      headers: [...unmeasured(headers), 'Content-Length', String(changed.length), ...more],
      body: changed,
    };
  };

/** Passes on a changed answer. */
export const changing =
  (change: Change): AnswerFault =>
  (answer, asked, response) =>
    passAnswer(change(answer, asked), asked, response);

const isJson = (text: string) => /^[[{]/.test(text);

/** Rewrites the text of a JSON answer; other answers stay. */
export const rewritten = (change: (json: string) => string | Buffer): AnswerFault =>
  changing(
    become((body) => {
      const text = body.toString('utf8');
      return isJson(text) ? Buffer.from(change(text)) : body;
    }),
  );

/** Encodes the body and adds the header for the content coding. */
export const coded = (coding: string, encode: (body: Buffer) => Buffer): AnswerFault =>
  changing(become(encode, 'Content-Encoding', coding));

/** Writes bytes to the connection and ends it. */
const raw =
  (bytesOf: (answer: Parameters<AnswerFault>[0]) => string | Buffer): AnswerFault =>
  (answer, { request }) =>
    void request.socket.end(bytesOf(answer));

const headOf = ({ status, headers }: Parameters<AnswerFault>[0], ...more: readonly string[]) => {
  const own = unmeasured(headers);
  const lines = own.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${own[index + 1]}`] : []));
  return [`HTTP/1.1 ${status} Told`, ...lines, ...more, '', ''].join('\r\n');
};

const closing = 'Connection: close';

/** Ends the connection in the middle of the body. */
export const half: AnswerFault = raw((answer) =>
  Buffer.concat([
    Buffer.from(headOf(answer, `Content-Length: ${answer.body.length}`, closing)),
    answer.body.subarray(0, answer.body.length / 2),
  ]),
);

/** Declares more bytes than it sends. */
export const longer: AnswerFault = raw((answer) =>
  Buffer.concat([Buffer.from(headOf(answer, `Content-Length: ${answer.body.length + 10}`, closing)), answer.body]),
);

/** Declares a chunked body and sends no valid chunk. */
export const chunksOfGarbage: AnswerFault = raw(
  (answer) => `${headOf(answer, 'Transfer-Encoding: chunked', closing)}zz\r\n{"a"\r\n`,
);

/** Sends a body without a length, which ends with its connection. */
export const untilTheEnd: AnswerFault = raw((answer) =>
  Buffer.concat([Buffer.from(headOf(answer, closing)), answer.body]),
);

/** Adds a header. */
export const withHeader = (name: string, value: string): AnswerFault => changing(become((body) => body, name, value));

/** Sends the body in chunks of 100 bytes. */
export const inChunks: AnswerFault = ({ status, headers, body }, _, response) => {
  response.writeHead(status, [...unmeasured(headers)]);
  for (let from = 0; from < body.length; from += 100) response.write(body.subarray(from, from + 100));
  response.end();
};

/** Sends the body in five pieces, one after the other. */
export const inDrops: AnswerFault = ({ status, headers, body }, _, response) => {
  response.writeHead(status, [...headers]);
  const step = Math.max(1, Math.ceil(body.length / 5));
  const drop = (from: number) => {
    if (from >= body.length) return response.end();
    response.write(body.subarray(from, from + step));
    return setImmediate(() => drop(from + step));
  };
  drop(0);
};

/** Sends early hints before the answer. */
export const hinted: AnswerFault = (answer, asked, response) => {
  response.writeEarlyHints({ link: '</x>; rel=preload' });
  passAnswer(answer, asked, response);
};

/** Writes header names in lower case. */
export const lowered: AnswerFault = changing(({ headers, ...answer }) => ({
  ...answer,
  headers: headers.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text)),
}));

/** Removes the Date header. */
export const undated: AnswerFault = changing(({ headers, ...answer }) => ({
  ...answer,
  headers: headers.filter((_, index) => !/^date$/i.test(headers[index - (index % 2)] ?? '')),
}));

/** Escapes all characters beyond ASCII in JSON. */
export const escapedJson = (json: string) =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Appends two thousand zeros to amounts and limits, which keep their value. */
export const drawnOut = (json: string) =>
  json.replace(
    /("(?:amount|minLimit|maxLimit)":-?\d+)(\.\d+)?(?=[,}])/g,
    (_, integer, part = '.0') => `${integer}${part}${'0'.repeat(2_000)}`,
  );
