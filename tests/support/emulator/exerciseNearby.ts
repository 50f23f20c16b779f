import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { bareBundle } from '../../../generators/payloads/bundle.ts';
import { bareCheckout } from '../../../generators/payloads/checkout.ts';
import type { ListedMethod } from './sampleOrders.ts';
import { headersOf, signedHeaders, type TestEmulator, type TestRequest, type TestResponse } from './testEmulator.ts';

const ACQUIRING = '/v1/user/crypto-acquiring';
const SEARCH = '/v2/user/payments/search';

interface Shown {
  readonly id: string;
  readonly createdAt: string;
}

const read = (path: string): TestRequest => ({ path, headers: signedHeaders('') });

/** Requests with ids, references and names that nearly agree with those of real records. */
const nearMisses = (id: string, project: string): TestRequest[] => [
  read(`/v1/user/payments/${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`),
  read(`/v1/user/payments/${id}0`),
  read('/v1/user/exchange/rates/BTCUSDTX'),
  read(`${ACQUIRING}/rates/USDT/USD1`),
  ...['a', 'b'].map((end) => ({
    path: `${ACQUIRING}/${project}/static/bundles`,
    body: bareBundle(`${'r'.repeat(255)}${end}`, { assets: ['TRON_USDT'] }),
  })),
  { path: `${ACQUIRING}/${project}/checkouts`, body: bareCheckout('NO_PRICE', { name: 'name '.repeat(40) }) },
];

/** Requests of another account that name records of the main account in less usual ways. */
const foreign = (methodId: string, requestPath: string, headers: Readonly<Record<string, string>>): TestRequest[] =>
  [`${SEARCH}?methodId=${methodId}`, requestPath].map((path) => ({ path, headers }));

/** Exercises near misses, ranges of exact times, records of others, and a limited account that only searches. Returns all answers. */
export async function exerciseNearby(trial: TestEmulator, base: string): Promise<TestResponse[]> {
  const seen: TestResponse[] = [];
  const ask = async (asked: TestRequest): Promise<TestResponse> => {
    const answer = await trial.ask({ ...asked, path: base + asked.path });
    seen.push(answer);
    return answer;
  };
  const project = trial.setup.accounts[0]?.projects[0]?.id ?? '';
  const { json } = await ask(read('/v1/user/payments'));
  const [payment] = Array.isArray(json) ? (json as Shown[]) : [];
  for (const asked of nearMisses(payment?.id ?? '', project)) await ask(asked);
  await ask(read(`${SEARCH}?size=100&createdAt=2000-01-01,${encodeURIComponent(payment?.createdAt ?? '')}`));
  const methods = (await ask(read('/v1/user/methods'))).json;
  const isUsed = ({ currency, orderType }: ListedMethod) => currency === 'UAH' && orderType === 'PAYIN';
  const listed = Array.isArray(methods) ? (methods as ListedMethod[]) : [];
  const used = listed.find(isUsed) ?? listed[0];
  const { json: made } = await ask({ path: `${ACQUIRING}/${project}/requests`, body: bareRequest('TRON_USDT') });
  const requestPath = `${ACQUIRING}/${project}/requests/${(made as Shown | undefined)?.id}`;
  for (const asked of foreign(used?.id ?? 'PMD-0', requestPath, headersOf(trial.setup, 'second'))) await ask(asked);
  const limited = headersOf(trial.setup, 'limited');
  for (let count = 0; count < 32; count += 1) await ask({ path: SEARCH, headers: limited });
  return seen;
}
