import { learned } from '../../oracles/core/result.ts';
import { type Exact, isExactNumber } from '../../schemas/json/exact.ts';
import { memberOf, type ScenarioEvidence } from '../record/clientRecord.ts';
import { requestsOf } from './argumentDifferences.ts';
import {
  amountText,
  type ClientOracle,
  clientFault,
  nameOfCall,
  sameAmount,
  scenarioResult,
  unsupportedIn,
} from './oracle.ts';

/** The marks between two values that are sent as one. */
const between = /[,;|]|\.\.+/;

const isSame = (asked: string, sent: string): boolean =>
  asked === sent ||
  (amountText(asked) !== undefined && amountText(sent) !== undefined && sameAmount(asked, sent)) ||
  (Number.isNaN(Number(asked)) && Date.parse(asked) === Date.parse(sent));

const textsOf = (value: Exact | undefined): string[] =>
  Array.isArray(value) ? value.map((one) => (isExactNumber(one) ? one.value : String(one))) : [];

function sentIn({ calls: [call], requests }: ScenarioEvidence): [name: string, value: string][] {
  const request = call && requestsOf(call, requests)[0];
  return request ? [...new URL(request.path, 'http://service').searchParams] : [];
}

/** Both values of a range arrive; how they are encoded is not shown, so that is learned. */
export const sendsRange: ClientOracle<{ name: string }> = (evidence, { name }) => {
  const [call] = evidence.calls;
  const unsupported = unsupportedIn(evidence);
  if (!call || unsupported) return unsupported ?? scenarioResult(evidence, []);
  const sent = sentIn(evidence);
  const asked = textsOf(memberOf(memberOf(call.asked, 'query'), name));
  const carries = (value: string) => value.split(between).some((part) => asked.some((one) => isSame(one, part)));
  const lost = asked.filter((one) => !sent.some(([, value]) => value.split(between).some((part) => isSame(one, part))));
  const faults = lost.map((one) =>
    clientFault('clientArgument', {
      wanted: `both values of ${name} in the query`,
      seen: `nothing of ${one}`,
      by: call,
      where: nameOfCall(call),
    }),
  );
  if (faults.length > 0) return scenarioResult(evidence, faults);
  const form = sent.flatMap(([own, value]) =>
    carries(value) ? [value.split(between).length > 1 ? `${own} once, joined` : own] : [],
  );
  return learned(`two values of ${name} are sent as`, form.join(' and '), [call.id]);
};
