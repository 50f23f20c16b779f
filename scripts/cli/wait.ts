import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { addressHint, baseOf, isAddress, isWebAddress } from '../../traffic/system/webAddress.ts';
import { readTargetFile } from '../../traffic/target/file/readTargetFile.ts';
import { exchange, openWire } from '../../traffic/transport/wire.ts';
import { targetProblem } from './prepare/namedTarget.ts';
import { say } from './process/say.ts';

/** The options of `assay wait`. */
export interface WaitOptions {
  /** The most seconds to wait; 60 by default. */
  seconds?: string;
}

/** The exit code if nothing answers: the target could not be reached. */
const unreachable = 3;

/** The time between two tries: short for a reader, long for a server that is starting. */
const pauseMs = 100;

/** A server that listens answers this simple request sooner; one that does not is asked again. */
const answerMs = 5_000;

const longestSeconds = 3_600;

function secondsOf(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) > 0 && Number(text) <= longestSeconds) return Number(text);
  const wanted = `a whole number from 1 to ${longestSeconds}`;
  const hint = 'Give the most seconds to wait.';
  throw new ConfigurationError('assay wait', [{ where: '--seconds', wanted, seen: text, hint }]);
}

function checkAddress(place: string): void {
  const invalid = { where: place, wanted: 'the address of a server', seen: 'something else', hint: addressHint };
  const problem = isAddress(place) && !isWebAddress(place) ? invalid : targetProblem('<target>', place);
  if (problem) throw new ConfigurationError('assay wait', [problem]);
}

/** Returns why nothing answers at an address; undefined if a server answers, with whatever status. */
async function silenceAt(address: string): Promise<string | undefined> {
  // Not by fetch, which refuses some ports, whoever listens there.
  const wire = openWire();
  const asked = { url: address, method: 'GET', headers: [], deadlineMs: answerMs };
  const answer = await exchange(wire, asked).finally(() => wire.destroy());
  if ('status' in answer) return undefined;
  const { message } = answer.failure;
  return /\bE[A-Z_]{4,}\b/.exec(message)?.[0] ?? message;
}

/** Returns what a place still lacks. A target file that is being written is not complete yet. */
async function missingAt(place: string): Promise<{ why: string; error?: unknown } | undefined> {
  if (!isAddress(place) && !existsSync(place)) return { why: `there is no file ${place}` };
  try {
    const address = baseOf(isAddress(place) ? place : readTargetFile(place).baseUrl);
    const silence = await silenceAt(address);
    return silence === undefined ? undefined : { why: `nothing answers at ${address} (${silence})` };
  } catch (error) {
    return { why: `${place} is not a target file yet`, error };
  }
}

/** Waits until a server answers at an address, or at the address in a target file, which need not exist yet; returns the exit code. */
export async function wait(place: string, { seconds = '60' }: WaitOptions): Promise<number> {
  const most = secondsOf(seconds);
  checkAddress(place);
  const endsAt = performance.now() + most * 1_000;
  let missing = await missingAt(place);
  if (missing) say(`waiting at most ${most} s: ${missing.why}`);
  while (missing && performance.now() < endsAt) {
    await delay(pauseMs);
    missing = await missingAt(place);
  }
  if (!missing) return 0;
  if (missing.error) throw missing.error;
  say(`expected an answer within ${most} s, but ${missing.why}. Start the server, or wait longer with --seconds.`);
  return unreachable;
}
