const firstPauseMs = 2000;
const maxPauseMs = 60_000;

/**
 * Asks until there is an answer, after pauses that double from two seconds to a minute: a server that was busy for a
 * moment takes nobody's telephone away for as long as his page is open. Undefined once nobody waits any more.
 */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  isOver: () => boolean,
): Promise<Answer | undefined> {
  for (let pause = firstPauseMs; !isOver(); pause = Math.min(pause * 2, maxPauseMs)) {
    const answer = await ask().catch(() => undefined);
    if (isOver()) return undefined;
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return undefined;
}
