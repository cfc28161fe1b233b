import type { FrozenQuestion } from './frozen-paper.ts';

/** What a student handed in for a question: ids of the options he chose, or a text for each gap. */
export type ObjectiveAnswer = { readonly options?: readonly string[]; readonly texts?: readonly string[] };

const byOptions: ReadonlySet<string> = new Set(['single', 'multiple', 'indefinite', 'judge']);

/** Whether options are chosen to answer such a question. */
export function isChosen(kind: string): boolean {
  return byOptions.has(kind);
}

/** Whether an answer to such a question leaves no doubt what it is worth. */
export function isObjective(kind: string): boolean {
  return byOptions.has(kind) || kind === 'blank';
}

/**
 * The score of an objective answer, in the points of the question, with two decimals at most. A wrong option is none of
 * the points, whatever else was chosen; of too few right ones the rule says what they are worth: nothing, half, or the
 * share of each. Of gaps each counts alike.
 */
export function objectiveScore(question: FrozenQuestion, answer: ObjectiveAnswer): number {
  return byOptions.has(question.kind)
    ? optionScore(question, answer.options ?? [])
    : gapScore(question, answer.texts ?? []);
}

function optionScore({ options, score, partialRule, kind }: FrozenQuestion, chosen: readonly string[]): number {
  const right = new Set(options.filter(({ correct }) => correct).map(({ id }) => id));
  const picked = new Set(chosen);
  if (picked.size === 0 || [...picked].some((id) => !right.has(id))) return 0;
  if (picked.size === right.size) return score;
  if (kind === 'single' || kind === 'judge' || partialRule === 'all') return 0;
  return partialRule === 'half' ? rounded(score / 2) : rounded((score * picked.size) / right.size);
}

function gapScore({ blanks, score }: FrozenQuestion, texts: readonly string[]): number {
  const met = blanks.filter((accepted, place) => {
    const told = plain(texts[place] ?? '');
    return told !== '' && accepted.split('\n').some((way) => plain(way) === told);
  });
  return met.length === blanks.length ? score : rounded((score * met.length) / blanks.length);
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}

/** Down to hundredths: parts never add up to more than the whole. */
function rounded(points: number): number {
  return Math.floor(points * 100 + 1e-6) / 100;
}
