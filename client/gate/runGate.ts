import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '../../runner/session/embeddedEmulator.ts';
import { readTarget } from '../../traffic/target/target.ts';
import type { TesteeIntroduction, TesteeScheme } from '../protocol/messages.ts';
import { breakOf } from '../protocol/testee.ts';
import { ClientJournal } from '../record/clientJournal.ts';
import type { ClientLine, GateLine, RequestLine } from '../record/clientLines.ts';
import { newCredential, secretLabel } from '../record/newCredential.ts';
import { clientRequirements } from '../requirements.ts';
import { allScenarios } from '../scenarios/allScenarios.ts';
import type { Known } from '../scenarios/scenario.ts';
import { newAuthority, newServerCertificate } from '../server/certificates.ts';
import { derivedUuid } from '../server/derivedUuid.ts';
import { Front, type FrontOptions } from '../server/front.ts';
import { Upstream } from '../server/upstream.ts';
import { playScenario, type Stage } from './playScenario.ts';
import { prepared } from './prepare.ts';
import { type Cleaners, cleanersOf } from './secretSearch.ts';
import { introductionIn, Session } from './session.ts';

/** What a gate is asked to do. */
export interface GateOptions {
  out: string;
  run: string;
  seed: number;
  command: string;
  /** The options of the command line with which the gate can be run again. */
  again: string;
  deadlineMs: number;
  scheme?: TesteeScheme;
  only?: readonly string[];
  signal?: AbortSignal;
}

/** The names under which secrets are replaced in the journal. */
const labels = { secret: secretLabel, webhook: 'webhook secret' };

/** A pair of currencies that the emulator exchanges. */
const symbolPair = 'BTCUSDT';

const hourMs = 3_600_000;

/** Opens the listeners of a front; returns the certificate authority that a client is told to trust. */
async function listened(front: Front): Promise<string> {
  const [ours, other] = [newAuthority('Assay test authority'), newAuthority('Another authority')];
  const here = { hosts: ['localhost'], addresses: [[127, 0, 0, 1]] };
  await front.listen('service');
  await front.listen('elsewhere');
  await front.listen('another port');
  await front.listen('trusted', newServerCertificate(ours, here));
  await front.listen('untrusted', newServerCertificate(other, here));
  await front.listen('other name', newServerCertificate(ours, { hosts: ['other.example'], addresses: [] }));
  await front.listen('expired', newServerCertificate(ours, { ...here, endsAt: Date.now() - hourMs }));
  return ours.pem;
}

/** Makes counted names: c1, c2 and so on. */
function counter(prefix: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}${count}`;
  };
}

/** Makes UUIDs that a seed decides. */
function uuids(seed: number): () => string {
  const next = counter(`${seed} `);
  return () => derivedUuid(next());
}

/** What a gate keeps to itself, and the functions that replace it. */
type Secrets = Pick<Stage, 'credential' | 'webhookSecret'> & Cleaners;

/** Makes the secrets of a gate, for it alone. */
function newSecrets(): Secrets {
  const credential = newCredential();
  const webhookSecret = randomBytes(24).toString('base64');
  const secrets = [
    { label: labels.secret, value: credential.secret },
    { label: labels.webhook, value: webhookSecret },
  ];
  return { credential, webhookSecret, ...cleanersOf(secrets, { keepsCards: true }) };
}

/** Ends what was opened, the last first. */
type Closers = (() => Promise<void>)[];

/** Opens the emulator and the recording front before it. */
async function openFront(
  options: GateOptions,
  own: Omit<FrontOptions, 'sources'>,
  closers: Closers,
): Promise<{ front: Front; caFile: string; known: Known }> {
  const { out, run, seed } = options;
  const emulator = await startEmbedded({ control: false, isDetached: true });
  closers.push(() => emulator.stop());
  const { baseUrl, credentials, projects } = readTarget(emulator.targetFile);
  const upstream = new Upstream({ baseUrl, credential: credentials[0] });
  closers.push(() => upstream.close());
  const { known, samples } = await prepared(upstream, {
    seed,
    projectId: projects[0]?.id ?? '',
    symbolPair,
    freshId: counter(`${run}-`),
    freshUuid: uuids(seed),
  });
  const front = new Front({ sources: { upstream, samples }, ...own });
  closers.push(() => front.close());
  const caFile = join(out, 'ca.pem');
  writeFileSync(caFile, await listened(front));
  return { front, caFile, known };
}

/** Asks the testee what it offers; undefined if it cannot be used, which is then written down for every requirement. */
async function introduced(
  { session, front, credential, write }: Omit<Stage, 'introduction'>,
  only: GateOptions['only'],
): Promise<TesteeIntroduction | undefined> {
  const baseUrl = front.play({ scenario: 'introduction', rules: [], credential });
  const answered = await session.ask({ do: 'open', version: 1, baseUrl, ...credential, timeoutMs: 5_000 });
  const introduction = 'line' in answered ? introductionIn(answered.line) : answered.broken;
  if (!('kind' in introduction)) {
    write({ kind: 'introduction', testee: introduction });
    return introduction;
  }
  // Before its first answer a process that ends has not reached the SDK.
  const hint = introduction.kind === 'exited' ? breakOf('not started', '').hint : introduction.hint;
  const broken = session.explained({ ...introduction, hint });
  for (const { id } of clientRequirements)
    if (only?.includes(id) ?? true) write({ kind: 'broken', requirement: id, scenario: `${id} open`, broken, ends: 1 });
  return undefined;
}

/** Requirements on everything that a client sends and logs: they need the scenarios of all. */
const overAll = ['CLI-01', 'CLI-07', 'CLI-08'];

const isPlayed = (requirement: string, only: GateOptions['only']): boolean =>
  only === undefined || only.includes(requirement) || only.some((id) => overAll.includes(id));

/** Plays all scenarios that are asked for, until the testee is lost or the gate is interrupted. */
async function played(
  options: GateOptions,
  { cleanLog, ...own }: Secrets & Pick<Stage, 'write'>,
  closers: Closers,
): Promise<void> {
  const { command, deadlineMs, scheme, only, signal } = options;
  const { clean } = own;
  let last: RequestLine | undefined;
  const write = (line: ClientLine) => {
    if (line.kind === 'request') last = line;
    own.write(line);
  };
  const { front, caFile, known } = await openFront(options, { write, clean, startedMs: performance.now() }, closers);
  const session = new Session({ command, deadlineMs, clean: cleanLog });
  closers.push(async () => {
    await session.restart();
    write(session.log.line(cleanLog, Object.values(labels)));
  });
  const nextCall = counter('c');
  const stage = { ...own, session, front, caFile, nextCall, lastRequest: () => last, ...(scheme && { scheme }) };
  const introduction = await introduced(stage, only);
  const scenarios = introduction ? allScenarios(known).filter(({ requirement }) => isPlayed(requirement, only)) : [];
  for (const scenario of scenarios)
    if (introduction && !signal?.aborted) await playScenario({ ...stage, introduction }, scenario);
}

/** The first line of the journal of a gate. */
const gateLine = ({ run, seed, command, again, scheme, only }: GateOptions): GateLine => ({
  kind: 'gate',
  version: 1,
  run,
  seed,
  startedAt: new Date().toISOString(),
  way: 'testee',
  command,
  again,
  ...(scheme && { scheme }),
  ...(only && { only }),
});

/**
 * Runs the gate for a testee: starts the emulator, the recording front before it and the testee, plays the scenarios, and writes everything into the journal.
 * Nothing is judged here.
 */
export async function runGate(options: GateOptions): Promise<void> {
  const startedMs = performance.now();
  const journal = new ClientJournal(options.out);
  const closers: Closers = [];
  const write = (line: ClientLine) => journal.write(line);
  write(gateLine(options));
  try {
    await played(options, { ...newSecrets(), write }, closers);
  } finally {
    for (const close of closers.reverse()) await close();
  }
  write({
    kind: 'end',
    durationMs: performance.now() - startedMs,
    ...(options.signal?.aborted && { halt: 'interrupted' }),
  });
  journal.close();
}
