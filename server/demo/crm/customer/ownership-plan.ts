import type { Colleague } from '../company/colleagues.ts';
import type { Organisation } from '../company/organisation.ts';
import { atWork, day, hour, minute, workingHours } from '../values/calendar.ts';
import type { Line } from '../values/catalogue.ts';
import type { Random, Some } from '../values/random.ts';

/** Where a customer stands in the end. */
export type Stage = 'fresh' | 'following' | 'interested' | 'deal' | 'invalid';

/** What a demo account's customer shall show today. */
export type Wish = 'claimedToday' | 'fresh' | 'dueToday' | 'overdue' | 'followedToday' | 'deal';

/** One colleague's time with a customer; `end` is open for the present owner. */
export type Episode = { readonly owner: Colleague; readonly start: number; readonly end: number | undefined };

/** A change of who holds a customer, as the owner record tells it. */
export type OwnerEvent = {
  readonly action: 'assign' | 'claim' | 'return' | 'auto_return';
  readonly at: number;
  readonly from: Colleague | undefined;
  readonly to: Colleague | undefined;
  readonly throughPool: boolean;
  readonly reason: string | null;
  readonly operatorId: string | null;
};

/** Who held a customer and when, from the first moment until now. */
export type OwnershipPlan = { readonly events: readonly OwnerEvent[]; readonly episodes: readonly Episode[] };

export type OwnershipInput = {
  readonly createdAt: number;
  readonly now: number;
  readonly line: Line;
  readonly stage: Stage;
  /** The present owner; undefined for a customer in the pool. */
  readonly owner: Colleague | undefined;
  readonly wish: Wish | undefined;
  readonly organisation: Organisation;
  readonly random: Random;
};

const returnReasons: Some<string> = [
  '多次联系不上',
  '客户暂时没有报考计划',
  '预算不足，短期内不会报名',
  '已在其他机构报名',
  '意向不强，先退回公海',
  '精力有限，让给其他同事',
];

/** Decides who held a customer and when. */
export function planOwnership(input: OwnershipInput): OwnershipPlan {
  const { owner, createdAt, stage, random } = input;
  const history = new History(input);
  if (owner === undefined) return planPooled(history, input);
  const current = currentStart(input);
  if (current === createdAt) history.assign(owner, createdAt);
  else {
    if (stage !== 'fresh')
      history.holdAndReturn(
        history.somebody(),
        createdAt,
        createdAt + random.between(0.15, 0.6) * Math.min(current - createdAt, 25 * day),
      );
    if (input.wish === 'claimedToday' || (input.wish === undefined && random.chance(0.7)))
      history.claim(owner, current);
    else history.assign(owner, current);
  }
  return history;
}

/** When the present owner got the customer: at once, or later out of the pool. */
function currentStart({ createdAt, now, stage, wish, random }: OwnershipInput): number {
  const age = now - createdAt;
  const today = workingHours(now, now);
  if (wish === 'claimedToday') return Math.max(random.between(today.from, today.to), createdAt + 1);
  if (stage === 'deal') return createdAt;
  if (stage === 'fresh') {
    if (age <= 3 * day) return createdAt;
    const hours = workingHours(now - random.between(0, 1.8) * day, now);
    return Math.floor(random.between(hours.from, Math.max(hours.from, hours.to - minute)));
  }
  const isShort = age < 10 * day || (age <= 80 * day && random.chance(0.7));
  if (isShort) return createdAt;
  const since = Math.min(age * 0.6, random.between(2, 70) * day);
  return atWork(now - since, createdAt, now, random);
}

function planPooled(history: History, { createdAt, now, stage, random }: OwnershipInput): OwnershipPlan {
  if (stage === 'fresh' && random.chance(0.7)) return history;
  const age = now - createdAt;
  const firstEnd = createdAt + Math.min(random.between(2, 22) * day, age * random.between(0.4, 0.9));
  history.holdAndReturn(history.somebody(), createdAt, firstEnd, stage === 'invalid' ? '线索无效' : undefined);
  if (stage === 'following' && now - firstEnd > 12 * day && random.chance(0.3)) {
    const start = atWork(firstEnd + random.between(0.1, 0.5) * (now - firstEnd), firstEnd, now, random);
    const owner = history.somebody();
    history.claim(owner, start);
    history.giveBack(owner, start + random.between(0.2, 0.8) * (now - start));
  }
  return history;
}

class History implements OwnershipPlan {
  readonly events: OwnerEvent[] = [];
  readonly episodes: Episode[] = [];

  constructor(readonly input: OwnershipInput) {}

  /** A colleague of the line other than the present owner. */
  somebody(): Colleague {
    const { organisation, line, owner, random } = this.input;
    const colleagues = organisation.sales(line);
    const picked = random.pick(colleagues);
    if (picked.id !== owner?.id) return picked;
    return colleagues.find((one) => one.id !== owner.id) ?? picked;
  }

  assign(to: Colleague, at: number): void {
    const { organisation } = this.input;
    const operator = organisation.leaderOf(to.departmentId) ?? organisation.byAccount('manager');
    this.#open({
      action: 'assign',
      at,
      from: undefined,
      to,
      throughPool: at !== this.input.createdAt,
      reason: null,
      operatorId: operator.id,
    });
  }

  claim(to: Colleague, at: number): void {
    this.#open({ action: 'claim', at, from: undefined, to, throughPool: true, reason: null, operatorId: to.id });
  }

  holdAndReturn(owner: Colleague, from: number, to: number, reason?: string): void {
    this.assign(owner, from);
    this.giveBack(owner, to, reason);
  }

  giveBack(owner: Colleague, wanted: number, reason?: string): void {
    const { random, now } = this.input;
    const open = this.episodes.at(-1);
    const start = open?.start ?? wanted;
    const at = Math.min(atWork(Math.max(wanted, start + hour / 4), start, now, random), now - 1000);
    const isAutomatic = reason === undefined && random.chance(0.45);
    const spoken = reason ?? random.pick(returnReasons);
    if (open !== undefined) this.episodes[this.episodes.length - 1] = { ...open, end: at };
    this.events.push({
      action: isAutomatic ? 'auto_return' : 'return',
      at,
      from: owner,
      to: undefined,
      throughPool: true,
      reason: isAutomatic ? '超过 15 天未跟进，自动回收' : spoken,
      operatorId: isAutomatic ? null : owner.id,
    });
  }

  #open(event: OwnerEvent & { readonly to: Colleague }): void {
    this.events.push(event);
    this.episodes.push({ owner: event.to, start: event.at, end: undefined });
  }
}
