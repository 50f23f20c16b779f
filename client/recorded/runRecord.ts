import type { Writable } from 'node:stream';
import { startEmbedded } from '../../runner/session/embeddedEmulator.ts';
import { readTarget, type Target } from '../../traffic/target/target.ts';
import { type Cleaners, cleanersOf } from '../gate/secretSearch.ts';
import { TesteeLog } from '../gate/testeeLog.ts';
import type { ClientCredential } from '../record/authenticationFacts.ts';
import { ClientJournal } from '../record/clientJournal.ts';
import type { ClientLine, EndLine } from '../record/clientLines.ts';
import { newCredential, secretLabel } from '../record/newCredential.ts';
import { Front } from '../server/front.ts';
import { Upstream } from '../server/upstream.ts';
import { disturbances } from './disturbances.ts';
import { runTestCommand } from './testCommand.ts';
import { variablesFor } from './variables.ts';

/** What is recorded, and before which service. */
export interface RecordOptions {
  out: string;
  run: string;
  seed: number;
  words: readonly [string, ...string[]];
  /** The same words as one text. */
  command: string;
  /** What reports call the SDK; by default the command. */
  name?: string;
  /** The options of the command line with which it can be recorded again. */
  again: string;
  only?: readonly string[];
  /** The service; the embedded emulator if absent. */
  target?: Target;
  /** Gives the tests a credential of their own, and signs what they send anew with that of the target. */
  isResigned: boolean;
  isDisturbed: boolean;
  signal?: AbortSignal;
  /** Where the output of the tests goes. */
  stdout: Writable;
  stderr: Writable;
}

/** Recorded requests belong to one play at the front. */
const scenario = 'the tests of the SDK';

/** The service behind the front, the credential for the tests, and what ends them. */
interface Service {
  target: Target;
  /** Undefined if requests keep the authentication of the tests. */
  own: ClientCredential | undefined;
  stop: () => Promise<void>;
}

async function openService({ target, isResigned }: RecordOptions): Promise<Service> {
  if (target) return { target, own: isResigned ? newCredential() : undefined, stop: async () => undefined };
  const emulator = await startEmbedded({ control: false, isDetached: true });
  return { target: readTarget(emulator.targetFile), own: newCredential(), stop: () => emulator.stop() };
}

/** Knows the secrets of a record by their labels, and replaces them. Cards of the emulator's accounts are made up. */
function cleaningOf({ target, own }: Service, isEmulator: boolean): { labels: string[] } & Cleaners {
  const secrets = [...(own ? [{ label: secretLabel, value: own.secret }] : []), ...(isEmulator ? [] : target.secrets)];
  return { labels: secrets.map((one) => one.label), ...cleanersOf(secrets, { keepsCards: isEmulator }) };
}

type Write = (line: ClientLine) => void;

/** Opens the front before the service; returns its base address. */
async function openFront(
  { target, own }: Service,
  { seed, isDisturbed }: RecordOptions,
  { write, clean }: { write: Write; clean: (text: string) => string },
): Promise<{ baseUrl: string; close: () => Promise<void> }> {
  const [credential] = target.credentials;
  const upstream = new Upstream({
    baseUrl: target.baseUrl,
    ...(own && { credential, tokenId: own.tokenId }),
  });
  let unreadable = 0;
  const front = new Front({
    sources: { upstream, samples: new Map() },
    write,
    clean,
    startedMs: performance.now(),
    onUnreadable: (firstLine) => {
      unreadable += 1;
      write({ kind: 'unreadable', id: `u${unreadable}`, firstLine: firstLine.slice(0, longestLine) });
    },
  });
  await front.listen('service');
  await front.listen('elsewhere');
  const { tokenId, secret } = own ?? credential;
  const baseUrl = front.play({
    scenario,
    rules: [],
    credential: { tokenId, secret },
    mostRequests: Number.POSITIVE_INFINITY,
    ...(isDisturbed && { disturb: disturbances(seed) }),
  });
  const close = async () => {
    await front.close();
    await upstream.close();
  };
  return { baseUrl, close };
}

/** So much of the first line of an unreadable request is stored. */
const longestLine = 500;

/** Runs the tests of the SDK before the front, and writes down what they print; returns how they ended. */
async function recorded(options: RecordOptions, service: Service, write: Write): Promise<Pick<EndLine, 'command'>> {
  const { words, command, signal, stdout, stderr, target } = options;
  const { labels, clean, cleanLog } = cleaningOf(service, target === undefined);
  const { baseUrl, close } = await openFront(service, options, { write, clean });
  const logs = { stdout: new TesteeLog(), stderr: new TesteeLog() };
  try {
    const credential = service.own ?? service.target.credentials[0];
    const [project] = service.target.projects;
    const ended = await runTestCommand({
      words,
      command,
      env: variablesFor({
        baseUrl,
        credential,
        projectId: project?.id,
        hidden: service.own ? service.target.secrets.map(({ value }) => value) : [],
      }),
      stdout,
      stderr,
      heard: { stdout: logs.stdout.hear, stderr: logs.stderr.hear },
      ...(signal && { signal }),
    });
    return ended === undefined ? {} : { command: ended };
  } finally {
    await close();
    for (const stream of ['stdout', 'stderr'] as const) write({ ...logs[stream].line(cleanLog, labels), stream });
  }
}

/**
 * Runs the test command of an SDK before a recording front, which passes every request on, and writes everything into the journal. Nothing is judged here.
 * Throws ConfigurationError if the command does not start.
 */
export async function runRecord(options: RecordOptions): Promise<void> {
  const { out, run, seed, command, name, again, only, isDisturbed, target, signal } = options;
  const startedMs = performance.now();
  const journal = new ClientJournal(out);
  const write: Write = (line) => journal.write(line);
  write({
    kind: 'gate',
    version: 1,
    run,
    seed,
    startedAt: new Date().toISOString(),
    way: 'record',
    command,
    ...(name !== undefined && { name }),
    again,
    ...(target && { target: target.baseUrl }),
    ...(isDisturbed && { isDisturbed }),
    ...(only && { only }),
  });
  const service = await openService(options);
  try {
    const ended = await recorded(options, service, write);
    const durationMs = performance.now() - startedMs;
    write({ kind: 'end', durationMs, ...ended, ...(signal?.aborted && { halt: 'interrupted' }) });
  } finally {
    await service.stop();
    journal.close();
  }
}
