/** How long a client waits for, ms, by Retry-After in seconds or as a date; a moment without one. */
export const pauseMs = (retryAfter) =>
  retryAfter === undefined || retryAfter === null
    ? 100
    : /^\d+$/.test(retryAfter)
      ? Number(retryAfter) * 1000
      : Math.max(0, Date.parse(retryAfter) - Date.now());
