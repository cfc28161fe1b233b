import type { LoadedRow } from '../../../db/load/table-writer.ts';
import { day } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import type { Random } from '../values/random.ts';

/** How grave a forbidden word is. */
type Level = 'warn' | 'serious' | 'forbidden';

type Word = {
  readonly word: string;
  readonly category: string;
  readonly level: Level;
  readonly matchMode: string;
};

/** What calls are looked through for. */
const words: readonly Word[] = [
  { word: '百分之百', category: 'promise', level: 'warn', matchMode: 'contain' },
  { word: '包过', category: 'promise', level: 'serious', matchMode: 'contain' },
  { word: '保证.{0,6}(通过|拿证)', category: 'promise', level: 'serious', matchMode: 'regex' },
  { word: '内部题', category: 'false', level: 'serious', matchMode: 'contain' },
  { word: '私下转账', category: 'private_pay', level: 'forbidden', matchMode: 'contain' },
  { word: '加我个人微信', category: 'private_pay', level: 'warn', matchMode: 'contain' },
  { word: '滚', category: 'abuse', level: 'forbidden', matchMode: 'exact' },
];

/** A word that is sought where it stands, with the id of its row. */
export type SoughtWord = { readonly id: string; readonly word: string; readonly level: Level };

type Parts = {
  readonly add: (entity: string, row: LoadedRow) => void;
  readonly now: number;
  readonly random: Random;
  readonly createdBy: string;
};

/** Writes the words that must not be said; answers those the demo calls may say. */
export function addWords({ add, now, random, createdBy }: Parts): readonly SoughtWord[] {
  const createdAt = now - 60 * day;
  return words.flatMap((one) => {
    const id = demoId(createdAt, random);
    add('forbidden_word', { id, createdAt, createdBy, updatedAt: createdAt, ...one, enabled: true });
    return one.matchMode === 'contain' ? [{ id, word: one.word, level: one.level }] : [];
  });
}

/** A place where a word was said. */
export type Said = SoughtWord & {
  readonly textOffset: number;
  readonly offsetMs: number;
  readonly snippet: string;
};

/** What is said at once in a conversation: the second it is said in, by whom, and what. */
export type SpokenLine = readonly [second: number, speaker: '坐席' | '客户', text: string];

const clock = (second: number) =>
  `${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;

/** A conversation as it is written down. */
export function transcriptOf(lines: readonly SpokenLine[]): string {
  return lines.map(([second, speaker, text]) => `[${clock(second)}] ${speaker}：${text}`).join('\n');
}

/** Where the words stand in a conversation. */
export function saidIn(lines: readonly SpokenLine[], sought: readonly SoughtWord[]): readonly Said[] {
  const transcript = transcriptOf(lines);
  const starts = lines.map((_, place) => transcriptOf(lines.slice(0, place)).length + (place === 0 ? 0 : 1));
  return lines.flatMap((line, place) => {
    const [second, speaker, text] = line;
    const snippet = `${speaker}：${text}`;
    return sought.flatMap((word) => {
      const start = starts[place] ?? 0;
      const textOffset = transcript.indexOf(word.word, start);
      const isHere = textOffset >= 0 && textOffset < start + transcriptOf([line]).length;
      return isHere ? [{ ...word, textOffset, offsetMs: second * 1000, snippet }] : [];
    });
  });
}
