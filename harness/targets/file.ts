import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { ConfigurationError, type Problem } from './problem.ts';

/** The target file as it is written (JSON or YAML), checked against its schema; see target.schema.json for each field. */
export interface TargetFile {
  name: string;
  kind: 'emulator' | 'sandbox' | 'vendor' | 'production';
  baseUrl: string;
  envFile?: string;
  contract?: string;
  credentials: { label: string; tokenIdEnv: string; secretEnv: string }[];
  projects?: Project[];
  mockCards?: { failed: string; success: string };
  samples?: Record<string, Record<string, string>>;
  levers?: { control?: { url: string; tokenEnv: string } };
  gaps?: { id: string; reason: string }[];
  deadlines?: Partial<Deadlines>;
}

/** A project (widget) of the account, as the operator describes it (§ Project settings). */
export interface Project {
  id: string;
  name?: string;
  enabledAssets?: string[];
  feePaidBy?: 'merchant' | 'payer';
  suggestedAmounts?: string[];
}

/** How long a run waits for what, ms. */
export interface Deadlines {
  answerMs: number;
  visibleMs: number;
  finalMs: number;
  pendingWindowMs: number;
  recoverMs: number;
}

/** Files larger than this are not target files. */
const largestFileBytes = 1024 * 1024;

const schemaFile = fileURLToPath(new URL('target.schema.json', import.meta.url));

/** True for an absolute address with http or https, to which a path can be added: no user, no query, no fragment. */
export function isWebAddress(text: string): boolean {
  if (!/^[!-~]+$/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && !/[?#]/.test(text);
}

/** What to do about an address that is none. */
export const addressHint = 'Write an absolute address with http or https, without a user, query or fragment.';

const hints: Record<string, string> = {
  additionalProperties: 'Remove it, or see target.schema.json for the fields there are.',
  required: 'Add it.',
  format: addressHint,
};

function problemOf(error: ErrorObject): Problem {
  const extra = error.params['additionalProperty'] as string | undefined;
  const where = `${error.instancePath || '/'}${extra ? `${error.instancePath ? '/' : ''}${extra}` : ''}`;
  const inlineSecret = extra !== undefined && /secret|token|password/i.test(extra);
  return {
    where,
    wanted: inlineSecret ? 'secrets by the name of an environment variable' : (error.message ?? error.keyword),
    seen: inlineSecret ? 'an inline secret' : extra ? `the unknown field ${extra}` : 'something else',
    hint: inlineSecret
      ? `Move it into the environment and name it here as ${extra}Env.`
      : (hints[error.keyword] ?? 'Correct it.'),
  };
}

function readText(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length <= largestFileBytes) return text;
  } catch {
    throw new ConfigurationError(file, [
      {
        where: '/',
        wanted: 'a readable target file',
        seen: 'none',
        hint: 'Give a file, or the base address of a target.',
      },
    ]);
  }
  throw new ConfigurationError(file, [
    { where: '/', wanted: 'at most 1 MB', seen: 'more', hint: 'This is not a target file.' },
  ]);
}

/** Reads and checks a target file. Throws ConfigurationError with all of its problems at once. */
export function readTargetFile(file: string): TargetFile & { folder: string } {
  const text = readText(file);
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const seen = (error as Error).message.split('\n')[0] ?? 'something else';
    throw new ConfigurationError(file, [{ where: '/', wanted: 'JSON or YAML', seen, hint: 'Correct the syntax.' }]);
  }
  const ajv = new Ajv2020({ allErrors: true, strict: true, formats: { 'web-address': isWebAddress } });
  const validate = ajv.compile<TargetFile>(JSON.parse(readFileSync(schemaFile, 'utf8')) as object);
  if (!validate(value)) throw new ConfigurationError(file, (validate.errors ?? []).map(problemOf));
  return { ...value, folder: resolve(dirname(file)) };
}
