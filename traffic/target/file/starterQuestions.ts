import type { Problem } from '../../system/configurationError.ts';
import { webAddress } from '../../system/webAddress.ts';
import type { FilePlace } from './filePlace.ts';
import { looksLikeSecret } from './secretLooks.ts';
import type { Starter } from './starterFile.ts';
import { fieldProblems } from './targetSchema.ts';

/** The answers so far for a new target file. */
export type Answers = Partial<Record<keyof Starter, string>>;

/** One value of a new target file: given by a flag, or as the answer to a question; `usual` is the default. */
export interface Question {
  name: keyof Starter;
  flag: string;
  words: string;
  place: FilePlace;
  /** True if a target file cannot be made without this value. */
  needed: boolean;
  usual?(answers: Answers): string | undefined;
}

const hostOf = ({ baseUrl = '' }: Answers) => webAddress(baseUrl)?.host;
const isSandbox = (answers: Answers) => (answers.kind ?? '') === 'sandbox';

/** All questions of `assay init`, in order. */
export const questions: readonly Question[] = [
  { name: 'baseUrl', flag: '--base-url', words: 'Base address', place: ['baseUrl'], needed: true },
  { name: 'name', flag: '--name', words: 'Name', place: ['name'], needed: true, usual: hostOf },
  {
    name: 'kind',
    flag: '--kind',
    words: 'Kind (emulator, sandbox, vendor, production)',
    place: ['kind'],
    needed: true,
    usual: (answers) => (/sandbox/i.test(hostOf(answers) ?? '') ? 'sandbox' : 'vendor'),
  },
  {
    name: 'tokenIdEnv',
    flag: '--token-id-env',
    words: 'Variable that holds the token id',
    place: ['credentials', '0', 'tokenIdEnv'],
    needed: false,
    usual: () => 'ASSAY_TOKEN_ID',
  },
  {
    name: 'secretEnv',
    flag: '--secret-env',
    words: 'Variable that holds the token secret',
    place: ['credentials', '0', 'secretEnv'],
    needed: false,
    usual: () => 'ASSAY_TOKEN_SECRET',
  },
  {
    name: 'project',
    flag: '--project',
    words: 'Project (widget) id, CAP-…',
    place: ['projects', '0', 'id'],
    needed: false,
  },
  {
    name: 'postPerMinute',
    flag: '--post-per-minute',
    words: 'POST requests per minute',
    place: ['quota', 'postPerMinute'],
    needed: false,
    usual: (answers) => (isSandbox(answers) ? '10' : undefined),
  },
  {
    name: 'getPerMinute',
    flag: '--get-per-minute',
    words: 'GET requests per minute',
    place: ['quota', 'getPerMinute'],
    needed: false,
    usual: (answers) => (isSandbox(answers) ? '300' : undefined),
  },
];

const isNumber = ({ place }: Question) => place[0] === 'quota';
const typed = (question: Question, answer: string) =>
  isNumber(question) && /^\d+$/.test(answer) ? Number(answer) : answer;

/** Returns the problems of one answer, labelled with its flag; the answer itself is not shown. */
export function answerProblems(question: Question, answer: string): Problem[] {
  const where = question.flag;
  if (question.place.at(-1)?.endsWith('Env') && looksLikeSecret(answer)) {
    const wanted = 'the name of an environment variable';
    return [
      {
        where,
        wanted,
        seen: 'a text that looks like a secret',
        hint: 'Give the name of the variable; the secret itself is not written to any file.',
      },
    ];
  }
  return fieldProblems(question.place, typed(question, answer)).map(({ wanted, seen, hint }) => ({
    where,
    wanted,
    seen,
    hint,
  }));
}
