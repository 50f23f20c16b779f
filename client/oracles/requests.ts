import { type Exact, isExactNumber, isObject, parseExact } from '../../schemas/json/exact.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import type { RequestLine } from '../record/clientLines.ts';
import { type ClientCall, memberOf } from '../record/clientRecord.ts';
import { clientOperations } from '../server/operationTable.ts';
import {
  amountText,
  answerOf,
  answerWords,
  type ClientOracle,
  clientFault,
  nameOfCall,
  sameAmount,
  scenarioResult,
} from './oracle.ts';

/** What of the arguments of a call is compared with its request. */
export interface ArgumentsToSend {
  parts: readonly ('path' | 'query' | 'body')[];
  /** The SDK may refuse these arguments instead. */
  mayRefuse?: boolean;
}

const membersOf = (value: Exact | undefined): [string, Exact][] => (isObject(value) ? Object.entries(value) : []);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Difference {
  what: string;
  seen: string;
}

function pathDifferences(asked: Exact, { path, operation: id }: RequestLine, operation: string): Difference[] {
  const known = clientOperations.get(operation);
  const bare = path.replace(/[?#].*$/s, '');
  const names = [...(known?.path ?? '').matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const found = known?.pattern.exec(bare);
  if (!found) {
    const filled = known?.path.replace(/\{([^}]*)\}/g, (whole, name: string) => {
      const value = memberOf(memberOf(asked, 'path'), name);
      return typeof value === 'string' ? encodeURIComponent(value) : whole;
    });
    return [{ what: `a request to ${filled ?? operation}`, seen: `${path}${id ? ` (${id})` : ''}` }];
  }
  return names.flatMap((name, at) => {
    const wanted = memberOf(memberOf(asked, 'path'), name);
    const seen = decoded(found[at + 1] ?? '');
    return typeof wanted !== 'string' || wanted === seen
      ? []
      : [{ what: `the path value ${name} to arrive as ${excerpt(wanted)}`, seen: excerpt(seen) }];
  });
}

function queryDifferences(asked: Exact, { path }: RequestLine): Difference[] {
  const at = path.indexOf('?');
  const sent = new URLSearchParams(at < 0 ? '' : path.slice(at + 1).replace(/#.*$/s, ''));
  return membersOf(memberOf(asked, 'query')).flatMap(([name, value]) => {
    const wanted = isExactNumber(value) ? value.value : value;
    if (typeof wanted !== 'string') return [];
    const seen = sent.getAll(name);
    const isSame =
      seen.length === 1 &&
      (seen[0] === wanted ||
        (amountText(wanted) !== undefined && amountText(seen[0]) !== undefined && sameAmount(wanted, seen[0] ?? '')));
    return isSame
      ? []
      : [
          {
            what: `the query value ${name} to arrive as ${excerpt(wanted)}`,
            seen: seen.length > 0 ? excerpt(seen.join(' and ')) : 'nothing',
          },
        ];
  });
}

/** Compares what was asked for with what was sent: amounts as numbers, a sent number may stand for a text. */
function bodyDifferences(asked: Exact, sent: Exact | undefined, place: string): Difference[] {
  if (isObject(asked))
    return membersOf(asked).flatMap(([name, one]) => bodyDifferences(one, memberOf(sent, name), `${place}/${name}`));
  if (Array.isArray(asked)) {
    const items = Array.isArray(sent) ? sent : [];
    return asked.flatMap((one, at) => bodyDifferences(one, items[at], `${place}/${at}`));
  }
  const amount = isExactNumber(sent) ? amountText(asked) : undefined;
  const isSame = amount !== undefined && isExactNumber(sent) ? sameAmount(amount, sent.value) : asked === sent;
  const isEqualText =
    typeof asked === 'string' &&
    typeof sent === 'string' &&
    amountText(asked) !== undefined &&
    amountText(sent) !== undefined &&
    sameAmount(asked, sent);
  return isSame || isEqualText
    ? []
    : [
        {
          what: `the body to have ${place} as ${excerpt(asked)}`,
          seen: sent === undefined ? 'nothing' : excerpt(sent),
        },
      ];
}

function differencesOf(call: ClientCall, request: RequestLine, parts: ArgumentsToSend['parts']): Difference[] {
  const { asked } = call;
  const operation = memberOf(asked, 'operation');
  const body = request.body.text === undefined ? undefined : parseExact(request.body.text);
  const sent = body && !('fault' in body) ? body.value : undefined;
  return parts.flatMap((part) => {
    if (part === 'path') return pathDifferences(asked, request, typeof operation === 'string' ? operation : '');
    if (part === 'query') return queryDifferences(asked, request);
    const wanted = memberOf(asked, 'body');
    return wanted === undefined ? [] : bodyDifferences(wanted, sent, '');
  });
}

function faultsOfCall(
  call: ClientCall,
  request: RequestLine | undefined,
  { parts, mayRefuse }: ArgumentsToSend,
): Fault[] {
  const where = nameOfCall(call);
  const answer = answerOf(call);
  if (!request) {
    const isRefused = answer.is === 'unsupported' || (answer.is === 'error' && answer.kind === 'argument' && mayRefuse);
    return isRefused
      ? []
      : [
          clientFault('clientArgument', {
            wanted: 'a request with the arguments of the call',
            seen: answerWords(answer),
            by: call,
            where,
          }),
        ];
  }
  return differencesOf(call, request, parts).map(({ what, seen }) =>
    clientFault('clientArgument', { wanted: what, seen, by: request, where }),
  );
}

/** The first request of each call has the arguments of the call: path and query values decode to them, body members equal them, amounts are the same number. */
export const sendsArguments: ClientOracle<ArgumentsToSend> = (evidence, args) =>
  scenarioResult(
    evidence,
    evidence.calls.flatMap((call) =>
      faultsOfCall(
        call,
        evidence.requests.find((one) => one.call === call.id),
        args,
      ),
    ),
  );
