/** A line of one text beside the other: the same in both, or only in one. */
export type DiffLine = {
  readonly left: string | undefined;
  readonly right: string | undefined;
  readonly isSame: boolean;
};

/** More pairs than this are not looked through: then everything between the same ends is told as other. */
const maxPairs = 4_000_000;

/** Two texts line by line, the same lines beside each other. */
export function lineDiff(left: string, right: string): readonly DiffLine[] {
  const [a, b] = [left.split('\n'), right.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = between(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return [...a.slice(0, head).map(same), ...middle, ...a.slice(a.length - tail).map(same)];
}

function same(line: string): DiffLine {
  return { left: line, right: line, isSame: true };
}

/** The longest lines in common in their order; what lies between them is paired one by one. */
function between(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  if (a.length * b.length > maxPairs) return paired(a, b);
  const common = commonLengths(a, b);
  const lines: DiffLine[] = [];
  let [from, to] = [0, 0];
  for (const [i, j] of commonPairs(a, b, common)) {
    lines.push(...paired(a.slice(from, i), b.slice(to, j)), same(a[i] ?? ''));
    [from, to] = [i + 1, j + 1];
  }
  return [...lines, ...paired(a.slice(from), b.slice(to))];
}

type Lengths = (i: number, j: number) => number;

/** How many lines the rests of both have in common. */
function commonLengths(a: readonly string[], b: readonly string[]): Lengths {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at: Lengths = (i, j) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}

function commonPairs(
  a: readonly string[],
  b: readonly string[],
  common: Lengths,
): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (common(i + 1, j) >= common(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

function paired(gone: readonly string[], come: readonly string[]): readonly DiffLine[] {
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => ({
    left: gone[index],
    right: come[index],
    isSame: false,
  }));
}
