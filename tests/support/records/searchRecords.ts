import { paymentLike, type SampleExchange } from './records.ts';

/** The operation that searches payments. */
export const search = 'GET /v2/user/payments/search' as const;

/** Builds a payment named by a letter; each letter is created one second after the one before. */
export function payment(letter: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  const second = String(letter.charCodeAt(0) - 96).padStart(2, '0');
  return paymentLike({ id: letter, createdAt: `2026-01-01T00:00:${second}Z`, clientOrderId: `K-${letter}`, ...fields });
}

/** A page that a target answers: its query, what it shows, and how it counts. */
interface Asked {
  query: string;
  content: readonly Record<string, unknown>[];
  total?: number;
  number?: number;
  size?: number;
  more?: Record<string, unknown>;
}

/** Builds a page as a conforming target with zero-based pages shows it. */
export function page({ query, content, total = content.length, number = 0, size = 10, more }: Asked): SampleExchange {
  const pages = Math.ceil(total / size);
  return {
    operation: search,
    path: `/v2/user/payments/search?${query}`,
    answer: {
      content,
      number,
      size,
      numberOfElements: content.length,
      totalElements: total,
      totalPages: pages,
      empty: content.length === 0,
      first: number === 0,
      last: number + 1 >= pages,
      sort: {},
      pageable: { pageNumber: number, pageSize: size, offset: number * size },
      ...more,
    },
  };
}

/** Builds payments named by letters. */
export const letters = (text: string) => [...text].map((letter) => payment(letter));
