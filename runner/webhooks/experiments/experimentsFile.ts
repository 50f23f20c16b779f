import { existsSync } from 'node:fs';
import { listOf, objectWith } from '../../../schemas/json/guards.ts';
import type { DeliveryLine, ExperimentLine } from '../../../traffic/journal/journalTypes.ts';
import { areTimeSpans, storedExperiment } from '../../../traffic/journal/lineValidators.ts';
import type { TimeSpan } from '../../../traffic/journal/timeSpans.ts';
import { replaceFile } from '../../../traffic/system/atomicWrite.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { storedJson } from '../../../traffic/system/storedJson.ts';

/** An experiment on deliveries as stored between runs. Each delivery names the run that received it, or the inbox. */
export type StoredExperiment = Omit<ExperimentLine, 'kind' | 'state' | 'why' | 'listened'>;

/** What is stored about a target's webhooks between runs: unjudged experiments, and the times when somebody listened. */
export interface StoredExperiments {
  version: 1;
  experiments: readonly StoredExperiment[];
  /** In the target's time. */
  listened: readonly TimeSpan[];
}

/** An empty store. */
export const noStoredExperiments: StoredExperiments = { version: 1, experiments: [], listened: [] };

/** At most this many characters of a delivery's body are stored. */
const mostText = 4_096;

const isStoredFile = objectWith({
  version: (value) => value === 1,
  experiments: listOf(objectWith(storedExperiment)),
  listened: areTimeSpans,
});

/** Reads the stored experiments. Throws ConfigurationError for a file that no run has written. */
export function readStoredExperiments(file: string): StoredExperiments {
  if (!existsSync(file)) return noStoredExperiments;
  const value = storedJson(file);
  if (isStoredFile(value)) return value as unknown as StoredExperiments;
  const hint = 'Restore its last valid state, or remove the file; its experiments are then lost.';
  throw new ConfigurationError(file, [
    { where: '/', wanted: 'experiments on deliveries that runs have opened', seen: 'something else', hint },
  ]);
}

const texts = new WeakMap<StoredExperiment, string>();

/** Returns the text of an experiment, cached because an experiment object is replaced and never changed. */
function textOf(experiment: StoredExperiment): string {
  const text = texts.get(experiment) ?? JSON.stringify(experiment);
  texts.set(experiment, text);
  return text;
}

/** Replaces the file atomically. A reader, or a process that is killed meanwhile, gets either the old state or the new one. */
export function writeStoredExperiments(file: string, stored: StoredExperiments): void {
  if (stored.experiments.length === 0 && !existsSync(file)) return;
  const { version, experiments, listened } = stored;
  const listed = experiments.map(textOf).join(',\n');
  const text = `{"version":${version},"experiments":[\n${listed}\n],"listened":${JSON.stringify(listened)}}\n`;
  replaceFile(file, text, { isPrivate: true });
}

/** Returns a delivery as an experiment stores it: with its receiver, and with its body cut to a maximum length. */
export function storedDelivery(line: DeliveryLine, run: string): DeliveryLine {
  const { text, base64: _, ...body } = line.request.body;
  const isLong = text === undefined || text.length > mostText;
  const short = { ...body, text: (text ?? '').slice(0, mostText), ...(isLong && { cut: true as const }) };
  return { ...line, request: { ...line.request, body: short }, run };
}
