import { day, minute } from '../values/calendar.ts';
import { educations } from '../values/catalogue.ts';
import { demoId } from '../values/demo-ids.ts';
import type { Subject } from '../values/follow-up-texts.ts';
import { mailAddress, qqNumber } from '../values/names.ts';
import type { Random, Weighted } from '../values/random.ts';
import type { World } from '../world/world.ts';
import { addCalls, type CallSummary } from './call-rows.ts';
import type { Contact } from './contacts.ts';
import { type CustomerOrder, type Draft, draftCustomer } from './customer-draft.ts';
import { addLead, type LeadFacts } from './lead-rows.ts';
import { addOpportunity } from './opportunity-rows.ts';
import { addOrders, type OrderSummary } from './order-rows.ts';
import type { Stage } from './ownership-plan.ts';
import type { KnownCustomer } from './promotion-rows.ts';

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

/** Writes a customer with everything that belongs to him; answers what he is known by. */
export function addCustomer(order: CustomerOrder, world: World): KnownCustomer {
  const draft = draftCustomer(order, world);
  const lead = leadOf(draft, world);
  const calls: CallSummary = { count: 0, firstAt: null, isAnswered: false };
  addFollowUps(draft, lead?.id ?? null, calls, world);
  addOwnerRecords(draft, world);
  addPhones(draft, calls.isAnswered, world);
  const channelId = lead?.channel.id ?? world.random.weighted(world.organisation.channels).id;
  const orders = addOrders(draft, { leadId: lead?.id ?? null, channelId, promoter: lead?.promoter }, world);
  addCustomerRow(draft, { lead, channelId, calls, orders }, world);
  if (lead !== undefined) addLead(lead, leadOutcome(draft, world), world);
  const { id, mobile, owner } = draft;
  return { id, mobile, owner, lastFollowAt: draft.contacts.at(-1)?.at };
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
      fromStaffId: event.from?.id,
      fromDeptId: event.from?.departmentId,
      toStaffId: event.to?.id,
      toDeptId: event.to?.departmentId,
      poolId: event.throughPool ? organisation.poolId(line) : null,
      reason: event.reason,
      operatorId: event.operatorId,
      startedAt: event.at,
      endedAt: following?.at,
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

/** What became of a customer, as his own row sums it up. */
type CustomerFacts = {
  readonly lead: LeadFacts | undefined;
  readonly channelId: string;
  readonly calls: CallSummary;
  readonly orders: OrderSummary;
};

function addCustomerRow(draft: Draft, { lead, channelId, calls, orders }: CustomerFacts, world: World): void {
  const { random, add, numbers } = world;
  const { ownership, createdAt } = draft;
  const moments = [
    createdAt,
    ...ownership.events.map((event) => event.at),
    ...draft.contacts.map((contact) => contact.at),
  ];
  add('customer', {
    id: draft.id,
    createdAt,
    createdBy: ownership.events[0]?.operatorId ?? null,
    updatedAt: Math.max(...moments),
    customerNo: numbers.customer.next(createdAt),
    ...personFacts(draft, world),
    ...ownerFacts(draft, world),
    ...progressFacts(draft, calls, random),
    dealAt: orders.dealAt,
    orderCount: orders.count,
    paidTotal: orders.paid,
    channelId,
    sourceLeadId: lead?.id,
    promoterId: lead?.promoter.id,
  });
}

function personFacts({ who, subject, where, mobile, wechat, projects }: Draft, { random, seal, organisation }: World) {
  return {
    name: who.name,
    gender: random.chance(0.95) ? who.gender : 'unknown',
    mobile,
    wechat,
    qq: random.chance(0.15) ? seal(qqNumber(random)) : null,
    email: random.chance(0.15) ? seal(mailAddress(who, random)) : null,
    ...where,
    education: random.chance(0.85) ? random.weighted(educations) : null,
    major: random.chance(0.6) ? random.pick(subject.project.majors) : null,
    workYears: random.chance(0.35) ? 0 : random.int(1, 15),
    examYear: subject.examYear,
    intentionProjectIds: projects.map((project) => organisation.projectId(project.code)),
  };
}

function ownerFacts({ owner, ownership, line }: Draft, { organisation }: World) {
  const returned = ownership.events.findLast((event) => event.to === undefined);
  const past = { returnAt: returned?.at, returnReason: returned?.reason };
  const live = ownership.events.at(-1);
  if (owner === undefined || live === undefined)
    return { ...past, ownState: 'pooled', poolId: organisation.poolId(line) };
  return {
    ...past,
    ownState: 'owned',
    ownerId: owner.id,
    ownerDeptId: owner.departmentId,
    assignedAt: live.at,
    claimedAt: live.action === 'claim' ? live.at : null,
    protectUntil: live.at + day,
  };
}

function progressFacts({ contacts, ownership, stage, subject }: Draft, calls: CallSummary, random: Random) {
  const last = contacts.at(-1);
  const isOnNow = last !== undefined && ownership.episodes[last.episode]?.end === undefined;
  const hasRefused = last?.situation === 'refused';
  const remark = random.chance(0.12) ? remarkOf(subject, random) : null;
  return {
    level: random.weighted(levels[stage]),
    stage,
    lastFollowAt: last?.at,
    nextFollowAt: isOnNow ? last.next : null,
    followCount: contacts.length,
    callCount: calls.count,
    firstCallAt: calls.firstAt,
    doNotCall: hasRefused && random.chance(0.4),
    remark: hasRefused ? '客户要求不要再打扰。' : remark,
  };
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
