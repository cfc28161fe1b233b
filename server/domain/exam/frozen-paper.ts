import type { FrozenText, PaperItem } from './store.ts';

/** A question of a published paper, with what it counts there; a composite one with its sub-questions. */
export type FrozenQuestion = FrozenText & { readonly subs: readonly FrozenQuestion[] };

/** A section of a published paper. */
export type FrozenSection = { readonly title: string; readonly questions: readonly FrozenQuestion[] };

/**
 * What is taken of a paper when it is published: its questions as they read then. Sub-questions share what their
 * question counts in the proportion they have in the bank.
 */
export function frozenPaper(items: readonly PaperItem[], texts: readonly FrozenText[]): readonly FrozenSection[] {
  const known = new Map(texts.map((text) => [text.id, text]));
  const sections: { title: string; questions: FrozenQuestion[] }[] = [];
  for (const { questionId, sectionTitle, score } of items) {
    const text = known.get(questionId);
    if (text === undefined) throw new TypeError(`no question ${questionId}`);
    const subs = shared(
      score,
      texts.filter(({ parentId }) => parentId === questionId),
    );
    const last = sections.at(-1);
    const question = { ...text, score, subs };
    if (last?.title === sectionTitle) last.questions.push(question);
    else sections.push({ title: sectionTitle, questions: [question] });
  }
  return sections;
}

/** Scores in hundredths by proportion; the last has what is left, so that they add up. */
function shared(score: number, subs: readonly FrozenText[]): readonly FrozenQuestion[] {
  const whole = subs.reduce((sum, sub) => sum + sub.score, 0);
  let left = Math.round(score * 100);
  return subs.map((sub, index) => {
    const part = index === subs.length - 1 ? left : Math.round((score * 100 * sub.score) / whole);
    left -= part;
    return { ...sub, score: part / 100, subs: [] };
  });
}
