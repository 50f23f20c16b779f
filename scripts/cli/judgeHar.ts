import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasClientJournal } from '../../client/record/clientJournal.ts';
import { recordedByGate } from '../../client/recorded/recordedExchanges.ts';
import type { TraceCheckLine } from '../../judge/assertionLog.ts';
import { appendTraceCheckLine } from '../../judge/assertionLog.ts';
import { buildVerdict } from '../../judge/buildVerdict.ts';
import { escapeLine } from '../../reports/text/escape.ts';
import { collectSpecs } from '../../runner/requirement/inProcessRunner.ts';
import { runTraceChecks, type TraceCheckResults } from '../../runner/requirement/runTraceChecks.ts';
import { allRequirements } from '../../runner/selection/selectedTests.ts';
import { Journal } from '../../traffic/journal/journal.ts';
import type { Line, RunLine } from '../../traffic/journal/journalTypes.ts';
import { decideRun, type Run, runFilesOf } from '../../traffic/journal/run.ts';
import { RunRecord } from '../../traffic/journal/runRecord.ts';
import { harLimits, type RecordedExchange, readHar } from '../../traffic/recorded/harFile.ts';
import { commonBase, recordedLines, recordedName } from '../../traffic/recorded/recordedLines.ts';
import { cleanerFor } from '../../traffic/recorded/recordedSecrets.ts';
import { isJudgedByWebhooks, readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { ConfigurationError, checkedTogether } from '../../traffic/system/configurationError.ts';
import { decide, decideAll } from '../../traffic/system/environment.ts';
import { isAddress } from '../../traffic/system/webAddress.ts';
import { targetContract } from '../../traffic/target/targetContract.ts';
import { prepareOutput } from './prepare/prepareTarget.ts';
import { say } from './process/say.ts';
import { type ReportOptions, reportVariables } from './session/runSession.ts';
import { writeReports } from './session/writeReports.ts';

/** The options of `assay judge --har`. */
export interface HarOptions extends ReportOptions {
  /** The base address to judge; by default the one to which most requests of the interface went. */
  base?: string;
}

/** Recorded exchanges, and how many entries of the file could not be read. */
function exchangesAt(place: string): { exchanges: readonly RecordedExchange[]; unread: number } {
  return hasClientJournal(place) ? { exchanges: recordedByGate(place), unread: 0 } : readHar(place);
}

function nothingAt(place: string): never {
  const hint = 'Name the address before /v1 and /v2 with --base.';
  const wanted = 'requests of the interface';
  throw new ConfigurationError('assay judge --har', [{ where: place, wanted, seen: 'none', hint }]);
}

/** Returns the base address that `--base` names, without a slash at its end. Throws ConfigurationError. */
function baseOf(given: string | undefined): string | undefined {
  if (given === undefined || isAddress(given)) return given?.replace(/\/+$/, '');
  const wanted = 'an address that begins with http:// or https://';
  const hint = 'Name the address before /v1 and /v2.';
  throw new ConfigurationError('--base', [{ where: '--base', wanted, seen: given || 'an empty text', hint }]);
}

/** The first line of the journal of a recording: nothing was selected, and of the target only its address is known. */
function runLineOf(run: Run, base: string, startedMs: number): RunLine {
  return {
    kind: 'run',
    version: 1,
    run: run.id,
    seed: run.seed,
    startedAt: new Date(startedMs).toISOString(),
    selection: { profile: 'full', tier: 'passive', day: new Date(startedMs).toISOString().slice(0, 10) },
    clock: { wallMs: startedMs, monotonicNs: String(BigInt(Math.round(startedMs)) * 1_000_000n) },
    target: {
      name: new URL(base).host,
      kind: 'production',
      baseUrl: base,
      contract: 'own',
      quota: { windowMs: 60_000 },
      gaps: [],
      deadlines: { answerMs: 30_000, visibleMs: 10_000, finalMs: 60_000, pendingWindowMs: 5_000 },
    },
  };
}

/** Returns why a recording says nothing about a trace check. */
function whyNot({ requirement: { id }, results }: TraceCheckResults): string {
  if (isJudgedByWebhooks(id)) return 'a recording of requests has no webhooks';
  const [first] = results;
  const fault = first?.ruling.state === 'undecided' ? first.ruling.faults[0] : undefined;
  const wanted = fault && 'wanted' in fault ? String(fault.wanted) : undefined;
  return wanted === undefined ? 'no recorded exchange is of the kind that it judges' : `it needs ${wanted}`;
}

const isFed = ({ results }: TraceCheckResults) =>
  results.some(({ ruling }) => ['held', 'broken', 'learned'].includes(ruling.state));

/** Writes the lines of a recording as a journal, with secrets replaced, and returns them as a record in which nothing is concluded from absence. */
async function recordOf(run: Run, lines: readonly Line[]): Promise<RunRecord> {
  const journal = new Journal(runFilesOf(run.out).journal, 'recorded');
  const written = lines.map((line) => journal.write(line));
  journal.close();
  const record = new RunRecord(await targetContract(undefined), written);
  // What a recording does not show may still exist: other requests were not recorded.
  record.live = true;
  return record;
}

function traceCheckLines({ requirement: { id }, results }: TraceCheckResults): TraceCheckLine[] {
  return [...results, { id, end: { status: 'done', rulings: results.length }, fedBy: [recordedName] }];
}

/** Judges recorded traffic of a real client by every trace check that it feeds, without sending anything; returns the exit code. */
export async function judgeHar(place: string, options: HarOptions): Promise<number> {
  decide('ASSAY_COLLECTS', '1');
  const [{ exchanges, unread }, named] = checkedTogether('assay judge --har', [
    () => exchangesAt(place),
    () => baseOf(options.base),
  ]);
  const contract = await targetContract(undefined);
  const base = named ?? commonBase(exchanges, contract) ?? nothingAt(place);
  const { lines, elsewhere } = recordedLines(exchanges, { base, contract, clean: cleanerFor(exchanges) });
  const [first] = lines;
  if (!first) return nothingAt(place);
  const out = prepareOutput(options.out);
  decideAll({ ASSAY_OUT: out, ASSAY_SILENT: '1', ...reportVariables(options) });
  const run: Run = { ...decideRun(), out, journal: runFilesOf(out).journal, offline: true };
  const begun = runLineOf(run, base, Date.parse(first.sentAt));
  const ending = { kind: 'swept', atNs: lines.at(-1)?.receivedNs ?? '0', lines: lines.length + 1 } as const;
  const record = await recordOf(run, [begun, ...lines, ending, { kind: 'closed', lines: lines.length + 2 }]);
  await collectSpecs();
  const results = await runTraceChecks(run, record, () => true);
  const fed = results.filter(isFed);
  for (const one of fed)
    for (const line of traceCheckLines(one)) appendTraceCheckLine(runFilesOf(out).traceCheckResults, line);
  const requirements = allRequirements([], readCatalogue());
  writeFileSync(runFilesOf(out).requirements, JSON.stringify(requirements, null, 1));
  const only = fed.map(({ requirement }) => requirement.id);
  const selection = { ...begun.selection, asked: only, only };
  const verdict = await buildVerdict({ ...run, selection }, { durationMs: 0, record });
  const unjudged = results.filter((one) => !isFed(one)).map((one) => ({ id: one.requirement.id, why: whyNot(one) }));
  const others = requirements.filter(({ law }) => !law).map(({ id }) => id);
  const summary = {
    base,
    exchanges: lines.length,
    elsewhere,
    unread,
    judged: only,
    unjudged,
    needRequestsOfTheirOwn: others,
  };
  writeFileSync(join(out, 'recording.json'), `${JSON.stringify(summary, null, 2)}\n`, { mode: 0o600 });
  const code = await writeReports(verdict, { ...run, selection });
  say(
    `recorded: ${lines.length} exchanges with ${escapeLine(base)}; ${elsewhere} elsewhere, ${unread} unreadable (at most ${harLimits.entries} are read)`,
  );
  say(
    `judged by ${only.length} trace checks; ${unjudged.length} others could not be fed, and ${others.length} requirements need requests of their own`,
  );
  for (const { id, why } of unjudged) say(`  ${id}: ${why}`);
  return code;
}
