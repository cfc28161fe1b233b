import type { GivenAnswer } from '../../../contract/student-app.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { FrozenQuestion, FrozenSection } from './frozen-paper.ts';
import { isChosen, isObjective } from './score.ts';

/** A question of a paper that is answered by itself, with its number in the paper and the text it is about. */
export type AnsweredQuestion = FrozenQuestion & { readonly title: string; readonly material: string | null };

/** The questions of a paper in their order; of a composite one its sub-questions, each with the text they share. */
export function answeredQuestions(sections: readonly FrozenSection[]): readonly AnsweredQuestion[] {
  return sections
    .flatMap(({ questions }) => questions)
    .flatMap((question, index): readonly AnsweredQuestion[] => {
      const title = `第 ${index + 1} 题`;
      if (question.kind !== 'composite') return [{ ...question, title, material: null }];
      return question.subs.map((sub, at) => ({ ...sub, title: `${title}（${at + 1}）`, material: question.stem }));
    });
}

/** The row an attempt has for a question. What is marked by people stands first: nobody looks for it behind the rest. */
export function answerRow(question: AnsweredQuestion): Values {
  const { id, title, kind, stem, material, modelAnswer, criteria, score, answerVersion } = question;
  const objective = isObjective(kind);
  const place = Number(/\d+/.exec(title)?.[0]) * 100 + Number(/（(\d+)）/.exec(title)?.[1] ?? 0);
  return {
    ...{ questionId: id, title, kind, stem, material, objective, maxScore: score, answerVersion },
    place: objective ? 100_000 + place : place,
    modelAnswer: objective ? rightAnswer(question) : modelAnswer,
    criteria: criteria.length === 0 ? null : criteria.map((each) => `${each.content}（${each.score} 分）`).join('\n'),
  };
}

/** What is right, as the marker reads it. */
function rightAnswer({ kind, options, blanks }: FrozenQuestion): string {
  if (!isChosen(kind)) return blanks.map((accepted) => `<p>${escaped(accepted.split('\n').join(' 或 '))}</p>`).join('');
  return `<p>${options.flatMap(({ correct }, at) => (correct ? [letter(at)] : [])).join('、')}</p>`;
}

/** What a student gave, to be scored by and to be read; undefined where he chose what the question does not have. */
export function toldAnswer(question: FrozenQuestion, given: GivenAnswer): Values | undefined {
  const { options = [], texts = [], text = '' } = given;
  if (isChosen(question.kind)) {
    const places = options.map((id) => question.options.findIndex((option) => option.id === id));
    if (places.includes(-1)) return undefined;
    return {
      given: { options },
      studentAnswer: [...new Set(places)]
        .sort((a, b) => a - b)
        .map(letter)
        .join('、'),
    };
  }
  if (question.kind === 'blank') return { given: { texts }, studentAnswer: texts.join('；') };
  return { given: { text }, studentAnswer: text };
}

/** A question as a student gets it. */
export function toldQuestion(question: AnsweredQuestion, answerId: string) {
  const { title, kind, material, stem, score, options, blanks } = question;
  return {
    ...{ answerId, title, kind, material, stem, score, gaps: blanks.length },
    options: options.map(({ id, content }) => ({ id, content })),
  };
}

function letter(place: number): string {
  return String.fromCharCode(65 + place);
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
