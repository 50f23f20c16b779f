import { type Money, money } from '../../../domain/money.ts';
import type { Chance } from '../stage/chance.ts';
import type { Player } from '../stage/player.ts';

const SIGNS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJ0123456789', 'äöüßéñ', '中文字', '🙂🎁', ' .,-_/&<>"\'\\'];

/** A text of the given number of characters, mostly of plain letters. */
export function someText(chance: Chance, length: number): string {
  const signs = [...(chance.isHit(0.6) ? (SIGNS[0] ?? 'a') : chance.pick(SIGNS))];
  return Array.from({ length }, () => chance.pick(signs)).join('');
}

/** A length, often a short one, at times the longest or one too many. */
const someLength = (chance: Chance): number =>
  chance.isHit(0.6)
    ? 1 + chance.below(40)
    : chance.isHit(0.8)
      ? 1 + chance.below(255)
      : chance.pick([1, 255, 256, 257]);

/** A clientOrderId: a new one, at times one that was used before; undefined for none. */
export function someClientOrderId({ chance, made }: Player): string | undefined {
  if (chance.isHit(0.3)) return undefined;
  if (made.clientOrderIds.length > 0 && chance.isHit(0.12)) return chance.pick(made.clientOrderIds);
  const fresh = someText(chance, someLength(chance));
  made.clientOrderIds.push(fresh);
  return fresh;
}

/** The texts that every order may have. */
export const orderTexts = (player: Player): Record<string, unknown> => ({
  clientOrderId: someClientOrderId(player),
  ...(player.chance.isHit(0.4) && { comment: someText(player.chance, someLength(player.chance)) }),
});

/** The limits between which an amount is drawn; a maximum of zero is none. */
interface AmountRange {
  readonly minLimit: Money;
  readonly maxLimit: Money;
  readonly scale: number;
}

/** An amount as text: mostly within the limits with some decimals, at times at a limit, beyond it, or with one decimal too many. */
export function someAmount(chance: Chance, { minLimit, maxLimit, scale }: AmountRange): string {
  const unit = money(10).pow(-scale);
  const most = maxLimit.isZero() ? minLimit.times(1000) : maxLimit;
  if (chance.isHit(0.25)) {
    const edges = [minLimit, most, minLimit.minus(unit), most.plus(unit), minLimit.plus(unit), most.minus(unit)];
    return chance.pick(edges).toFixed();
  }
  if (chance.isHit(0.05)) return chance.pick(['0', '-1', '-0.5']);
  const times = money(1 + chance.below(chance.isHit(0.5) ? 10 : 200)).plus(money(chance.below(1000)).div(1000));
  const decimals = chance.isHit(0.04) ? scale + 1 : chance.below(scale + 1);
  const amount = minLimit.times(times).toDecimalPlaces(Math.max(decimals, minLimit.decimalPlaces()));
  return (amount.gt(most) ? most : amount).toFixed();
}

/** An amount as a JSON value: a number, at times a text; `%` stands around a number that `asJson` writes with all its digits. */
export const jsonAmount = (chance: Chance, amount: string): string => (chance.isHit(0.85) ? `%${amount}%` : amount);

/** Writes a body as JSON. */
export const asJson = (body: unknown): string => JSON.stringify(body).replace(/"%(-?[\d.]+)%"/g, '$1');

/** Returns a body with one defect, at times: a field left out, or one of another type. */
export function perhapsFlawed(chance: Chance, body: Record<string, unknown>): Record<string, unknown> {
  if (!chance.isHit(0.12)) return body;
  const field = chance.pick(Object.keys(body));
  const { [field]: _, ...others } = body;
  return chance.isHit(0.5) ? others : { ...body, [field]: chance.pick([null, true, 7, '', 'word', [], {}]) };
}
