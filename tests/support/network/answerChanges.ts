import { type AnswerFault, passAnswer, type RequestFilter } from './answerFaults.ts';
import type { Change } from './proxy.ts';

/** Every so-manieth request. */
export const every =
  (times: number): RequestFilter =>
  (_, nth) =>
    nth % times === 0;

/** Every request. */
export const always: RequestFilter = () => true;

/** Requests of one path. */
export const at =
  (path: string): RequestFilter =>
  (asked) =>
    asked.path.split('?')[0] === path;

/** After so many requests there is nothing any more. */
export const after =
  (count: number): RequestFilter =>
  (_, nth) =>
    nth > count;

const isLength = (name: string | undefined) => /^content-length$/i.test(name ?? '');

/** Headers without the length of the body, which is another one now. */
const unmeasured = (headers: readonly string[]) =>
  headers.filter((_, index) => !isLength(headers[index - (index % 2)]));

/** An answer with another body and further headers. */
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

/** Passes on what a change has made of an answer. */
export const changing =
  (change: Change): AnswerFault =>
  (answer, asked, response) =>
    passAnswer(change(answer, asked), asked, response);

const isJson = (text: string) => /^[[{]/.test(text);

/** The text of a JSON answer made into another; others stay. */
export const rewritten = (change: (json: string) => string | Buffer): AnswerFault =>
  changing(
    become((body) => {
      const text = body.toString('utf8');
      return isJson(text) ? Buffer.from(change(text)) : body;
    }),
  );

/** The body in a coding, and a header that says so. */
export const coded = (coding: string, encode: (body: Buffer) => Buffer): AnswerFault =>
  changing(become(encode, 'Content-Encoding', coding));

/** Bytes on the connection, and then its end. */
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

/** Ends in the middle of the body. */
export const half: AnswerFault = raw((answer) =>
  Buffer.concat([
    Buffer.from(headOf(answer, `Content-Length: ${answer.body.length}`, closing)),
    answer.body.subarray(0, answer.body.length / 2),
  ]),
);

/** Promises more bytes than come. */
export const longer: AnswerFault = raw((answer) =>
  Buffer.concat([Buffer.from(headOf(answer, `Content-Length: ${answer.body.length + 10}`, closing)), answer.body]),
);

/** Says that the body comes in chunks, and sends none. */
export const chunksOfGarbage: AnswerFault = raw(
  (answer) => `${headOf(answer, 'Transfer-Encoding: chunked', closing)}zz\r\n{"a"\r\n`,
);

/** A body without a length, which ends with its connection. */
export const untilTheEnd: AnswerFault = raw((answer) =>
  Buffer.concat([Buffer.from(headOf(answer, closing)), answer.body]),
);

/** One header more. */
export const withHeader = (name: string, value: string): AnswerFault => changing(become((body) => body, name, value));

/** A body in chunks of 100 bytes. */
export const inChunks: AnswerFault = ({ status, headers, body }, _, response) => {
  response.writeHead(status, [...unmeasured(headers)]);
  for (let from = 0; from < body.length; from += 100) response.write(body.subarray(from, from + 100));
  response.end();
};

/** A body in five pieces, one after the other. */
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

/** Hints before the answer. */
export const hinted: AnswerFault = (answer, asked, response) => {
  response.writeEarlyHints({ link: '</x>; rel=preload' });
  passAnswer(answer, asked, response);
};

/** Names of headers in small letters. */
export const lowered: AnswerFault = changing(({ headers, ...answer }) => ({
  ...answer,
  headers: headers.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text)),
}));

/** No header that tells the time. */
export const undated: AnswerFault = changing(({ headers, ...answer }) => ({
  ...answer,
  headers: headers.filter((_, index) => !/^date$/i.test(headers[index - (index % 2)] ?? '')),
}));

/** JSON whose texts are ASCII alone. */
export const escapedJson = (json: string) =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Amounts and limits with two thousand digits more, which are the same. */
export const drawnOut = (json: string) =>
  json.replace(
    /("(?:amount|minLimit|maxLimit)":-?\d+)(\.\d+)?(?=[,}])/g,
    (_, whole, part = '.0') => `${whole}${part}${'0'.repeat(2_000)}`,
  );
