import type { ServerResponse } from 'node:http';
import { askUpstream, type Passed } from './proxy.ts';
import type { Behaviour, ReceivedRequest } from './testServer.ts';

/** Writes a faulty version of an answer. */
export type AnswerFault = (answer: Passed, asked: ReceivedRequest, response: ServerResponse) => void;

/** Selects the requests for a fault; `nth` counts all requests from 1. */
export type RequestFilter = (asked: ReceivedRequest, nth: number) => boolean;

/** Passes everything on to `upstream` and damages the answers of selected requests, which the service has already processed. */
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

/** Answers selected requests in its own way and passes on the rest. The service never receives the selected ones. */
export function answerInstead(upstream: string, which: RequestFilter, manner: Behaviour): Behaviour {
  const passing = faultAnswers(upstream, () => false, passAnswer);
  let count = 0;
  return (asked, response) => {
    count += 1;
    (which(asked, count) ? manner : passing)(asked, response);
  };
}

/** Writes an answer unchanged. */
export const passAnswer: AnswerFault = ({ status, headers, body }, _, response) => {
  response.sendDate = false;
  response.writeHead(status, [...headers]).end(body);
};
