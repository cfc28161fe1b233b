import { createHash } from 'node:crypto';
import type { Cell, LoadedRow } from '../../../db/load/table-writer.ts';
import { type Colleague, demoAccounts } from '../company/colleagues.ts';
import type { Organisation } from '../company/organisation.ts';
import { day, hour, minute } from '../values/calendar.ts';
import { DemoNumbers, demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';
import { type Conversation, conversations } from './conversations.ts';
import { soundOf } from './speech-sound.ts';
import { type Said, type SoughtWord, saidIn, transcriptOf } from './word-rows.ts';

/** A call somebody took. */
export type TakenCall = {
  readonly id: string;
  readonly callNo: string;
  readonly staff: Colleague;
  readonly customerId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly talkSeconds: number;
  /** What a sample of it came to, where one was taken. */
  readonly sampled: 'pass' | 'fail' | undefined;
};

/** What a call's own row says of its quality. */
export type CallQuality = {
  readonly transcript: string | null;
  readonly recordingId: string | null;
  readonly forbiddenHitCount: number;
  readonly qaStatus: 'none' | 'pending' | 'passed' | 'failed';
};

/** A sound to be kept in the file store. */
export type KeptSound = { readonly key: string; readonly content: Buffer };

/** How far a review has come; a settled one nobody appealed against, one upheld or turned was judged by another. */
type Fate = 'pending' | 'checking' | 'failed' | 'appealing' | 'settled' | 'upheld' | 'turned';

/** What is heard one after the other, so that a few calls show every state. */
const heardLately: readonly (readonly [Conversation, Fate?])[] = [
  ['serious', 'failed'],
  ['serious', 'pending'],
  ['clean'],
  ['serious', 'appealing'],
  ['warn'],
  ['serious', 'checking'],
];
const heardBefore: readonly (readonly [Conversation, Fate?])[] = [
  ['forbidden', 'upheld'],
  ['clean'],
  ['serious', 'settled'],
  ['warn'],
  ['serious', 'turned'],
  ['clean'],
];

const lately = 2.5 * day;
const writtenDown = 14 * day;
/** Contents are real files: enough to hear some on every page, few enough for a start that waits for them. */
const maxSounds = 14;
const maxSoundsOfShown = 8;
const maxSoundLength = 150;
const penalties: Readonly<Record<Said['level'], number>> = { warn: 5, serious: 20, forbidden: 0 };
const noDeductions = {
  ...{ openingDeduction: 0, needDeduction: 0, promiseDeduction: 0 },
  ...{ processDeduction: 0, wordDeduction: 0, recordDeduction: 0 },
};

/** Writes what was heard in calls: recordings, words that must not be said, and reviews in every state. */
export class Quality {
  readonly numbers = new DemoNumbers('qa_review.reviewNo', 'ZJ');
  readonly sounds: KeptSound[] = [];
  readonly #inspectors: readonly Colleague[];
  readonly #turns = new Map<string, number>();
  readonly #soundsOf = new Map<string, number>();

  constructor(
    organisation: Organisation,
    private readonly words: readonly SoughtWord[],
    private readonly now: number,
    private readonly add: (entity: string, row: LoadedRow) => void,
  ) {
    this.#inspectors = organisation.staff.filter(({ role }) => role === 'quality_inspector');
  }

  /** Writes all about a call but its own row, and answers what that says. */
  hear(call: TakenCall): CallQuality {
    // Its own sequence: what is said changes nobody's story.
    const random = Random.of(call.id);
    if (!this.#isWrittenDown(call)) {
      const qaStatus = call.sampled === undefined ? 'none' : this.#sample(call, call.sampled, random);
      return { transcript: null, recordingId: null, forbiddenHitCount: 0, qaStatus };
    }
    const [conversation, fate] = this.#turnOf(call);
    const lines = conversations[conversation].filter(([second]) => second < call.talkSeconds);
    const said = saidIn(lines, this.words);
    const isOld = call.startedAt < this.now - lately;
    const review = fate === undefined ? undefined : this.#review(call, fate, said, random);
    const isJudged = review?.result !== undefined;
    const status = isJudged ? 'confirmed' : isOld ? random.pick(['confirmed', 'ignored']) : 'pending';
    for (const one of said) this.#hit(call, one, status, random);
    return {
      transcript: transcriptOf(lines),
      recordingId: this.#sound(call, lines, random),
      forbiddenHitCount: status === 'ignored' ? 0 : said.length,
      qaStatus: review?.qaStatus ?? 'none',
    };
  }

  #isWrittenDown({ staff, talkSeconds, startedAt }: TakenCall): boolean {
    if (talkSeconds < 45 || startedAt < this.now - writtenDown) return false;
    const isShown = demoAccounts.includes(staff.account) && startedAt > this.now - lately;
    return isShown || talkSeconds % 5 === 0;
  }

  /** Those whom visitors sign in as have a turn of their own, all others share one. */
  #turnOf({ staff, startedAt }: TakenCall): readonly [Conversation, Fate?] {
    const turns = startedAt > this.now - lately ? heardLately : heardBefore;
    const who = demoAccounts.includes(staff.account) ? staff.account : '';
    const key = `${who} ${turns === heardLately}`;
    const place = this.#turns.get(key) ?? 0;
    this.#turns.set(key, place + 1);
    return turns[place % turns.length] ?? ['clean'];
  }

  #hit(call: TakenCall, { id, word, level, ...place }: Said, status: string, random: Random): void {
    const handled = Math.min(this.now, call.endedAt + 2 * hour);
    const isHandled = status !== 'pending';
    this.add('forbidden_word_hit', {
      ...{ id: demoId(call.endedAt, random), createdAt: call.endedAt, createdBy: null },
      ...{ updatedAt: isHandled ? handled : call.endedAt, sourceType: 'call', sourceId: call.id },
      ...{ wordId: id, matched: word, level, ...place, status },
      ...{ staffId: call.staff.id, departmentId: call.staff.departmentId },
      handlerId: isHandled ? (this.#inspectors[0]?.id ?? null) : null,
      handledAt: isHandled ? handled : null,
      handleRemark: status === 'ignored' ? '客户的原话，坐席没有承诺' : null,
    });
  }

  /** The recording of a call; not every call has one. */
  #sound(call: TakenCall, lines: Parameters<typeof soundOf>[0], random: Random): string | null {
    // Those whom visitors sign in as have theirs, whoever called before.
    const isShown = demoAccounts.includes(call.staff.account);
    const who = isShown ? call.staff.account : '';
    const made = this.#soundsOf.get(who) ?? 0;
    if (call.talkSeconds > maxSoundLength || made >= (isShown ? maxSoundsOfShown : maxSounds)) return null;
    this.#soundsOf.set(who, made + 1);
    const content = soundOf(lines, call.talkSeconds);
    const id = demoId(call.endedAt, random);
    const key = createHash('sha256').update(id).digest('hex').slice(0, 40);
    this.sounds.push({ key, content });
    this.add('file_object', {
      ...{ id, createdAt: call.endedAt, createdBy: null, name: `${call.callNo}.wav`, kind: 'audio', mime: 'audio/wav' },
      ...{ size: content.length, sha256: createHash('sha256').update(content).digest('hex'), storageKey: key },
      ...{ bizEntity: 'call_record', bizId: call.id, private: true },
    });
    return id;
  }

  #review(call: TakenCall, wanted: Fate, said: readonly Said[], random: Random) {
    const submittedAt = Math.min(call.endedAt + 20 * hour, this.now - 20 * minute);
    const isTooSoon = submittedAt < call.endedAt + hour;
    const fate = isTooSoon && wanted !== 'pending' ? 'checking' : wanted;
    if (fate === 'pending') return this.#add(call, 'word', { status: 'pending' }, random);
    if (fate === 'checking')
      return this.#add(call, 'word', { status: 'checking', inspectorId: this.#first(call) }, random);
    const redLine = said.some(({ level }) => level === 'forbidden');
    const wordDeduction = Math.min(
      100,
      said.reduce((sum, { level }) => sum + penalties[level], 0),
    );
    const processDeduction = 8;
    const score = redLine ? 0 : 100 - wordDeduction - processDeduction;
    const judged = {
      ...{ ...noDeductions, wordDeduction, processDeduction, redLine, score, result: 'fail', submittedAt },
      inspectorId: this.#first(call),
      problem: redLine ? '要求客户私下转账，触碰红线。' : '向客户承诺包过，并称有内部题。',
    };
    if (fate === 'failed') return this.#add(call, 'word', { ...judged, status: 'done' }, random);
    const expired = submittedAt + 3 * day;
    if (fate === 'settled')
      return expired > this.now
        ? this.#add(call, 'word', { ...judged, status: 'done' }, random)
        : this.#add(call, 'word', { ...judged, status: 'final', finalAt: expired }, random);
    const appealedAt = submittedAt + (Math.min(this.now, submittedAt + day) - submittedAt) / 2;
    const appealed = { ...judged, appealedAt, appealReason: '客户问的是老学员的说法，我只是转述。' };
    if (fate === 'appealing') return this.#add(call, 'word', { ...appealed, status: 'appealing' }, random);
    const final = { ...appealed, judgeId: this.#second(call), status: 'final', finalAt: appealedAt + 10 * hour };
    if (fate === 'upheld') return this.#add(call, 'word', { ...final, judgeRemark: '录音清楚，维持原结论。' }, random);
    const turned = { score: 82, result: 'pass', judgeRemark: '确为转述，扣流程与话术分，改判合格。' };
    return this.#add(call, 'word', { ...final, ...turned }, random);
  }

  /** A call that was looked into without a word having been found. */
  #sample(call: TakenCall, result: 'pass' | 'fail', random: Random): CallQuality['qaStatus'] {
    const inspectorId = this.#first(call);
    const submittedAt = call.endedAt + random.int(4, 40) * hour;
    if (submittedAt > this.now) return this.#add(call, 'sample', { status: 'checking', inspectorId }, random).qaStatus;
    const needDeduction = result === 'pass' ? random.int(0, 4) : random.int(8, 14);
    const processDeduction = result === 'pass' ? random.int(0, 6) : random.int(15, 25);
    const judged = {
      ...{ ...noDeductions, needDeduction, processDeduction, score: 100 - needDeduction - processDeduction },
      ...{ result, submittedAt, inspectorId },
      problem: result === 'pass' ? null : '没有了解客户需求，也没有说明退费规则。',
    };
    const expired = submittedAt + 3 * day;
    const end = expired > this.now ? { status: 'done' } : { status: 'final', finalAt: expired };
    return this.#add(call, 'sample', { ...judged, ...end }, random).qaStatus;
  }

  #add(call: TakenCall, source: 'word' | 'sample', values: Readonly<Record<string, Cell>>, random: Random) {
    const createdAt = Math.min(this.now, call.endedAt + 5 * minute);
    const times = [createdAt, values.submittedAt, values.appealedAt, values.finalAt].map(Number);
    this.add('qa_review', {
      ...{ id: demoId(createdAt, random), createdAt, createdBy: null, reviewNo: this.numbers.next(createdAt) },
      ...{ updatedAt: Math.max(...times.filter((time) => time > 0)), source },
      ...{ targetType: 'call', targetId: call.id, customerId: call.customerId, staffId: call.staff.id },
      ...{ targetDeptId: call.staff.departmentId, recordingIds: [call.id], dueAt: createdAt + 2 * day },
      ...{ redLine: false, ...values },
    });
    const { result } = values;
    const qaStatus: CallQuality['qaStatus'] =
      result === undefined ? 'pending' : result === 'pass' ? 'passed' : 'failed';
    return { result, qaStatus };
  }

  /** Who looks into a call, and who judges when there is an appeal: always another. */
  #first({ talkSeconds }: TakenCall): string | null {
    return this.#inspectors[talkSeconds % this.#inspectors.length]?.id ?? null;
  }

  #second({ talkSeconds }: TakenCall): string | null {
    return this.#inspectors[(talkSeconds + 1) % this.#inspectors.length]?.id ?? null;
  }
}
