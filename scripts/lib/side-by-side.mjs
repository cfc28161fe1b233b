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

/** Takes output in pieces, however they are cut, and hands it on in whole lines, each with the name of what wrote it. */
export class NamedLines {
  #rest = '';
  #name;
  #write;

  constructor(name, write) {
    this.#name = name.padEnd(9);
    this.#write = write;
  }

  take(text) {
    const lines = `${this.#rest}${text}`.split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#hand(line);
  }

  /** Hands on what came without an end of line. */
  end() {
    if (this.#rest !== '') this.#hand(this.#rest);
    this.#rest = '';
  }

  #hand(line) {
    this.#write(`${this.#name} │ ${line}\n`);
  }
}
