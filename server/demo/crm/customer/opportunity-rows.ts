import { day, startOfDay } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import type { Subject } from '../values/follow-up-texts.ts';
import type { Weighted } from '../values/random.ts';
import type { World } from '../world/world.ts';
import type { Contact } from './contacts.ts';
import type { Stage } from './ownership-plan.ts';

/** An opportunity of a customer: since which contact it exists, and how it stands. */
export type DemoOpportunity = {
  readonly id: string;
  readonly createdAt: number;
  readonly since: Contact;
  readonly until: Contact | undefined;
  readonly stage: string;
};

const openStages: Weighted<string> = [
  ['contact', 28],
  ['need', 36],
  ['quote', 21],
  ['negotiate', 15],
];
const probabilities: Readonly<Record<string, number>> = {
  contact: 10,
  need: 30,
  quote: 50,
  negotiate: 70,
  won: 100,
  lost: 0,
};
const lostReasons: Weighted<string> = [
  ['price', 30],
  ['competitor', 22],
  ['no_time', 18],
  ['no_need', 16],
  ['unreachable', 10],
  ['other', 4],
];

/** Decides whether the contacts led to an opportunity. */
export function planOpportunity(
  stage: Stage,
  contacts: readonly Contact[],
  isCurrent: (contact: Contact) => boolean,
  world: World,
): DemoOpportunity | undefined {
  const { random } = world;
  const own = contacts.filter(isCurrent);
  const make = (since: Contact | undefined, until: Contact | undefined, outcome: string) =>
    since === undefined
      ? undefined
      : { id: demoId(since.at, random), createdAt: since.at, since, until, stage: outcome };
  if (stage === 'interested')
    return make(
      own.find((contact) => contact.situation === 'interested') ?? own.at(-1),
      undefined,
      random.weighted(openStages),
    );
  if (stage === 'deal') {
    const paid = own.find((contact) => contact.situation === 'deal') ?? own.at(-1);
    return make(own.find((contact) => contact.situation === 'interested') ?? paid, paid, 'won');
  }
  const last = contacts.at(-1);
  const sameEpisode = contacts.filter((contact) => contact.episode === last?.episode);
  if (stage !== 'following' || sameEpisode.length < 4 || !random.chance(0.25)) return undefined;
  return make(sameEpisode[1], sameEpisode.at(-1), 'lost');
}

/** What the row of an opportunity needs to know beside itself. */
export type OpportunityFacts = {
  readonly customerId: string;
  readonly leadId: string | null;
  readonly projectId: string;
  readonly subject: Subject;
  /** Follow-ups written on the opportunity itself. */
  readonly followed: readonly Contact[];
};

/** Writes the row of an opportunity. */
export function addOpportunity(opportunity: DemoOpportunity, facts: OpportunityFacts, world: World): void {
  const { random, add, numbers, now } = world;
  const { since, until, stage, createdAt } = opportunity;
  const { subject } = facts;
  const last = facts.followed.at(-1);
  const closeOn = startOfDay(until?.at ?? now + random.int(2, 40) * day) + day / 2;
  add('opportunity', {
    id: opportunity.id,
    createdAt,
    createdBy: since.staff.id,
    updatedAt: until?.at ?? last?.at ?? createdAt,
    opportunityNo: numbers.opportunity.next(createdAt),
    title: `${subject.examYear} 年${subject.course}`,
    customerId: facts.customerId,
    leadId: facts.leadId,
    projectId: facts.projectId,
    amount: subject.price * 100,
    probability: probabilities[stage],
    stage,
    expectedCloseOn: new Date(closeOn).toISOString().slice(0, 10),
    closedAt: until?.at ?? null,
    lostReason: stage === 'lost' ? random.weighted(lostReasons) : null,
    ownerId: since.staff.id,
    ownerDeptId: since.staff.departmentId,
    lastFollowAt: last?.at ?? null,
    nextFollowAt: last?.next ?? null,
  });
}
