import type { ServerResponse } from 'node:http';
import { askUpstream, type Passed } from './proxy.ts';
import type { Asked, Manner } from './serve.ts';

/** Writes what becomes of an answer, instead of the answer. */
export type Spoil = (answer: Passed, asked: Asked, response: ServerResponse) => void;

/** Which requests an abuse is for; `nth` counts all of them from 1. */
export type Which = (asked: Asked, nth: number) => boolean;

/** Passes everything on to `upstream`; of some requests what they are answered with is spoilt, the service having done what they ask. */
export function spoiling(upstream: string, which: Which, spoil: Spoil): Manner {
  let count = 0;
  return (asked, response) => {
    count += 1;
    const isSpoilt = which(asked, count);
    askUpstream(upstream, asked)
      .then((answer) => (isSpoilt ? spoil : passOn)(answer, asked, response))
      .catch(() => response.destroy());
  };
}

/** Answers some requests in a manner of their own, and passes on the rest: the service never hears of the former. */
export function standingBefore(upstream: string, which: Which, manner: Manner): Manner {
  const passing = spoiling(upstream, () => false, passOn);
  let count = 0;
  return (asked, response) => {
    count += 1;
    (which(asked, count) ? manner : passing)(asked, response);
  };
}

/** Writes an answer as it is. */
export const passOn: Spoil = ({ status, headers, body }, _, response) => {
  response.sendDate = false;
  response.writeHead(status, [...headers]).end(body);
};
