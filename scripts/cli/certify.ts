import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { publicHalf } from '../../certificate/keys/keys.ts';
import { type Evidence, makeBundle } from '../../certificate/make/makeBundle.ts';
import { claimedLine, headline, shortfall } from '../../certificate/pages/words.ts';
import { Refusal } from '../../certificate/refusal.ts';
import type { CertificateStatement } from '../../certificate/statement/certificate.ts';
import { verifyBundle } from '../../certificate/verify/verify.ts';
import { collectSpecs } from '../../runner/requirement/inProcessRunner.ts';
import { thisBuild } from '../../schemas/thisBuild.ts';
import { runFilesOf } from '../../traffic/journal/run.ts';
import { decide } from '../../traffic/system/environment.ts';
import { hostOf } from '../../traffic/system/webAddress.ts';
import type { Target } from '../../traffic/target/target.ts';
import { type CertifyOptions, type CertifyPlan, certifyPlan } from './certificate/certifyOptions.ts';
import { planLines } from './certificate/certifyPlan.ts';
import { hostFacts } from './certificate/hostFacts.ts';
import { runStep } from './certificate/runStep.ts';
import { confirmMoney } from './prepare/confirmMoney.ts';
import { misuse, ourFault } from './process/exitCodes.ts';
import { say } from './process/say.ts';
import { prepareRun } from './run.ts';

/** The exit code if the run or the campaign did not come to an end. */
const incomplete = 4;

/** The folders of a certificate in progress. */
const foldersIn = (out: string) => ({
  run: join(out, 'run'),
  campaign: join(out, 'campaign'),
  bundle: join(out, 'bundle'),
  /** What run and campaign print as their results: their exit codes are not those of the certificate. */
  runResult: join(out, 'run.txt'),
  campaignResult: join(out, 'campaign.txt'),
});

/** The words of a command line that run and campaign share. */
const sharedWords = ({ place, seed }: CertifyPlan, { set = [], known }: CertifyOptions, target: Target): string[] => [
  ...['--target', place, '--allow-money', hostOf(target.baseUrl)],
  ...set.flatMap((one) => ['--set', one]),
  ...(known === undefined ? [] : ['--known', known]),
  ...(seed === undefined ? [] : ['--seed', String(seed)]),
];

/** Returns why a finished step is no evidence; undefined if it is. */
function missingFrom(file: string, step: string): string | undefined {
  if (!existsSync(file)) return `the ${step} has no result`;
  const { halt } = JSON.parse(readFileSync(file, 'utf8')) as { halt?: { message: string } | string };
  return halt === undefined ? undefined : `the ${step} was halted: ${typeof halt === 'string' ? halt : halt.message}`;
}

/** Why there can be no certificate, and the exit code that says so. */
interface Missing {
  why: string;
  code: number;
}

/** Returns why a finished step is no evidence; undefined if it is. What the step says of wrong usage stays wrong usage. */
function missingAfter(code: number, file: string, step: string): Missing | undefined {
  const why = missingFrom(file, step);
  return why === undefined ? undefined : { why, code: code === misuse ? misuse : incomplete };
}

/** Runs the full run and the campaign; returns why there can be no certificate, if so. */
async function gather(plan: CertifyPlan, options: CertifyOptions, target: Target): Promise<Missing | undefined> {
  const { run, campaign, runResult, campaignResult } = foldersIn(plan.out);
  const shared = sharedWords(plan, options, target);
  const { challenge, profile, posts } = plan;
  say(`the run begins; its result will be in ${runResult}, its report in ${run}`);
  const words = ['run', ...shared, '--profile', profile, '--report', 'html', '--quiet', '--out', run];
  const code = await runStep(words, { challenge, results: runResult });
  const missing = missingAfter(code, runFilesOf(run).verdict, 'run');
  if (missing !== undefined || posts === 0) return missing;
  say(`the campaign begins; its result will be in ${campaignResult}, its findings in ${campaign}`);
  const money = options.money === undefined ? [] : ['--money', options.money];
  const fuzzing = ['fuzz', ...shared, '--posts', String(posts), '--anew', ...money, '--out', campaign];
  const ended = await runStep(fuzzing, { challenge, results: campaignResult });
  return missingAfter(ended, join(campaign, 'campaign.json'), 'campaign');
}

function evidenceOf(plan: CertifyPlan): Omit<Evidence, 'host' | 'build'> {
  const { run, campaign } = foldersIn(plan.out);
  const { posts, knownFailures } = plan;
  return {
    journal: runFilesOf(run).journal,
    campaign: posts === 0 ? undefined : join(campaign, 'campaign.json'),
    knownFailures,
    node: process.version,
  };
}

function report({ predicate }: CertificateStatement, bundle: string): number {
  const certificate = predicate.assayCertificate;
  const less = shortfall(certificate);
  process.stdout.write(
    [
      `level: ${claimedLine(certificate)}`,
      ...(less === undefined ? [] : [less]),
      headline(certificate),
      `bundle: ${bundle}; hand over the whole folder`,
      '',
    ].join('\n'),
  );
  return certificate.claims.failed.length === 0 ? 0 : 1;
}

/** Makes the bundle and verifies it at once: a bundle that its own verifier refuses is never handed out. */
async function conclude(plan: CertifyPlan, evidence: Evidence): Promise<number> {
  const { key, level, challenge, days } = plan;
  if (!key) throw new Error('expected a key once everything was sent');
  const { bundle } = foldersIn(plan.out);
  say('making the bundle: the journal is judged once, about half a minute for a full run');
  decide('ASSAY_COLLECTS', '1');
  await collectSpecs();
  const now = new Date();
  try {
    const statement = await makeBundle(bundle, evidence, { key, level, challenge, now, days });
    say('verifying the bundle as anybody would, before it is handed out, about as long again');
    await verifyBundle(bundle, { key: publicHalf(key), challenge, now: new Date(), say });
    return report(statement, bundle);
  } catch (error) {
    rmSync(bundle, { recursive: true, force: true });
    if (!(error instanceof Refusal)) throw error;
    say(`there is no certificate: ${error.message}`);
    return error.code === 'undecided' ? incomplete : ourFault;
  }
}

/** Makes a certificate: prints what it will send, runs the full run and a campaign, and writes the signed bundle. Returns the exit code. */
export async function certify(options: CertifyOptions): Promise<number> {
  const plan = certifyPlan(options);
  const { target, foretold } = await prepareRun({ ...options, profile: plan.profile });
  if (!target) throw new Error('expected a target, which was checked');
  const lines = planLines(plan, options, { foretold, target });
  for (const line of lines) say(line);
  if (options.plan) return 0;
  if (!thisBuild) throw new Error('expected a build of the suite, got its sources');
  await confirmMoney(target, { named: options.allowMoney });
  const whole = { ...plan, out: resolve(plan.out) };
  mkdirSync(whole.out, { recursive: true });
  const build = thisBuild;
  const host = await hostFacts(target.baseUrl);
  const missing = await gather(whole, options, target);
  if (missing !== undefined) {
    say(`there is no certificate: ${missing.why}`);
    return missing.code;
  }
  return conclude(whole, { ...evidenceOf(whole), host, build });
}
