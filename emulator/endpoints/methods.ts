import type { JsonRecord } from '../domain/json.ts';
import type { Method } from '../domain/method.ts';
import { jsonAnswer } from '../http/answers.ts';
import type { Endpoint } from '../instance/context.ts';
import type { Rules } from '../rules/index.ts';

/** GET /v1/user/methods: the methods of the account (§ Payment method). */
export const listMethods: Endpoint = ({ instance, rules, operation }) => {
  const listed = instance.methods.filter((method) => rules.methodListed(method));
  const now = (method: Method) => ({ ...method, minLimit: rules.minimumNow(method.minLimit, instance.served) });
  return jsonAnswer(rules.methodsShown(listed.map((method) => methodRecord(now(method), rules))), operation, rules);
};

function methodRecord(method: Method, rules: Rules): JsonRecord {
  const { minFeeAmount } = method;
  const record: JsonRecord = {
    id: method.id,
    name: method.name,
    orderType: method.orderType,
    methodKey: method.methodKey,
    currency: method.currency,
    blockchain: method.blockchain ?? undefined,
    percent: method.percent,
    fixed: method.fixed,
    scale: method.scale,
    minLimit: method.minLimit,
    maxLimit: method.maxLimit,
    verificationLevel: method.verificationLevel,
    calculateFee: true,
    extra: rules.extraShown(method.choices),
    hasNetworkFee: method.blockchain === null ? undefined : false,
    minFeeAmount: minFeeAmount ?? undefined,
    minFeeCurrency: minFeeAmount === null ? undefined : method.currency,
    productType: 'PAYMENT',
    properties: rules.propertiesShown(method.required, method.optional),
  };
  return rules.dressed(rules.methodShownAs(record, method), 'method');
}
