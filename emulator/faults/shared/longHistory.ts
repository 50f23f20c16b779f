import type { Rules } from '../../rules/index.ts';

/** More payments than a usual page holds. */
const PAYMENTS = 260;

/** Rules of an account on which others have paid in long before; their payments come with the first request. */
export const longHistory: Pick<Rules, 'foreignPayins'> = {
  foreignPayins: (ordinal) =>
    ordinal > 1
      ? []
      : Array.from({ length: PAYMENTS }, (_, nth) => ({
          currency: nth % 3 === 0 ? 'TRY' : 'KZT',
          amount: `${500 + nth}`,
        })),
};
