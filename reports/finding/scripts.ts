import type { Found } from '../../fuzzer/engine/findings/finding.ts';
import { escapeLine } from '../text/escape.ts';
import { curlClientCode, httpClientCode } from './clientCode.ts';
import { type AuthenticatedStep, signedStep } from './credentialCode.ts';
import { type FindingOrigin, headingOf, judgedText, moneyWarning } from './heading.ts';
import { literal, skipCode, untold } from './inconclusive.ts';
import { judgementCode } from './judgementCode.ts';
import { runtimeCode } from './scriptRuntime.ts';
import { stepsCode } from './stepCode.ts';

/** How a script is written: its title, the code that sends one request and runs the test, and why that cannot send a pipelined request. */
interface Manner {
  title: string;
  client: readonly string[];
  cannotPipeline?: string;
}

/** Returns why the steps cannot be sent as they are; empty if they can. */
function hindrancesOf(all: readonly AuthenticatedStep[], cannotPipeline: string | undefined): string[] {
  const isPipelined = all.some(({ step }) => step.connection === 'pipelined');
  const unsigned = all.filter(({ step, proof }) => step.signing !== 'none' && !proof);
  return [
    ...(isPipelined && cannotPipeline !== undefined ? [cannotPipeline] : []),
    ...unsigned.map(({ step }) => `its faulty signature, ${escapeLine(step.fault ?? '')}, cannot be written here`),
  ];
}

/** Returns the environment variables that the steps need. */
function variablesOf(all: readonly AuthenticatedStep[]): string[] {
  const control = all.some(({ step }) => step.isLever) ? ['ASSAY_CONTROL_URL', 'ASSAY_CONTROL_TOKEN'] : [];
  return [...new Set([...all.flatMap(({ proof }) => proof?.variables ?? []), ...control])];
}

/** Writes the part that is the same in every script: what sends the case of a finding, and judges the answers. */
function programOf(found: Found, origin: FindingOrigin, { title, client, cannotPipeline }: Manner): string[] {
  const all = found.case.steps.map(origin.authenticate ?? signedStep);
  const money = moneyWarning(found);
  const demands = variablesOf(all).map((name) => ({
    when: `!process.env[${literal(name)}]`,
    wanted: `${name} in the environment`,
    seen: '"none"',
    hint: 'Export it.',
  }));
  return [
    ...runtimeCode(origin.baseUrl),
    ...client,
    `test(${literal(title)}, async () => {`,
    ...hindrancesOf(all, cannotPipeline).map((why) => `  test.skip(true, ${literal(why)});`),
    ...demands.map(skipCode),
    ...(money === undefined ? [] : [`  console.error(${literal(money)});`]),
    ...stepsCode(all),
    ...judgementCode(found, all),
    '});',
  ];
}

/** Writes a Playwright test that sends the case of a finding again and fails if the finding shows; it is skipped if the result is inconclusive. */
export function writePlaywrightTest(found: Found, origin: FindingOrigin): string {
  const writes = found.case.steps.some(({ method }) => method !== 'GET');
  const once = '// It may have created orders, so it is not retried.\ntest.describe.configure({ retries: 0 });';
  const manner: Manner = {
    title: escapeLine(`${found.requirement} ${found.operation}: ${found.wanted}`).slice(0, 200),
    client: writes ? [...httpClientCode, once] : httpClientCode,
    cannotPipeline: 'its requests are pipelined on one connection, which Node clients cannot do',
  };
  return [
    ...headingOf(found, origin).map((line) => `// ${line}`),
    '// It fails if the finding shows, and is skipped if it could not be sent to its end or an answer is inconclusive.',
    '// @ts-nocheck',
    'import { expect, test } from "@playwright/test";',
    ...programOf(found, origin, manner),
    '',
  ].join('\n');
}

/** The line that ends the program in a shell script; no line of the program is like it. */
const endOfProgram = 'END OF THE PROGRAM';

/**
 * Writes a shell script that sends the case of a finding again with curl. It ends with 1 if the finding shows, with 0 if it does not, and with 3 if the result
 * is inconclusive.
 */
export function writeCurlScript(found: Found, origin: FindingOrigin): string {
  return [
    '#!/bin/sh',
    ...headingOf(found, origin).map((line) => `# ${line}`),
    '# Needs curl and node.',
    '# Ends with 1 if the finding shows, with 0 if it does not, with 3 if it could not be sent to its end or an answer is inconclusive.',
    'for program in curl node; do',
    `  command -v "$program" > /dev/null || { echo "${untold('$program on this machine', 'none', 'Install it.')}" >&2; exit 3; }`,
    'done',
    `node --input-type=module - <<'${endOfProgram}'`,
    ...programOf(found, origin, { title: judgedText(found), client: curlClientCode }),
    endOfProgram,
    'case $? in 0) ;; 10) exit 1 ;; *) exit 3 ;; esac',
    '',
  ].join('\n');
}
