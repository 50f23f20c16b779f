import { existsSync, writeFileSync } from 'node:fs';
import { dirname, extname, relative, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { shellWord } from '../../reports/text/shell.ts';
import { ConfigurationError, type Problem } from '../../traffic/system/configurationError.ts';
import { targetFileIn } from '../../traffic/target/file/readTargetFile.ts';
import { type Starter, starterText } from '../../traffic/target/file/starterFile.ts';
import { type Answers, answerProblems, type Question, questions } from '../../traffic/target/file/starterQuestions.ts';
import { schemaFile } from '../../traffic/target/file/targetSchema.ts';
import { ciProblems, writeCiExample } from './prepare/ciExample.ts';
import { type Terminal, terminal } from './process/terminal.ts';

/** The options of `assay init`. */
export interface InitOptions extends Answers {
  /** The file to write; target.yaml by default. */
  out?: string;
  /** The system for which a nightly job is written beside the target file. */
  ci?: string;
}

const subject = 'assay init';

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ConfigurationError(subject, problems);
}

function outProblems(out: string): Problem[] {
  const where = '--out';
  if (!/^\.ya?ml$/i.test(extname(out)))
    return [
      { where, wanted: 'a file whose name ends in .yaml', seen: out, hint: 'The file is written with comments.' },
    ];
  if (existsSync(out))
    return [
      {
        where,
        wanted: 'a new file',
        seen: `${out}, which already exists`,
        hint: 'Name another file, or remove this one.',
      },
    ];
  if (!existsSync(dirname(out)))
    return [{ where, wanted: 'an existing folder', seen: `none at ${dirname(out)}`, hint: 'Make it.' }];
  return [];
}

const missing = ({ flag, words }: Question): Problem => ({
  where: flag,
  wanted: `a value: ${words}`,
  seen: 'none',
  hint: 'Give the option, or use a terminal, which asks for it.',
});

function givenProblems(given: Answers): Problem[] {
  return questions.flatMap((question) => {
    const answer = given[question.name];
    return answer === undefined ? [] : answerProblems(question, answer);
  });
}

/** Returns the given answers, completed by the usual ones; a usual answer may depend on earlier answers. */
function completed(given: Answers): Answers {
  const answers: Answers = {};
  for (const { name, usual } of questions) {
    const answer = given[name] ?? usual?.(answers);
    if (answer !== undefined) answers[name] = answer;
  }
  return answers;
}

async function asked(given: Answers, io: Terminal): Promise<Answers> {
  const reader = createInterface({ input: io.answers, output: io.questions, terminal: false });
  const lines = reader[Symbol.asyncIterator]();
  try {
    const answers: Answers = {};
    for (const question of questions) {
      const answer = given[question.name] ?? (await answerTo(question, answers, { lines, terminal: io }));
      if (answer !== undefined) answers[question.name] = answer;
    }
    return answers;
  } finally {
    reader.close();
  }
}

type Conversation = { lines: AsyncIterator<string>; terminal: Terminal };

/** Asks until the answer is valid. Throws ConfigurationError when the input ends. */
async function answerTo(
  question: Question,
  before: Answers,
  { lines, terminal: io }: Conversation,
): Promise<string | undefined> {
  const usual = question.usual?.(before);
  for (;;) {
    io.questions.write(`${question.words}${usual ? ` [${usual}]` : question.needed ? '' : ' [none]'}: `);
    const { done, value } = await lines.next();
    if (done) refuse([{ ...missing(question), seen: 'the end of the input' }]);
    const answer = String(value).trim() || usual;
    if (answer === undefined && !question.needed) return undefined;
    const problems = answer === undefined ? [missing(question)] : answerProblems(question, answer);
    if (problems.length === 0) return answer;
    for (const { wanted, seen, hint } of problems) io.questions.write(`  expected ${wanted}, got ${seen}. ${hint}\n`);
  }
}

/** Returns the schema's address for editors: a relative path if it has no special characters, otherwise a file URL. */
function schemaFrom(folder: string): string {
  const path = relative(folder, schemaFile).split(sep).join('/');
  return /^[!-~]+$/.test(path) && !path.startsWith('/') && !path.includes(':') ? path : pathToFileURL(schemaFile).href;
}

function write(out: string, text: string): void {
  try {
    writeFileSync(out, text, { flag: 'wx' });
  } catch (error) {
    const { code = 'none' } = error as NodeJS.ErrnoException;
    refuse([{ where: '--out', wanted: 'a new file that can be written', seen: code, hint: 'Name another.' }]);
  }
}

/**
 * Writes a new target file, asks on a terminal for values that no option gives, and prints the next two commands; returns the exit code. Throws
 * ConfigurationError with all problems at once; an existing file is never overwritten. With `ci` it also writes a nightly job beside the target file; then a
 * target file that exists is kept if no value for it is given.
 */
export async function init(
  { out = 'target.yaml', ci, ...given }: InitOptions,
  io: Terminal = terminal,
): Promise<number> {
  const file = resolve(out);
  const problemsOfCi = ci === undefined ? [] : ciProblems(ci, file);
  if (ci !== undefined && existsSync(file) && Object.keys(given).length === 0) {
    refuse(problemsOfCi);
    io.print(writeCiExample(ci, file));
    return 0;
  }
  const absent = questions.filter(({ name, needed }) => needed && given[name] === undefined);
  const problems = [...outProblems(file), ...problemsOfCi, ...givenProblems(given)];
  refuse([...problems, ...(io.isTerminal ? [] : absent.map(missing))]);
  const answers = io.isTerminal ? await asked(given, io) : completed(given);
  const starter = answers as Answers & Starter;
  const text = starterText(starter, schemaFrom(dirname(file)));
  targetFileIn(text, file);
  write(file, text);
  const place = shellWord(relative(process.cwd(), file) || file);
  io.print(
    `wrote ${out}; next:\n  export ${starter.tokenIdEnv}=TKN-… ${starter.secretEnv}=…\n  npx assay plan --target ${place}\n`,
  );
  if (ci !== undefined) io.print(writeCiExample(ci, file));
  return 0;
}
