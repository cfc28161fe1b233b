const days = 3;

/** Until when an upload waits for its next part: three days from a moment (ISO 8601). */
export function expiryOf(now: string): string {
  return new Date(Date.parse(now) + days * 86_400_000).toISOString();
}
