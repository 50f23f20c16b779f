/** True if a text is a card number: 12 to 19 digits with a valid Luhn checksum. */
export function isCardNumber(text: string): boolean {
  if (!/^\d{12,19}$/.test(text)) return false;
  const sum = [...text].reverse().reduce((total, digit, place) => total + weighed(Number(digit), place), 0);
  return sum % 10 === 0;
}

/** Replaces all but the first six and last four digits of a card number by asterisks. */
export const maskedCard = (card: string): string =>
  `${card.slice(0, 6)}${'*'.repeat(Math.max(0, card.length - 10))}${card.slice(-4)}`;

const weighed = (digit: number, place: number): number => {
  if (place % 2 === 0) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
};
