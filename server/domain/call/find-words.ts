import { RE2JS } from 're2js';
import { KeyedCache } from '../../../engine/model/cache/index.ts';
import type { Message } from '../../../engine/model/texts/index.ts';
import { timedLines } from '../../../engine/model/time/index.ts';
import { callText } from '../../texts/domain/call-text.ts';

/** A word that is looked for. */
export type SoughtWord = {
  readonly id: string;
  readonly word: string;
  readonly matchMode: string;
};

/** A place where a word was said. */
export type FoundWord = {
  readonly wordId: string;
  readonly matched: string;
  readonly snippet: string;
  /** Where it stands in the transcript, in UTF-16 units. */
  readonly textOffset: number;
  /** When its line was said; null where the transcript does not tell. */
  readonly offsetMs: number | null;
};

/** Places of one word in one text at most: who says it more often is told of all the same. */
const maxPlaces = 50;
const maxMatched = 200;
const around = 40;
/**
 * What a pattern may cost. RE2 answers in time proportional to text times program: 200 steps over the longest transcript
 * take some 0.15 s, whatever both say.
 */
const maxProgram = 200;
const maxMs = 500;
/** Lines of whoever is called: what he says is nobody's offence. */
const ofOther = /^(?:客户|学员|用户|家长|来电人|customer|client)\s*\d*\s*[：:]/i;

/** Every place where one of the words is said by our side, in the order of the text. */
export function findWords(transcript: string, words: readonly SoughtWord[]): readonly FoundWord[] {
  const lines = timedLines(transcript)
    .filter(({ text }) => !ofOther.test(text))
    .map((line) => ({ ...line, folded: fold(line.text) }));
  const whole = lines.map(({ folded }) => folded).join('\n');
  const found: FoundWord[] = [];
  for (const { id, word, matchMode } of words) {
    if (matchMode !== 'regex' && !whole.includes(fold(word))) continue;
    const look = finderOf(word, matchMode);
    const deadline = performance.now() + maxMs;
    let places = 0;
    for (const { start, text, folded, atMs } of lines) {
      if (places >= maxPlaces || performance.now() > deadline) break;
      for (const { from, to } of look(folded, maxPlaces - places, deadline)) {
        places += 1;
        found.push({
          wordId: id,
          matched: text.slice(from, Math.min(to, from + maxMatched)),
          snippet: snippetOf(text, from, to),
          textOffset: start + from,
          offsetMs: atMs,
        });
      }
    }
  }
  return found.sort((a, b) => a.textOffset - b.textOffset);
}

/** A pattern means half width where it says full width, as texts are read; signs that mean something stay letters. */
function compile(pattern: string): RE2JS {
  const half = pattern.replace(/[\uff01-\uff5e]/g, (unit) => {
    const plain = String.fromCharCode(unit.charCodeAt(0) - 0xfee0);
    return /[A-Za-z0-9]/.test(plain) ? plain : `\\${plain}`;
  });
  return RE2JS.compile(half, RE2JS.CASE_INSENSITIVE);
}

/** What is wrong with a pattern; undefined where it can be used. */
export function patternFault(pattern: string): Message | undefined {
  try {
    const made = compile(pattern);
    if (made.programSize() > maxProgram) return callText('word.complex');
    return made.matches('') ? callText('word.empty') : undefined;
  } catch {
    return callText('word.notRe2');
  }
}

type Place = { readonly from: number; readonly to: number };
type Finder = (text: string, most: number, deadline: number) => readonly Place[];

function finderOf(word: string, matchMode: string): Finder {
  if (matchMode === 'regex') return patternFinder(word);
  const wanted = fold(word);
  const fits = matchMode === 'exact' ? standsAlone : () => true;
  return (text, most) => {
    const places: Place[] = [];
    for (let from = text.indexOf(wanted); from >= 0 && places.length < most; ) {
      const to = from + wanted.length;
      const isPlace = fits(text, from, to);
      if (isPlace) places.push({ from, to });
      from = text.indexOf(wanted, isPlace ? to : from + 1);
    }
    return places;
  };
}

const compiled = new KeyedCache<RE2JS>({ max: 1000 });

function patternFinder(pattern: string): Finder {
  if (patternFault(pattern) !== undefined) return () => [];
  const made = compiled.of(pattern, () => compile(pattern));
  return (text, most, deadline) => {
    const places: Place[] = [];
    const matcher = made.matcher(text);
    while (places.length < most && performance.now() <= deadline && matcher.find()) {
      const place = { from: matcher.start(), to: matcher.end() };
      if (place.to > place.from) places.push(place);
    }
    return places;
  };
}

const letter = /[\p{L}\p{N}]/u;

/** Whether no letter, digit or character stands right beside it. */
function standsAlone(text: string, from: number, to: number): boolean {
  return !letter.test(text.charAt(from - 1)) && !letter.test(text.charAt(to));
}

/** One writing for full and half width, capitals and small letters; every unit keeps its place. */
function fold(text: string): string {
  let folded = '';
  for (const unit of text) {
    const code = unit.charCodeAt(0);
    const half = code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : code === 0x3000 ? ' ' : unit;
    const small = half.toLowerCase();
    folded += small.length === half.length ? small : half;
  }
  return folded;
}

function snippetOf(text: string, from: number, to: number): string {
  const start = Math.max(0, from - around);
  const end = Math.min(text.length, Math.min(to, from + 100) + around);
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
