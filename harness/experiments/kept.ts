import { existsSync, readFileSync } from 'node:fs';
import type { Plain } from '../../schemas/plain.ts';
import { having, listOf } from '../../schemas/shape.ts';
import { replaceFile } from '../durable.ts';
import { areSpans, experiment } from '../lineShapes.ts';
import type { DeliveryLine, ExperimentLine } from '../lines.ts';
import { ConfigurationError } from '../targets/problem.ts';
import type { Span } from './spans.ts';

/** An experiment on deliveries as it is kept between runs; each of its deliveries says which run received it, or that the inbox did. */
export type KeptExperiment = Omit<ExperimentLine, 'kind' | 'state' | 'why' | 'listened'>;

/** What is kept of a target's webhooks from run to run: experiments that are not judged yet, and when somebody listened. */
export interface Kept {
  version: 1;
  experiments: readonly KeptExperiment[];
  /** By the target's clock. */
  listened: readonly Span[];
}

/** Nothing is kept. */
export const nothingKept: Kept = { version: 1, experiments: [], listened: [] };

/** So many characters of a delivery's body are kept. */
const mostText = 4_096;

const isKept = having({ version: (value) => value === 1, experiments: listOf(having(experiment)), listened: areSpans });

function parsed(file: string): Plain | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Plain;
  } catch {
    return undefined;
  }
}

/** What earlier runs have kept. Throws ConfigurationError for a file that is not what a run has written. */
export function readKept(file: string): Kept {
  if (!existsSync(file)) return nothingKept;
  const value = parsed(file);
  if (isKept(value)) return value as unknown as Kept;
  const hint = 'Put its last sound state back, or remove the file: its experiments are lost then.';
  throw new ConfigurationError(file, [
    { where: '/', wanted: 'experiments on deliveries that runs have opened', seen: 'something else', hint },
  ]);
}

const texts = new WeakMap<KeptExperiment, string>();

/** An experiment is never changed, only replaced: its text is made once. */
function textOf(experiment: KeptExperiment): string {
  const text = texts.get(experiment) ?? JSON.stringify(experiment);
  texts.set(experiment, text);
  return text;
}

/** Replaces the file at once: whoever reads it, or is killed meanwhile, has the old state or the new one. */
export function writeKept(file: string, kept: Kept): void {
  if (kept.experiments.length === 0 && !existsSync(file)) return;
  const { version, experiments, listened } = kept;
  const listed = experiments.map(textOf).join(',\n');
  const text = `{"version":${version},"experiments":[\n${listed}\n],"listened":${JSON.stringify(listened)}}\n`;
  replaceFile(file, text, { isPrivate: true });
}

/** A delivery as an experiment keeps it: who received it, and no more of its body than fits. */
export function keptDelivery(line: DeliveryLine, run: string): DeliveryLine {
  const { text, base64: _, ...body } = line.request.body;
  const isLong = text === undefined || text.length > mostText;
  const short = { ...body, text: (text ?? '').slice(0, mostText), ...(isLong && { cut: true as const }) };
  return { ...line, request: { ...line.request, body: short }, run };
}
