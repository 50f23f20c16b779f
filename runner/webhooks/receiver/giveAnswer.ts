import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Answer } from '../../../traffic/journal/deliveryPlan.ts';
import type { DeliveryLine } from '../../../traffic/journal/journalTypes.ts';
import type { DelayedAnswers } from './delayedAnswers.ts';

/** An attempt that waits for its answer. */
export interface Attempt {
  response: ServerResponse;
  /** The target of a redirect. */
  location: string;
  delayed: DelayedAnswers;
}

type How = DeliveryLine['answered'];

/** How an answer ended, and how far the target's clock was moved meanwhile, ms. */
export interface GivenAnswer {
  how: How;
  movedMs: number;
}

/** A sender that reads nothing of an answer for this long is disconnected, ms. */
const stallMs = 30_000;

/**
 * A sender need not wait longer than this (§ Webhook delivery), ms. No text says that the sender's timeout follows a moved clock, so late answers are also late
 * in real time.
 */
const patienceMs = 10_000;
const lateMs = 12_000;

const chunk = Buffer.alloc(64 * 1024, ' ');

/** A slow body comes in this many parts. */
const slowParts = 8;

const isBodyless = (status: number) => status === 204 || status === 304 || status < 200;

function head({ response, location }: Attempt, status: number, bytes: number): void {
  if (status >= 300 && status < 400) response.setHeader('Location', location);
  if (!isBodyless(status)) response.setHeader('Content-Length', bytes);
  response.setHeader('Content-Type', 'text/plain');
  response.writeHead(status);
}

/** Writes the given number of bytes, as fast as the sender reads them. */
async function fill(response: ServerResponse, bytes: number, senderLeft: AbortSignal): Promise<void> {
  for (let left = bytes; left > 0 && !senderLeft.aborted; left -= chunk.length) {
    const isTaken = response.write(chunk.subarray(0, Math.min(left, chunk.length)));
    if (!isTaken) await once(response, 'drain', { signal: senderLeft }).catch(() => undefined);
  }
}

async function reset({ response }: Attempt, when: 'before' | 'within'): Promise<How> {
  if (when === 'before') response.socket?.resetAndDestroy();
  else {
    // The status is a failure, because the text does not say whether a 200 with a truncated body is a success.
    response.writeHead(500, { 'Content-Type': 'text/plain', 'Content-Length': 64 });
    // Closes the connection without a reset, which would discard the written bytes.
    await new Promise<void>((resolve) => {
      response.once('close', resolve);
      response.write('cut', () => response.destroy());
    });
  }
  return 'closed';
}

async function slowly({ response, delayed }: Attempt, slowMs: number, senderLeft: AbortSignal): Promise<number> {
  let movedMs = 0;
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': slowParts });
  response.write(' ');
  const stepMs = slowMs >= 1_000 ? slowMs : slowMs / (slowParts - 1);
  for (let part = 1; part < slowParts && !senderLeft.aborted; part += 1) {
    // A long wait is made in one piece, so that a move of the clock can shorten it.
    if (part === slowParts - 1 || stepMs < slowMs) movedMs += await delayed.wait(stepMs, senderLeft);
    response.write(' ');
  }
  return movedMs;
}

async function plainly(
  { response, delayed, location }: Attempt,
  answer: { status: number; afterMs?: number; bytes?: number },
  senderLeft: AbortSignal,
): Promise<number> {
  const { status, afterMs = 0, bytes = 0 } = answer;
  const movedMs = await delayed.wait(afterMs, senderLeft, afterMs > patienceMs ? Math.min(afterMs, lateMs) : 0);
  if (senderLeft.aborted) return movedMs;
  head({ response, location, delayed }, status, bytes);
  if (!isBodyless(status)) await fill(response, bytes, senderLeft);
  return movedMs;
}

/** Gives an attempt its answer and returns how the answer ended. Never throws because of the sender. */
export async function giveAnswer(attempt: Attempt, answer: Answer): Promise<GivenAnswer> {
  const { response } = attempt;
  if ('reset' in answer) return { how: await reset(attempt, answer.reset), movedMs: 0 };
  const left = new AbortController();
  const closed = new Promise<void>((resolve) => {
    response.once('close', () => {
      left.abort();
      resolve();
    });
  });
  if (response.destroyed) return { how: 'left', movedMs: 0 };
  const giving =
    'slowMs' in answer ? slowly(attempt, answer.slowMs, left.signal) : plainly(attempt, answer, left.signal);
  const movedMs = await giving;
  response.setTimeout(stallMs, () => response.destroy());
  if (!left.signal.aborted) response.end();
  await closed;
  return { how: response.writableFinished ? 'sent' : 'left', movedMs };
}
