import { existsSync, readFileSync } from 'node:fs';
import { listOf, objectWith } from '../../../schemas/json/guards.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import type { DeliveryLine, ExperimentLine } from '../../../traffic/journal/journalTypes.ts';
import { areTimeSpans, storedExperiment } from '../../../traffic/journal/lineValidators.ts';
import type { TimeSpan } from '../../../traffic/journal/timeSpans.ts';
import { replaceFile } from '../../../traffic/system/atomicWrite.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';

/** An experiment on deliveries as it is kept between runs; each of its deliveries says which run received it, or that the inbox did. */
export type StoredExperiment = Omit<ExperimentLine, 'kind' | 'state' | 'why' | 'listened'>;

/** What is kept of a target's webhooks from run to run: experiments that are not judged yet, and when somebody listened. */
export interface StoredExperiments {
  version: 1;
  experiments: readonly StoredExperiment[];
  /** By the target's clock. */
  listened: readonly TimeSpan[];
}

/** Nothing is kept. */
export const noStoredExperiments: StoredExperiments = { version: 1, experiments: [], listened: [] };

/** So many characters of a delivery's body are kept. */
const mostText = 4_096;

const isKept = objectWith({
  version: (value) => value === 1,
  experiments: listOf(objectWith(storedExperiment)),
  listened: areTimeSpans,
});

function parsed(file: string): Plain | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Plain;
  } catch {
    return undefined;
  }
}

/** What earlier runs have kept. Throws ConfigurationError for a file that is not what a run has written. */
export function readStoredExperiments(file: string): StoredExperiments {
  if (!existsSync(file)) return noStoredExperiments;
  const value = parsed(file);
  if (isKept(value)) return value as unknown as StoredExperiments;
  const hint = 'Put its last sound state back, or remove the file: its experiments are lost then.';
  throw new ConfigurationError(file, [
    { where: '/', wanted: 'experiments on deliveries that runs have opened', seen: 'something else', hint },
  ]);
}

const texts = new WeakMap<StoredExperiment, string>();

/** An experiment is never changed, only replaced: its text is made once. */
function textOf(experiment: StoredExperiment): string {
  const text = texts.get(experiment) ?? JSON.stringify(experiment);
  texts.set(experiment, text);
  return text;
}

/** Replaces the file at once: whoever reads it, or is killed meanwhile, has the old state or the new one. */
export function writeStoredExperiments(file: string, kept: StoredExperiments): void {
  if (kept.experiments.length === 0 && !existsSync(file)) return;
  const { version, experiments, listened } = kept;
  const listed = experiments.map(textOf).join(',\n');
  const text = `{"version":${version},"experiments":[\n${listed}\n],"listened":${JSON.stringify(listened)}}\n`;
  replaceFile(file, text, { isPrivate: true });
}

/** A delivery as an experiment keeps it: who received it, and no more of its body than fits. */
export function storedDelivery(line: DeliveryLine, run: string): DeliveryLine {
  const { text, base64: _, ...body } = line.request.body;
  const isLong = text === undefined || text.length > mostText;
  const short = { ...body, text: (text ?? '').slice(0, mostText), ...(isLong && { cut: true as const }) };
  return { ...line, request: { ...line.request, body: short }, run };
}
