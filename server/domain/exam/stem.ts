import { createHash } from 'node:crypto';
import { picturesOf } from '../../../engine/model/fields/index.ts';
import { textOfHtml } from '../../kernel/text/html-text.ts';

/** What is kept of a stem beside itself. */
export type StemFacts = {
  /** The beginning of the words, by which the question is known in lists. */
  readonly title: string;
  readonly stemText: string;
  /** Equal for stems that differ in nothing but how they are written. */
  readonly stemHash: string;
  /** How many places there are to fill in. */
  readonly gapCount: number;
};

const maxTitle = 60;
const gap = /[_＿]{4,}/g;
/** A number before the stem, such as “12.”, “（3）” or “第5题”; “1.5” is none. */
const number = /^(?:第?\d{1,4}题[.、:]?|[([]\d{1,4}[)\]]|\d{1,4}(?:[、:)]|\.(?!\d)))/;
/** Marks that say nothing, but for those numbers are written with. */
const marks = /(?<!\d)\.|\.(?!\d)|(?!\.)[\p{P}\p{Z}\s](?<![%/*+-])/gu;

/** The facts of a stem; undefined where it says nothing: neither words nor a picture. */
export function factsOf(stem: string): StemFacts | undefined {
  const stemText = textOfHtml(stem);
  const pictures = picturesOf(stem);
  if (stemText === '' && pictures.length === 0) return undefined;
  const words = stemText === '' ? '（图片）' : stemText;
  const letters = [...words];
  return {
    title: letters.length > maxTitle ? `${letters.slice(0, maxTitle).join('')}…` : words,
    stemText: words,
    stemHash: createHash('sha256')
      .update([normalStem(stemText), ...pictures].join('\n'))
      .digest('hex'),
    gapCount: stemText.match(gap)?.length ?? 0,
  };
}

/**
 * The words of a stem without what makes no difference: full and half width, case, spaces, punctuation, a number before
 * it. Signs of numbers stay: 1.5 is not 15.
 */
export function normalStem(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
  return plain.replace(number, '').replace(marks, '');
}
