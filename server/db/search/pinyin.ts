import { KeyedCache, loadOnce } from '../../../engine/model/cache/index.ts';
/** Spells a text: every likely reading in full and by initials; empty where there is nothing to spell. */
export type Spell = (text: string) => string;

type Library = Pick<typeof import('pinyin-pro'), 'pinyin' | 'polyphonic'>;

/** Longest text spelled in all its readings; longer ones are spelled as they are usually read. */
const maxNameLength = 6;
const maxReadings = 12;
const maxTextLength = 60;
/** Names repeat: what was spelled is kept. */
const maxSpelled = 50_000;

/** The speller. Its dictionary takes memory, so it is read when first needed. */
export const loadSpeller = loadOnce(async (): Promise<Spell> => {
  const library = await import('pinyin-pro');
  const spelled = new KeyedCache<string>({ max: maxSpelled });
  return (text) => spelled.of(text, () => spell(text, library));
});

const han = /\p{Script=Han}+/gu;
const options = { toneType: 'none', type: 'array', v: true } as const;

function spell(text: string, library: Library): string {
  const words = new Set<string>();
  for (const [run] of text.normalize('NFKC').slice(0, maxTextLength).matchAll(han)) {
    for (const reading of readings(run, library)) {
      words.add(reading.join(''));
      if (reading.length > 1) words.add(reading.map((syllable) => syllable.slice(0, 1)).join(''));
    }
  }
  return [...words].join(' ');
}

/** How a run of characters may be read, the usual way first: as a name, as a word, then character by character. */
function readings(run: string, { pinyin, polyphonic }: Library): readonly (readonly string[])[] {
  const usual = pinyin(run, { ...options, surname: 'head' });
  const asWord = pinyin(run, { ...options, surname: 'off' });
  if (usual.length > maxNameLength) return [usual, asWord];
  const others: readonly (readonly string[])[] = polyphonic(run, options);
  let combined: readonly (readonly string[])[] = [[]];
  for (const [place, syllable] of usual.entries()) {
    const choices = new Set([syllable, asWord[place] ?? syllable, ...(others[place] ?? [])]);
    combined = combined.flatMap((start) => [...choices].map((choice) => [...start, choice]));
    // Kept in order, so that what is cut off is what is rarely said.
    if (combined.length > maxReadings) combined = combined.slice(0, maxReadings);
  }
  return [usual, asWord, ...combined];
}
