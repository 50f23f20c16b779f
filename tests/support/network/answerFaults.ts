import type { ServerResponse } from 'node:http';
import { askUpstream, type Passed } from './proxy.ts';
import type { Behaviour, ReceivedRequest } from './testServer.ts';

/** Writes what becomes of an answer, instead of the answer. */
export type AnswerFault = (answer: Passed, asked: ReceivedRequest, response: ServerResponse) => void;

/** Which requests an abuse is for; `nth` counts all of them from 1. */
export type RequestFilter = (asked: ReceivedRequest, nth: number) => boolean;

/** Passes everything on to `upstream`; of some requests what they are answered with is spoilt, the service having done what they ask. */
export function faultAnswers(upstream: string, which: RequestFilter, spoil: AnswerFault): Behaviour {
  let count = 0;
  return (asked, response) => {
    count += 1;
    const isSpoilt = which(asked, count);
    askUpstream(upstream, asked)
      .then((answer) => (isSpoilt ? spoil : passAnswer)(answer, asked, response))
      .catch(() => response.destroy());
  };
}

/** Answers some requests in a manner of their own, and passes on the rest: the service never hears of the former. */
export function answerInstead(upstream: string, which: RequestFilter, manner: Behaviour): Behaviour {
  const passing = faultAnswers(upstream, () => false, passAnswer);
  let count = 0;
  return (asked, response) => {
    count += 1;
    (which(asked, count) ? manner : passing)(asked, response);
  };
}

/** Writes an answer as it is. */
export const passAnswer: AnswerFault = ({ status, headers, body }, _, response) => {
  response.sendDate = false;
  response.writeHead(status, [...headers]).end(body);
};
