import type { Sealed } from '../../../db/load/table-writer.ts';
import type { Colleague } from '../company/colleagues.ts';
import { day, minute, yearOf } from '../values/calendar.ts';
import { type Line, type ProjectFacts, projectFacts } from '../values/catalogue.ts';
import { demoId } from '../values/demo-ids.ts';
import type { Subject } from '../values/follow-up-texts.ts';
import { type Person, person, wechatId } from '../values/names.ts';
import { place } from '../values/places.ts';
import { type Random, some, type Weighted } from '../values/random.ts';
import type { World } from '../world/world.ts';
import { type Contact, planContacts } from './contacts.ts';
import { type DemoOpportunity, planOpportunity } from './opportunity-rows.ts';
import { type OwnershipPlan, planOwnership, type Stage, type Wish } from './ownership-plan.ts';

/** A customer to make: when he came, and what he shall show where a demo account looks. */
export type CustomerOrder = { readonly createdAt: number; readonly owner?: Colleague; readonly wish?: Wish };

const projectsOfLine: Readonly<Record<Line, Weighted<ProjectFacts>>> = {
  academic: weighted('academic', { law_exam: 45, law_master: 22, postgraduate: 33 }),
  profession: weighted('profession', { constructor: 60, pharmacist: 40 }),
};

function weighted(line: Line, weights: Readonly<Record<string, number>>): Weighted<ProjectFacts> {
  return some(
    projectFacts
      .filter((project) => project.line === line)
      .map((project) => [project, weights[project.code] ?? 1] as const),
  );
}

const pooledStages: Weighted<Stage> = [
  ['following', 70],
  ['fresh', 16],
  ['invalid', 14],
];
const ownedStages: Weighted<Stage> = [
  ['following', 47],
  ['interested', 25],
  ['deal', 17],
  ['fresh', 11],
];
const youngStages: Weighted<Stage> = [
  ['fresh', 6],
  ['following', 4],
];
/** All that is decided about a customer before his rows are written. */
export type Draft = {
  readonly id: string;
  readonly createdAt: number;
  readonly who: Person;
  readonly mobile: Sealed;
  readonly wechat: Sealed | null;
  readonly stage: Stage;
  readonly owner: Colleague | undefined;
  readonly projects: readonly ProjectFacts[];
  readonly subject: Subject;
  readonly where: { readonly province: string; readonly city: string };
  readonly ownership: OwnershipPlan;
  readonly contacts: readonly Contact[];
  readonly opportunity: DemoOpportunity | undefined;
  readonly line: Line;
};

/** Decides who a customer is, who held him when, what was said, and what came of it. */
export function draftCustomer(order: CustomerOrder, world: World): Draft {
  const { random, now, organisation } = world;
  const { createdAt, wish } = order;
  const line = order.owner?.line ?? (random.chance(0.62) ? 'academic' : 'profession');
  const owner = order.owner ?? (random.chance(0.72) ? random.pick(organisation.sales(line)) : undefined);
  const stage = stageOf(owner !== undefined, now - createdAt, wish, random);
  const project = random.weighted(projectsOfLine[line]);
  const second = random.chance(0.2) ? random.weighted(projectsOfLine[line]) : project;
  const who = person(random);
  const subject = {
    project,
    examYear: yearOf(createdAt + 150 * day),
    course: random.pick(project.courses),
    price: random.pick(project.prices),
  };
  const ownership = planOwnership({ createdAt, now, line, stage, owner, wish, organisation, random });
  const contacts = planContacts({ ownership, stage, isPooled: owner === undefined, wish, subject, now, random });
  const isCurrent = (contact: Contact) => ownership.episodes[contact.episode]?.end === undefined;
  return {
    id: demoId(createdAt, random),
    createdAt,
    who,
    mobile: world.seal(world.newMobile()),
    wechat: random.chance(0.6) ? world.seal(wechatId(who, random)) : null,
    stage: contacts.length === 0 && stage !== 'invalid' && wish !== 'claimedToday' ? 'fresh' : stage,
    owner,
    projects: second.code === project.code ? [project] : [project, second],
    subject,
    where: place(random),
    ownership,
    contacts,
    opportunity: planOpportunity(stage, contacts, isCurrent, world),
    line,
  };
}

function stageOf(isOwned: boolean, age: number, wish: Wish | undefined, random: Random): Stage {
  if (wish === 'fresh') return 'fresh';
  if (wish === 'deal' && age > 3 * day) return 'deal';
  if (wish === 'claimedToday') return 'following';
  if (wish !== undefined) return random.chance(0.6) ? 'following' : 'interested';
  if (age < 20 * minute) return 'fresh';
  if (!isOwned) return age < day ? 'fresh' : random.weighted(pooledStages);
  return random.weighted(age < 3 * day ? youngStages : ownedStages);
}
