import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { findWords } from './find-words.ts';
import { openCallReview } from './review.ts';

const maxWords = 5000;
const grave: ReadonlySet<unknown> = new Set(['serious', 'forbidden']);

export type ScanOptions = {
  /** Whether grave words open a review of the call. */
  readonly opensReviews: boolean;
  /** Whether the transcript is another one: hits nobody handled that are no more in it go. */
  readonly isNewText: boolean;
};

/** Looks a call's transcript through for the words that count now, and answers how many new places it found. */
export async function scanCall(callId: string, options: ScanOptions, context: RuleContext): Promise<number> {
  const { records } = context;
  // Two who scan one call come one after the other: the second finds what the first wrote.
  const call = await records.lockOne('call_record', callId);
  if (call === undefined) return 0;
  const words = await records.find('forbidden_word', { enabled: true }, maxWords);
  const levels = new Map(words.map(({ id, level }) => [id, level]));
  const transcript = typeof call.transcript === 'string' ? call.transcript : '';
  const sought = words.map(({ id, word, matchMode }) => ({ id, word: String(word), matchMode: String(matchMode) }));
  const found = findWords(transcript, sought);
  const known = await records.find('forbidden_word_hit', { sourceType: 'call', sourceId: callId }, maxWords);
  const placeOf = (one: Readonly<Record<string, unknown>>) => `${one.wordId} ${one.textOffset}`;
  const places = new Map(found.map((one) => [placeOf(one), one.matched]));
  const isGone = (hit: (typeof known)[number]) => hit.status === 'pending' && places.get(placeOf(hit)) !== hit.matched;
  const gone = options.isNewText ? known.filter(isGone) : [];
  for (const { id } of gone) await records.remove('forbidden_word_hit', id);
  const kept = known.filter((hit) => !gone.includes(hit));
  const taken = new Set(kept.map(placeOf));
  const fresh = found.filter((one) => !taken.has(placeOf(one)));
  for (const one of fresh)
    await records.insert('forbidden_word_hit', {
      ...one,
      sourceType: 'call',
      sourceId: callId,
      level: levels.get(one.wordId),
      staffId: call.staffId,
      departmentId: call.departmentId,
      status: 'pending',
    });
  const count = kept.filter(({ status }) => status !== 'ignored').length + fresh.length;
  if (count !== call.forbiddenHitCount) await records.update('call_record', callId, { forbiddenHitCount: count });
  const isGrave = fresh.some(({ wordId }) => grave.has(levels.get(wordId)));
  if (isGrave && options.opensReviews) await openCallReview(call, 'word', context);
  return fresh.length;
}

/** Counts anew what counts against a call, once a hit turned out to be none. */
export async function recountHits(callId: unknown, { records }: RuleContext): Promise<void> {
  if (typeof callId !== 'string') return;
  await records.lock('call_record', callId);
  const forbiddenHitCount = await records.count('forbidden_word_hit', {
    sourceType: 'call',
    sourceId: callId,
    status: ['pending', 'confirmed'],
  });
  await records.update('call_record', callId, { forbiddenHitCount });
}
