import { day } from './calendar.ts';
import { demoId } from './demo-ids.ts';
import type { World } from './world.ts';

type Word = { readonly word: string; readonly category: string; readonly level: string; readonly matchMode: string };

/** What calls are looked through for; the first is the one the demo calls say. */
const words: readonly Word[] = [
  { word: '百分之百', category: 'promise', level: 'warn', matchMode: 'contain' },
  { word: '包过', category: 'promise', level: 'serious', matchMode: 'contain' },
  { word: '保证.{0,6}(通过|拿证)', category: 'promise', level: 'serious', matchMode: 'regex' },
  { word: '内部题', category: 'false', level: 'serious', matchMode: 'contain' },
  { word: '私下转账', category: 'private_pay', level: 'forbidden', matchMode: 'contain' },
  { word: '加我个人微信', category: 'private_pay', level: 'warn', matchMode: 'contain' },
  { word: '滚', category: 'abuse', level: 'forbidden', matchMode: 'exact' },
];

/** Writes the words that must not be said; answers the id of the one that is. */
export function addWords({
  add,
  now,
  random,
  organisation,
}: Pick<World, 'add' | 'now' | 'random' | 'organisation'>): string {
  const createdAt = now - 60 * day;
  const createdBy = organisation.byAccount('admin').id;
  const ids = words.map((word) => {
    const id = demoId(createdAt, random);
    add('forbidden_word', { id, createdAt, createdBy, updatedAt: createdAt, ...word, enabled: true });
    return id;
  });
  return ids[0] ?? '';
}

const said = '百分之百';
const lines = [
  '[00:02] 坐席：您好，这里是学习中心，想跟您确认一下报考的时间。',
  '[00:09] 客户：我还在犹豫，怕自己考不过。',
  '[00:16] 坐席：我们的课程跟着练，百分之百有收获，您放心。',
  '[00:27] 客户：那你把课表发给我看看。',
  '[00:33] 坐席：好的，稍后发给您，再见。',
];

/** What was said in some of the calls of the last days. */
export function spokenIn(talkSeconds: number, startedAt: number, now: number): string | undefined {
  const isChosen = talkSeconds >= 45 && talkSeconds % 5 === 0 && startedAt > now - 14 * day;
  return isChosen ? lines.join('\n') : undefined;
}

/** The place of the word in what was said. */
export function hitIn(transcript: string): { matched: string; textOffset: number; offsetMs: number; snippet: string } {
  return {
    matched: said,
    textOffset: transcript.indexOf(said),
    offsetMs: 16_000,
    snippet: '坐席：我们的课程跟着练，百分之百有收获，您放心。',
  };
}
