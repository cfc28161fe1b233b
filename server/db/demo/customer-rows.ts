import { day, minute, yearOf } from './calendar.ts';
import { addCalls, type CallSummary } from './call-rows.ts';
import { educations, type Line, type ProjectFacts, projectFacts } from './catalogue.ts';
import { type Contact, planContacts } from './contacts.ts';
import { demoId } from './demo-ids.ts';
import type { Subject } from './follow-up-texts.ts';
import { addLead, type LeadFacts } from './lead-rows.ts';
import { mailAddress, type Person, person, qqNumber, wechatId } from './names.ts';
import { addOpportunity, type DemoOpportunity, planOpportunity } from './opportunity-rows.ts';
import type { Colleague } from './organisation.ts';
import { type OwnershipPlan, planOwnership, type Stage, type Wish } from './ownership-plan.ts';
import { place } from './places.ts';
import { type Random, some, type Weighted } from './random.ts';
import type { Sealed } from './table-writer.ts';
import type { World } from './world.ts';

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
const levels: Readonly<Record<Stage, Weighted<string>>> = {
  fresh: [
    ['b', 5],
    ['c', 3],
    ['a', 2],
  ],
  following: [
    ['b', 50],
    ['c', 35],
    ['a', 8],
    ['d', 7],
  ],
  interested: [
    ['a', 65],
    ['b', 35],
  ],
  deal: [
    ['a', 90],
    ['b', 10],
  ],
  invalid: [
    ['d', 90],
    ['c', 10],
  ],
};

/** All that is decided about a customer before his rows are written. */
type Draft = {
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

/** Writes a customer with everything that belongs to him; answers his mobile number as stored. */
export function addCustomer(order: CustomerOrder, world: World): Sealed {
  const draft = draftCustomer(order, world);
  const lead = leadOf(draft, world);
  const calls: CallSummary = { count: 0, firstAt: null, isAnswered: false };
  addFollowUps(draft, lead?.id ?? null, calls, world);
  addOwnerRecords(draft, world);
  addPhones(draft, calls.isAnswered, world);
  addCustomerRow(draft, lead, calls, world);
  if (lead !== undefined) addLead(lead, leadOutcome(draft, world), world);
  return draft.mobile;
}

function draftCustomer(order: CustomerOrder, world: World): Draft {
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

function leadOf(draft: Draft, world: World): LeadFacts | undefined {
  const { random, organisation } = world;
  const first = draft.ownership.events[0];
  if (first?.at !== draft.createdAt || !random.chance(draft.stage === 'invalid' ? 1 : 0.42)) return undefined;
  const createdAt = draft.createdAt - random.int(1, 25) * minute;
  return {
    id: demoId(createdAt, random),
    createdAt,
    name: draft.who.name,
    mobile: draft.mobile,
    wechat: draft.wechat,
    project: draft.subject.project,
    channel: random.weighted(organisation.channels),
    promoter: random.pick(organisation.promoters),
    ...draft.where,
  };
}

function leadOutcome(draft: Draft, { random }: World) {
  const first = draft.ownership.episodes[0];
  const followed = draft.contacts.find((contact) => contact.episode === 0)?.at;
  const base = {
    customerId: draft.id,
    assignedAt: draft.createdAt,
    firstFollowAt: followed,
    ...(first === undefined ? {} : { assignee: first.owner }),
  };
  if (draft.stage === 'invalid') return { ...base, status: 'invalid' };
  const { opportunity } = draft;
  if (opportunity !== undefined && opportunity.since.episode === 0)
    return { ...base, status: 'converted', opportunityId: opportunity.id, convertedAt: opportunity.createdAt };
  if (followed === undefined) return { ...base, status: 'assigned' };
  return { ...base, status: draft.owner !== undefined && random.chance(0.02) ? 'invalid_pending' : 'following' };
}

function addFollowUps(draft: Draft, leadId: string | null, calls: CallSummary, world: World): void {
  const { random, add, organisation } = world;
  const { opportunity } = draft;
  const called = { customerId: draft.id, mobile: draft.mobile, summary: calls };
  const onOpportunity: Contact[] = [];
  for (const contact of draft.contacts) {
    const episode = draft.ownership.episodes[contact.episode];
    if (episode === undefined) continue;
    const callRecordId = addCalls(contact, episode, called, world);
    const isOpen =
      opportunity !== undefined &&
      contact.at > opportunity.createdAt &&
      contact.episode === opportunity.since.episode &&
      contact.at <= (opportunity.until?.at ?? contact.at);
    const about = isOpen && random.chance(0.4) ? opportunity.id : undefined;
    if (about !== undefined) onOpportunity.push(contact);
    add('follow_up', {
      id: demoId(contact.at, random),
      createdAt: contact.at,
      createdBy: contact.staff.id,
      bizType: about === undefined ? 'customer' : 'opportunity',
      bizId: about ?? draft.id,
      customerId: draft.id,
      method: contact.method,
      result: contact.result,
      content: contact.content,
      callRecordId,
      nextFollowAt: contact.next,
      staffId: contact.staff.id,
      departmentId: contact.staff.departmentId,
    });
  }
  if (opportunity === undefined) return;
  const projectId = organisation.projectId(draft.subject.project.code);
  const isFromLead = opportunity.since.episode === 0;
  addOpportunity(
    opportunity,
    {
      customerId: draft.id,
      leadId: isFromLead ? leadId : null,
      projectId,
      subject: draft.subject,
      followed: onOpportunity,
    },
    world,
  );
}

function addOwnerRecords({ id, line, ownership }: Draft, { random, add, organisation }: World): void {
  for (const [index, event] of ownership.events.entries()) {
    const following = ownership.events[index + 1];
    add('owner_record', {
      id: demoId(event.at, random),
      createdAt: event.at,
      createdBy: event.operatorId,
      updatedAt: following?.at ?? event.at,
      subjectType: 'customer',
      subjectId: id,
      action: event.action,
      fromStaffId: event.from?.id ?? null,
      fromDeptId: event.from?.departmentId ?? null,
      toStaffId: event.to?.id ?? null,
      toDeptId: event.to?.departmentId ?? null,
      poolId: event.throughPool ? organisation.poolId(line) : null,
      reason: event.reason,
      operatorId: event.operatorId,
      startedAt: event.at,
      endedAt: following?.at ?? null,
    });
  }
}

function addPhones(draft: Draft, isVerified: boolean, world: World): void {
  const { random, add, seal, newMobile } = world;
  const base = { createdAt: draft.createdAt, createdBy: null, customerId: draft.id };
  add('customer_phone', {
    ...base,
    id: demoId(draft.createdAt, random),
    phone: draft.mobile,
    kind: 'main',
    verified: isVerified,
    invalid: draft.stage === 'invalid' && !isVerified,
  });
  if (!random.chance(0.1)) return;
  add('customer_phone', {
    ...base,
    id: demoId(draft.createdAt, random),
    phone: seal(newMobile()),
    kind: random.chance(0.6) ? 'backup' : 'parent',
    verified: false,
    invalid: false,
  });
}

function addCustomerRow(draft: Draft, lead: LeadFacts | undefined, calls: CallSummary, world: World): void {
  const { random, add, numbers, organisation, seal } = world;
  const { who, contacts, ownership, owner, stage, subject } = draft;
  const live = owner === undefined ? undefined : ownership.events.at(-1);
  const returned = ownership.events.findLast((event) => event.to === undefined);
  const last = contacts.at(-1);
  const isOnNow = last !== undefined && ownership.episodes[last.episode]?.end === undefined;
  const paid = contacts.find((contact) => contact.situation === 'deal');
  const isStudent = random.chance(0.35);
  add('customer', {
    id: draft.id,
    createdAt: draft.createdAt,
    createdBy: ownership.events[0]?.operatorId ?? null,
    updatedAt: Math.max(last?.at ?? draft.createdAt, ownership.events.at(-1)?.at ?? draft.createdAt),
    customerNo: numbers.customer.next(draft.createdAt),
    name: who.name,
    gender: random.chance(0.95) ? who.gender : 'unknown',
    mobile: draft.mobile,
    wechat: draft.wechat,
    qq: random.chance(0.15) ? seal(qqNumber(random)) : null,
    email: random.chance(0.15) ? seal(mailAddress(who, random)) : null,
    ...draft.where,
    education: random.chance(0.85) ? random.weighted(educations) : null,
    major: random.chance(0.6) ? random.pick(subject.project.majors) : null,
    workYears: isStudent ? 0 : random.int(1, 15),
    examYear: subject.examYear,
    intentionProjectIds: draft.projects.map((project) => organisation.projectId(project.code)),
    level: random.weighted(levels[stage]),
    stage,
    ownState: owner === undefined ? 'pooled' : 'owned',
    channelId: lead?.channel.id ?? random.weighted(organisation.channels).id,
    sourceLeadId: lead?.id ?? null,
    promoterId: lead?.promoter.id ?? null,
    ownerId: owner?.id ?? null,
    ownerDeptId: owner?.departmentId ?? null,
    poolId: owner === undefined ? organisation.poolId(draft.line) : null,
    assignedAt: live?.at ?? null,
    claimedAt: live?.action === 'claim' ? live.at : null,
    protectUntil: live === undefined ? null : live.at + day,
    lastFollowAt: last?.at ?? null,
    nextFollowAt: isOnNow ? (last?.next ?? null) : null,
    followCount: contacts.length,
    callCount: calls.count,
    firstCallAt: calls.firstAt,
    returnAt: returned?.at ?? null,
    returnReason: returned?.reason ?? null,
    dealAt: paid?.at ?? null,
    orderCount: paid === undefined ? 0 : 1,
    paidTotal: paid === undefined ? 0 : subject.price * 100,
    doNotCall: last?.situation === 'refused' && random.chance(0.4),
    remark:
      last?.situation === 'refused' ? '客户要求不要再打扰。' : random.chance(0.12) ? remarkOf(subject, random) : null,
  });
}

function remarkOf({ project }: Subject, random: Random): string {
  return random.pick([
    `希望晚上联系，主要问${project.short}。`,
    '朋友介绍来的，态度很好。',
    '已加企业微信，白天上班回复慢。',
    '家里有两位都要报考，可以谈团报。',
    '之前在别家学过，基础不错。',
  ]);
}
