import { describe, expect, it } from 'vitest';
import type { FrozenQuestion } from './frozen-paper.ts';
import { objectiveScore } from './score.ts';

const base: FrozenQuestion = {
  ...{
    id: 'q',
    parentId: null,
    no: 'ST1',
    kind: 'multiple',
    stem: '',
    score: 4,
    partialRule: 'all',
    modelAnswer: null,
  },
  ...{ analysis: null, answerVersion: 1, blanks: [], criteria: [], subs: [] },
  options: ['a', 'b', 'c', 'd'].map((id) => ({ id, content: id, correct: id < 'd' })),
};
const single = {
  ...base,
  kind: 'single',
  options: base.options.map((option) => ({ ...option, correct: option.id === 'a' })),
};
const gaps = { ...base, kind: 'blank', options: [], blanks: ['北京\n北京市', 'H2O', '3'] };

describe('the partial rule', () => {
  it.each([
    ['all', 'abc', 4],
    ['all', 'ab', 0],
    ['all', '', 0],
    ['all', 'abcd', 0],
    ['half', 'abc', 4],
    ['half', 'ab', 2],
    ['half', 'a', 2],
    ['half', 'ad', 0],
    ['half', '', 0],
    ['per_item', 'abc', 4],
    ['per_item', 'ab', 2.66],
    ['per_item', 'a', 1.33],
    ['per_item', 'abd', 0],
    ['per_item', 'd', 0],
  ])('%s: %s is worth %d', (partialRule, chosen, score) => {
    expect(objectiveScore({ ...base, partialRule }, { options: [...chosen] })).toBe(score);
    expect(objectiveScore({ ...base, kind: 'indefinite', partialRule }, { options: [...chosen, ...chosen] })).toBe(
      score,
    );
  });

  it.each([
    ['a', 4],
    ['b', 0],
    ['ab', 0],
    ['', 0],
  ])('does not touch single choice: %s is worth %d', (chosen, score) => {
    expect(objectiveScore({ ...single, partialRule: 'half' }, { options: [...chosen] })).toBe(score);
  });

  it.each([
    [['北京市', 'h2o', '３'], 4],
    [['北京', 'H2O', ''], 2.66],
    [['上海', ' h 2 o ', '4'], 1.33],
    [[], 0],
    [['', '', ''], 0],
  ])('counts each gap alike: %j is worth %d', (texts, score) => {
    expect(objectiveScore(gaps, { texts })).toBe(score);
  });
});
