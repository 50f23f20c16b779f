import type { Line, RunLine } from '../../traffic/journal/journalTypes.ts';
import { isKeyOfChallenge, isMadeBy } from '../../traffic/journal/ownIds.ts';
import { Refusal } from '../refusal.ts';
import type { Certificate, RunFacts } from '../statement/certificate.ts';
import { seedOfChallenge } from '../statement/challenge.ts';
import { runFactsOf } from '../statement/runFacts.ts';
import type { PlacedLine } from './journalLines.ts';

/** Returns the one line that describes the run. Throws Refusal if there is none, or another one beside it. */
function onlyRun(lines: readonly PlacedLine[]): RunLine {
  const runs = lines.flatMap(({ line }) => (line.kind === 'run' ? [line] : []));
  const [run] = runs;
  if (!run) throw new Refusal('noRun');
  if (runs.length > 1) throw new Refusal('severalRuns');
  if (run.selection.shard) throw new Refusal('sharded');
  const halt = lines.find(({ line }) => line.kind === 'halt')?.line;
  if (halt?.kind === 'halt') throw new Refusal('halted', { seen: halt.cause });
  return run;
}

/** Refuses a journal of another target than the certificate names. */
function refuseOtherTarget({ target }: Certificate, run: RunLine): void {
  for (const where of ['name', 'kind', 'baseUrl'] as const)
    if (target[where] !== run.target[where])
      throw new Refusal('otherTarget', { where, wanted: target[where], seen: run.target[where] });
}

/** Refuses a journal of another run than the certificate names. */
function refuseOtherRun(said: RunFacts, found: RunFacts): void {
  for (const where of Object.keys({ ...said, ...found }) as (keyof RunFacts)[])
    if (said[where] !== found[where])
      throw new Refusal('otherRun', { where, wanted: String(said[where]), seen: String(found[where]) });
}

/** Longer ids are filled up, and ours are found in them slowly. */
const longestPlainId = 48;

/** Of the ids in the POSTs of a run some are wrong on purpose; never this share. */
const leastOwn = 0.5;

/** Refuses a journal whose POSTs have ids that follow from another key than that of the challenge: its first line is younger than they are. */
function refuseOtherIds(challenge: string, run: RunLine, lines: readonly PlacedLine[]): void {
  if (!isKeyOfChallenge(challenge, run.idKey ?? ''))
    throw new Refusal('unboundIds', { wanted: 'a key of ids that follows from it', seen: 'another one' });
  const ids = lines.flatMap(({ line }) =>
    line.kind === 'exchange' && line.request.method === 'POST' ? (line.request.clientOrderId ?? []) : [],
  );
  const plain = ids.filter(({ length }) => length > 0 && length <= longestPlainId);
  const own = plain.filter((id) => isMadeBy([run], id)).length;
  if (own >= plain.length * leastOwn) return;
  throw new Refusal('unboundIds', { wanted: 'orders with ids of its own', seen: `${own} among ${plain.length}` });
}

/** Refuses a journal that is not bound to the challenge that the certificate names. */
function refuseUnbound({ challenge }: Certificate, run: RunLine, lines: readonly PlacedLine[]): void {
  if (challenge !== run.challenge)
    throw new Refusal('unboundChallenge', { wanted: challenge ?? 'none', seen: run.challenge ?? 'no challenge' });
  if (challenge === undefined) return;
  const seed = seedOfChallenge(challenge);
  if (run.seed !== seed) throw new Refusal('otherSeed', { wanted: String(seed), seen: String(run.seed) });
  refuseOtherIds(challenge, run, lines);
}

/** Two clocks of one machine may run apart by a little during a run. */
const slackMs = 60_000;

/** Refuses exchanges that were not sent during the run, or after the certificate was issued. */
function refuseStray({ issuedAt }: Certificate, run: RunLine, lines: readonly PlacedLine[]): void {
  const fromMs = Date.parse(run.startedAt) - slackMs;
  const untilMs = Date.parse(issuedAt) + slackMs;
  for (const { line, file, at } of lines) {
    if (line.kind !== 'exchange') continue;
    const ms = Date.parse(line.sentAt);
    if (ms >= fromMs && ms <= untilMs) continue;
    const wanted = `a time from ${run.startedAt} to ${issuedAt}`;
    throw new Refusal('strayLine', { wanted, seen: line.sentAt, where: `${file}:${at}` });
  }
}

/** Refuses a journal that is not the one that the certificate is about. Returns its run. Throws Refusal. */
export function refuseForeign(certificate: Certificate, lines: readonly PlacedLine[]): RunLine {
  const run = onlyRun(lines);
  refuseOtherTarget(certificate, run);
  refuseUnbound(certificate, run, lines);
  const plain: readonly Line[] = lines.map(({ line }) => line);
  refuseOtherRun(certificate.run, runFactsOf(run, plain));
  refuseStray(certificate, run, lines);
  return run;
}
