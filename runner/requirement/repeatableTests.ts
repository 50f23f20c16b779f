import { collectedTests, toolsByRequirement } from './inProcessRunner.ts';
import { requirementOf } from './runRequirement.ts';
import type { ToolName } from './toolbox.ts';

/** The tools of what only the account under test has, or of what only one test at a time may touch. */
const toolsOfMain: readonly ToolName[] = [
  'accounts',
  'control',
  'crossPayouts',
  'deposits',
  'pages',
  'rateLimitTest',
  'webhooks',
];

/** Trace checks judge every account anyway, hostile tests run alone, and what is only observed is observed of one account. */
const tagsOfMain = ['@law', '@hostile', '@observe'];

/** Returns the ids of the tests that decide something by themselves and need none of these tools. */
export function testsWithout(unwanted: readonly ToolName[]): ReadonlySet<string> {
  const isUnwanted = (name: string) => unwanted.some((one) => one === name);
  const tools = toolsByRequirement();
  const ids = collectedTests()
    .filter(({ tags }) => !tagsOfMain.some((tag) => tags.includes(tag)))
    .map((one) => requirementOf(one).id);
  return new Set(ids.filter((id) => !tools.get(id)?.some(isUnwanted)));
}

/** Returns the ids of the tests that another account can repeat, since they need only what every account has. */
export const repeatableTests = (): ReadonlySet<string> => testsWithout(toolsOfMain);
