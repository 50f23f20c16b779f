import { existsSync, readFileSync, statSync } from 'node:fs';
import { appendToFile, replaceFile, writeToDisk } from '../../../traffic/system/atomicWrite.ts';
import { ConfigurationError, type Problem } from '../../../traffic/system/configurationError.ts';
import { currentWording, type Finding, type Found, type ShrunkCase } from './finding.ts';
import { eventOf, type FindingEvent } from './findingEvents.ts';
import { findingStatusOf, type TrialCount } from './findingStatus.ts';

/** The stored data of a finding; its status follows from its trials. */
interface Known extends Omit<Finding, 'standing' | 'trials'> {
  trials: TrialCount[];
}

const readOf = ({ trials, ...known }: Known): Finding => ({
  ...known,
  trials: [...trials],
  standing: findingStatusOf(trials),
});

/** Returns the key that two findings share if they differ only in their wording. */
const keyOf = ({ requirement, operation, outcome, code, case: { label } }: Found) =>
  JSON.stringify([requirement, operation, outcome, code, label.is]);

/** The events that can begin a finding. */
type Beginning = Extract<FindingEvent, { event: 'found' | 'kept' }>;

/** The most findings that are stored for one target. */
export const mostFindings = 1_000;

/** If a file has this many more lines than findings, it is compacted when it is opened. */
const mostSpareLines = 2_000;

const hint = 'Restore its last valid state, or move the file away: its findings are then unknown.';

/** The most malformed lines that are reported. */
const mostProblems = 20;

/** The size limit of a findings file, in bytes; real files never reach it. */
const mostBytes = 256 * 1024 * 1024;

/** Returns the text of a file; empty if the file does not exist. */
function textOf(file: string): string {
  if (!existsSync(file)) return '';
  const stats = statSync(file);
  if (!stats.isFile())
    throw new ConfigurationError(file, [
      { where: '/', wanted: 'a file of findings', seen: 'a folder', hint: 'Name the file itself.' },
    ]);
  const { size } = stats;
  if (size <= mostBytes) return readFileSync(file, 'utf8');
  const seen = `${size} bytes`;
  throw new ConfigurationError(file, [{ where: '/', wanted: `at most ${mostBytes} bytes`, seen, hint }]);
}

function eventsIn(file: string, content: string): FindingEvent[] {
  const problems: Problem[] = [];
  const lines = content.split('\n').slice(0, -1);
  const events = lines.flatMap((text, index): FindingEvent[] => {
    const event = eventOf(text);
    if (event) return [event];
    if (problems.length < mostProblems)
      problems.push({ where: 'line', line: index + 1, wanted: 'an event of a finding', seen: 'something else', hint });
    return [];
  });
  if (problems.length > 0) throw new ConfigurationError(file, problems);
  return events;
}

/**
 * The findings of a target, stored beside its file as `<name of the target file>.findings.ndjson`. Every event is a line that is on the disk before the
 * campaign goes on, so that a killed process loses nothing.
 */
export class FindingStore {
  readonly #file: string;
  readonly #findings = new Map<string, Known>();
  /** The run in which each finding showed last. */
  readonly #shownIn = new Map<string, string>();
  /** The fingerprints of findings that are stored in an earlier wording, by the fingerprints that these findings have in the current wording. */
  readonly #earlier = new Map<string, string>();

  /** Opens the store of a file, which need not exist. Throws ConfigurationError if the file was not written by a campaign. */
  constructor(file: string) {
    this.#file = file;
    const text = textOf(file);
    // A process that was killed while writing may have cut off the last line: a new line must not continue it.
    const completeLines = text.slice(0, text.lastIndexOf('\n') + 1);
    const events = eventsIn(file, completeLines);
    for (const event of events) this.#take(event);
    if (events.length > this.#findings.size + mostSpareLines) this.#rewrite();
    else if (completeLines !== text) this.#replace(completeLines);
  }

  /** All findings, in the order in which they were found. */
  get all(): readonly Finding[] {
    return [...this.#findings.values()].map(readOf);
  }

  /** Returns a finding by its fingerprint, or by its first digits if they are unambiguous. */
  find(fingerprint: string): Finding | undefined {
    const [found, ...others] = [...this.#findings.values()].filter((one) => one.fingerprint.startsWith(fingerprint));
    return found && others.length === 0 ? readOf(found) : undefined;
  }

  /** Returns what was found. If an earlier version stored it in other words, it gets the fingerprint under which it is stored. */
  recognised(found: Found): Found {
    const earlier = this.#earlier.get(found.fingerprint) ?? this.#earlierOf(found);
    if (earlier === undefined) return found;
    this.#earlier.set(found.fingerprint, earlier);
    return { ...found, fingerprint: earlier };
  }

  #earlierOf(found: Found): string | undefined {
    if (this.#findings.has(found.fingerprint)) return undefined;
    const [key, taken] = [keyOf(found), new Set(this.#earlier.values())];
    const isSame = (one: Known) => (one.wording ?? 1) < currentWording && keyOf(one) === key;
    return [...this.#findings.values()].find((one) => isSame(one) && !taken.has(one.fingerprint))?.fingerprint;
  }

  /** Stores a new finding. For a known finding, records at most once per run that it showed again. Returns false if the store is full. */
  found(found: Found, run: string): boolean {
    const known = this.#findings.get(found.fingerprint);
    if (known) {
      if (this.#shownIn.get(found.fingerprint) !== run) this.tried(found.fingerprint, { shown: 1, of: 1 }, run);
      return true;
    }
    if (this.#findings.size >= mostFindings) return false;
    this.#add({ event: 'found', run, found });
    return true;
  }

  /** Records how often a finding showed in the tries in which it could have shown. */
  tried(fingerprint: string, trial: TrialCount, run: string): void {
    this.#add({ event: 'tried', run, fingerprint, trial });
  }

  /** Stores a smaller case that shows the same violation, with its evidence. */
  shrunk(fingerprint: string, smaller: ShrunkCase, run: string): void {
    this.#add({ event: 'shrunk', run, fingerprint, smaller });
  }

  #add(event: FindingEvent): void {
    this.#take(event);
    writeToDisk(this.#file, () => appendToFile(this.#file, `${JSON.stringify(event)}\n`));
  }

  #take(event: FindingEvent): void {
    if (event.event === 'found' || event.event === 'kept') this.#begin(event);
    else this.#change(event);
  }

  #begin(event: Beginning): void {
    const { run: firstRun, found } = event;
    if (this.#findings.has(found.fingerprint)) return;
    const { lastRun, trials } = event.event === 'kept' ? event : { lastRun: firstRun, trials: [{ shown: 1, of: 1 }] };
    if (event.event === 'found') this.#shownIn.set(found.fingerprint, firstRun);
    this.#findings.set(found.fingerprint, { ...found, firstRun, lastRun, trials: [...trials] });
  }

  #change(event: Exclude<FindingEvent, Beginning>): void {
    const { fingerprint, run: lastRun } = event;
    const known = this.#findings.get(fingerprint);
    if (!known) return;
    if (event.event === 'shrunk') this.#findings.set(fingerprint, { ...known, ...event.smaller, lastRun });
    else {
      if (event.trial.shown > 0) this.#shownIn.set(fingerprint, lastRun);
      known.trials.push(event.trial);
      known.lastRun = lastRun;
    }
  }

  #rewrite(): void {
    const lines = [...this.#findings.values()].map(({ firstRun, lastRun, trials, ...found }) =>
      JSON.stringify({ event: 'kept', run: firstRun, lastRun, found, trials } satisfies FindingEvent),
    );
    this.#replace(`${lines.join('\n')}\n`);
  }

  #replace(text: string): void {
    replaceFile(this.#file, text, { isPrivate: true });
  }
}
