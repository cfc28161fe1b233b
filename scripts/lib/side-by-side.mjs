/**
 * Does work on all items, at most so many at once, each begun in the order given; answers what came of them in that order.
 */
export async function sideBySide(items, atOnce, work) {
  const waiting = [...items.entries()];
  const outcomes = new Array(items.length);
  const goOn = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, item] = next;
      outcomes[place] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, goOn));
  return outcomes;
}
