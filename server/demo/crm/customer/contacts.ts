import type { Colleague } from '../company/colleagues.ts';
import { appointment, atWork, day, hour, minute, workingHours } from '../values/calendar.ts';
import { followUpText, type Situation, type Subject } from '../values/follow-up-texts.ts';
import type { Random, Weighted } from '../values/random.ts';
import type { Episode, OwnershipPlan, Stage, Wish } from './ownership-plan.ts';

/** One contact with a customer, as the follow-up tells it. */
export type Contact = {
  readonly at: number;
  readonly staff: Colleague;
  readonly episode: number;
  readonly situation: Situation;
  readonly method: string;
  readonly result: string;
  readonly content: string;
  readonly next: number | null;
};

export type ContactInput = {
  readonly ownership: OwnershipPlan;
  readonly stage: Stage;
  readonly isPooled: boolean;
  readonly wish: Wish | undefined;
  readonly subject: Subject;
  readonly now: number;
  readonly random: Random;
};

/** What a contact looks like on record, by what it was about. */
const forms: Readonly<Record<Situation, { readonly methods: Weighted<string>; readonly result: string }>> = {
  noAnswer: { methods: [['call', 1]], result: 'no_answer' },
  noReply: {
    methods: [
      ['wechat', 5],
      ['sms', 1],
    ],
    result: 'no_answer',
  },
  firstTalk: { methods: [['call', 1]], result: 'connected' },
  talk: { methods: [['call', 1]], result: 'connected' },
  wechatTalk: { methods: [['wechat', 1]], result: 'connected' },
  interested: {
    methods: [
      ['call', 6],
      ['wechat', 3],
      ['visit', 1],
    ],
    result: 'interested',
  },
  appointment: {
    methods: [
      ['call', 7],
      ['wechat', 3],
    ],
    result: 'appointment',
  },
  notInterested: {
    methods: [
      ['call', 8],
      ['wechat', 2],
    ],
    result: 'not_interested',
  },
  refused: { methods: [['call', 1]], result: 'refused' },
  deal: {
    methods: [
      ['call', 4],
      ['wechat', 3],
      ['visit', 3],
    ],
    result: 'interested',
  },
  afterDeal: {
    methods: [
      ['call', 7],
      ['wechat', 3],
    ],
    result: 'connected',
  },
  wrongNumber: { methods: [['call', 1]], result: 'no_answer' },
};

const middle: Weighted<Situation> = [
  ['talk', 45],
  ['noAnswer', 22],
  ['wechatTalk', 20],
  ['noReply', 9],
  ['appointment', 4],
];
const lastWords: Readonly<Record<'following' | 'lost' | 'invalid' | 'interested', Weighted<Situation>>> = {
  following: [
    ['talk', 50],
    ['wechatTalk', 20],
    ['noAnswer', 18],
    ['appointment', 12],
  ],
  lost: [
    ['notInterested', 45],
    ['noAnswer', 25],
    ['noReply', 15],
    ['refused', 15],
  ],
  invalid: [
    ['wrongNumber', 60],
    ['refused', 40],
  ],
  interested: [
    ['interested', 70],
    ['appointment', 30],
  ],
};

/** The contacts with a customer, in order of time. */
export function planContacts(input: ContactInput): readonly Contact[] {
  const contacts = input.ownership.episodes.flatMap((episode, place) => contactsOf(episode, place, input));
  return contacts.map((contact, place) => ({ ...contact, next: nextOf(contact, contacts[place + 1], input) }));
}

type Outcome = 'current' | 'lost' | 'invalid';

function contactsOf(episode: Episode, place: number, input: ContactInput): readonly Contact[] {
  const { stage, random, subject } = input;
  const isCurrent = episode.end === undefined;
  const outcome: Outcome = isCurrent
    ? 'current'
    : stage === 'invalid' && place === input.ownership.episodes.length - 1
      ? 'invalid'
      : 'lost';
  const count = howMany(outcome, input);
  if (count === 0) return [];
  const moments = momentsOf(episode, count, input);
  const situations = situationsOf(moments.length, outcome, input);
  return moments.map((at, index) => {
    const situation = situations[index] ?? 'talk';
    const form = forms[situation];
    const content = followUpText(situation, subject, random);
    return {
      at,
      staff: episode.owner,
      episode: place,
      situation,
      method: random.weighted(form.methods),
      result: form.result,
      content,
      next: null,
    };
  });
}

function howMany(outcome: Outcome, { stage, wish, random }: ContactInput): number {
  if (stage === 'fresh') return 0;
  if (outcome === 'invalid') return random.int(1, 3);
  if (outcome === 'lost') return random.int(1, 5);
  if (wish === 'claimedToday') return 0;
  if (stage === 'deal') return random.int(4, 9);
  return stage === 'interested' ? random.int(2, 8) : random.int(1, 6);
}

/** Moments in working hours, the first soon after the start, the last where the wish or chance puts it. */
function momentsOf(episode: Episode, count: number, input: ContactInput): readonly number[] {
  const { random, now } = input;
  const low = episode.start + 12 * minute;
  const high = episode.end === undefined ? now - minute : episode.end - 10 * minute;
  if (high <= low)
    return episode.end === undefined
      ? [Math.max(episode.start + 1, now - minute)]
      : [(episode.start + episode.end) / 2];
  const last =
    episode.end === undefined
      ? lastContact(low, high, input)
      : atWork(random.between(low + (high - low) * 0.6, high), low, high, random);
  const inner = Array.from({ length: Math.max(0, count - 2) }, () =>
    atWork(random.between(low, last), low, last, random),
  );
  const first = Math.min(low + random.between(0, 5) * hour, last);
  const all = count === 1 ? [last] : [atWork(first, low, last, random), ...inner, last];
  return apart(all.sort((a, b) => a - b));
}

/** Whole milliseconds, no two the same: the last contact must be one. */
function apart(moments: readonly number[]): readonly number[] {
  let last = 0;
  return moments.map((moment) => {
    last = Math.max(Math.floor(moment), last + 1000);
    return last;
  });
}

function lastContact(low: number, high: number, { wish, stage, now, random }: ContactInput): number {
  const today = workingHours(now, now);
  const wanted =
    wish === 'followedToday'
      ? random.between(today.from, today.to)
      : wish === 'overdue'
        ? now - random.between(4, 8) * day
        : wish === 'dueToday'
          ? now - random.between(1.1, 5) * day
          : now - (stage === 'deal' ? random.between(2, 40) : random.between(0.1, 13)) * day;
  if (wanted <= low) return random.between(low, high);
  return atWork(Math.min(wanted, high), low, high, random);
}

function situationsOf(count: number, outcome: Outcome, { stage, random }: ContactInput): readonly Situation[] {
  const situations: Situation[] = Array.from({ length: count }, () => random.weighted(middle));
  if (count > 1) situations[0] = random.chance(0.3) ? 'noAnswer' : 'firstTalk';
  const kind = outcome === 'current' ? (stage === 'interested' ? 'interested' : 'following') : outcome;
  situations[count - 1] = random.weighted(lastWords[kind]);
  if (outcome !== 'current') return situations;
  if (stage === 'interested') situations[Math.max(0, count - 2)] = 'interested';
  if (stage !== 'deal') return situations;
  const paid = Math.max(0, count - 1 - random.int(0, 2));
  for (let place = paid + 1; place < count; place++) situations[place] = 'afterDeal';
  situations[paid] = 'deal';
  if (paid > 0) situations[paid - 1] = 'interested';
  return situations;
}

/** When to call again: for the last contact as the wish says, for the others about when it was done. */
function nextOf(contact: Contact, following: Contact | undefined, input: ContactInput): number | null {
  const { random, now } = input;
  const isOver =
    contact.result === 'refused' || contact.result === 'not_interested' || contact.situation === 'wrongNumber';
  if (isOver) return null;
  if (following !== undefined) {
    const planned = Math.floor(following.at / (30 * minute)) * 30 * minute;
    return planned > contact.at + hour && random.chance(0.7) ? planned : null;
  }
  const planned = plannedNext(input);
  return planned !== null && planned > Math.max(contact.at + hour, now - 20 * day) ? planned : null;
}

function plannedNext({ wish, stage, isPooled, now, random }: ContactInput): number | null {
  if (wish === 'dueToday') return appointment(now, 0, random);
  if (wish === 'overdue') return appointment(now, -random.int(1, 3), random);
  if (isPooled) return null;
  if (stage === 'deal') return random.chance(0.3) ? appointment(now, random.int(5, 30), random) : null;
  const chance = random.next();
  if (chance < 0.15) return null;
  if (chance < 0.24) return appointment(now, -random.int(1, 4), random);
  if (chance < 0.34) return appointment(now, 0, random);
  return appointment(now, chance < 0.85 ? random.int(1, 7) : random.int(8, 20), random);
}
