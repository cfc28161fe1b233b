import { createHash } from 'node:crypto';
import type { LoadedRow } from '../../../db/load/table-writer.ts';
import type { Organisation } from '../company/organisation.ts';
import { soundOf } from '../quality/speech-sound.ts';
import { day, isoDay } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';
import { englishWords } from './english-words.ts';
import { laws, replaced, revised } from './law-titles.ts';

type Parts = {
  readonly organisation: Organisation;
  readonly now: number;
  readonly add: (entity: string, row: LoadedRow) => void;
};
type Law = { readonly title: string; readonly publishOn: string; readonly effectiveOn: string };
type Sound = { readonly key: string; readonly content: Uint8Array };

const wordsInUnit = 10;
/** As many words can be listened to. */
const spoken = 12;

/** Writes what is looked up: laws with their validity, and English words; answers the sounds of some of these. */
export function addRegisters(parts: Parts): readonly Sound[] {
  addLaws(parts, new Random(2904));
  return addEnglishWords(parts, new Random(2905));
}

function addLaws({ organisation, now, add }: Parts, random: Random): void {
  const createdAt = now - 90 * day;
  const { id: createdBy } = organisation.byAccount('content_ops');
  const ids = new Map<string, string>();
  const base = (title: string) => {
    const id = demoId(createdAt, random);
    ids.set(title, id);
    return { id, createdAt, createdBy, title, enabled: true };
  };
  for (const [category, { issuer, rows }] of Object.entries(laws))
    for (const [title, publishOn, effectiveOn] of rows) {
      const law = { title, publishOn, effectiveOn };
      const by = replaced[title];
      const validity =
        by === undefined ? { validity: revised.has(title) ? 'revised' : 'valid' } : repealed(ids.get(by));
      const revisedOn = revised.has(title) ? '2023-12-29' : null;
      add('law_regulation', {
        ...base(title),
        ...law,
        category,
        issuer,
        content: contentOf(law),
        revisedOn,
        ...validity,
      });
    }
  const coming = {
    title: '学习型社会建设条例',
    publishOn: isoDay(now - 20 * day),
    effectiveOn: isoDay(now + 45 * day),
  };
  const head = { category: 'admin_rule', issuer: '国务院', validity: 'pending' };
  add('law_regulation', { ...base(coming.title), ...coming, ...head, content: contentOf(coming) });
}

const repealed = (replacedById: string | undefined) => ({
  ...{ validity: 'repealed', repealedOn: '2021-01-01' },
  replacedById: replacedById ?? null,
});

function contentOf({ title, publishOn, effectiveOn }: Law): string {
  const about = title.replace(/(法|条例|的解释|典)$/u, '');
  return [
    `<h2>${title}</h2><p>${publishOn} 公布，自 ${effectiveOn} 起施行。</p>`,
    `<h3>学习要点</h3><ol><li>调整对象：与“${about}”有关的权利与义务。</li><li>适用范围与例外。</li>`,
    '<li>主管机关、程序与期限。</li><li>法律责任。</li></ol><p>本页是教学摘要，条文以公布的文本为准。</p>',
  ].join('');
}

function addEnglishWords({ organisation, now, add }: Parts, random: Random): readonly Sound[] {
  const createdAt = now - 80 * day;
  const { id: createdBy } = organisation.byAccount('content_ops');
  const sounds: Sound[] = [];
  for (const [level, list] of Object.entries(englishWords))
    for (const [place, text] of list.trim().split(/\s+/u).entries()) {
      const [word = '', meaning = ''] = text.split('/');
      const id = demoId(createdAt, random);
      const isSpoken = place < spoken / Object.keys(englishWords).length;
      const sound = isSpoken ? soundOfWord(word) : undefined;
      if (sound !== undefined) sounds.push(sound);
      add('english_word', {
        ...{ id, createdAt, createdBy, word, meaning, level, enabled: true },
        ...{ unitNo: Math.floor(place / wordsInUnit) + 1, frequency: random.int(3, 400) },
        example: place % 3 === 0 ? `Please use “${word}” in a sentence of your own.` : null,
        audio: sound === undefined ? null : addSound(sound, { wordId: id, word, createdAt }, random, add),
      });
    }
  return sounds;
}

function soundOfWord(word: string): Sound {
  const content = soundOf([[0, '坐席', word]], 1);
  return { key: createHash('sha256').update(`word ${word}`).digest('hex').slice(0, 40), content };
}

type Spoken = { readonly wordId: string; readonly word: string; readonly createdAt: number };

function addSound(
  { key, content }: Sound,
  { wordId, word, createdAt }: Spoken,
  random: Random,
  add: Parts['add'],
): string {
  const id = demoId(createdAt, random);
  add('file_object', {
    ...{ id, createdAt, createdBy: null, name: `${word}.wav`, kind: 'audio', mime: 'audio/wav', size: content.length },
    ...{ sha256: createHash('sha256').update(content).digest('hex'), storageKey: key },
    ...{ bizEntity: 'english_word', bizId: wordId, private: true },
  });
  return id;
}
