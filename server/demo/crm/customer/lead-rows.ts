import type { Sealed } from '../../../db/load/table-writer.ts';
import type { Colleague } from '../company/colleagues.ts';
import { day, minute, workingHours } from '../values/calendar.ts';
import { type ChannelCode, campaigns, keywords, type ProjectFacts, projectFacts } from '../values/catalogue.ts';
import { demoId } from '../values/demo-ids.ts';
import { person, wechatId } from '../values/names.ts';
import { place } from '../values/places.ts';
import type { Weighted } from '../values/random.ts';
import type { World } from '../world/world.ts';
import { addDuplicate, type KnownCustomer } from './promotion-rows.ts';

/** What the one who asked left behind. */
export type LeadFacts = {
  readonly id: string;
  readonly createdAt: number;
  readonly name: string;
  readonly mobile: Sealed;
  readonly wechat: Sealed | null;
  readonly project: ProjectFacts;
  readonly channel: { readonly id: string; readonly code: ChannelCode; readonly cost: number };
  readonly province: string;
  readonly city: string;
  readonly promoter: Colleague;
};

/** What became of a lead. */
export type LeadOutcome = {
  readonly status: string;
  readonly customerId?: string;
  readonly assignee?: Colleague;
  readonly assignedAt?: number;
  readonly firstFollowAt?: number | undefined;
  readonly opportunityId?: string | undefined;
  readonly convertedAt?: number | undefined;
};

const invalidReasons: Weighted<string> = [
  ['empty', 24],
  ['closed', 20],
  ['refuse', 16],
  ['no_intent', 14],
  ['not_target', 10],
  ['wrong', 8],
  ['peer', 5],
  ['repeat', 3],
];
const intentions: Weighted<string> = [
  ['middle', 50],
  ['high', 28],
  ['low', 22],
];
const questions = [
  '想了解报名条件和考试时间',
  '零基础能不能学',
  '咨询课程价格和优惠',
  '在职怎么安排学习时间',
  '想要一份历年真题',
  '问面授班地点',
  '去年没过，想换一家机构',
] as const;

/** Writes the row of a lead. */
export function addLead(facts: LeadFacts, outcome: LeadOutcome, world: World): void {
  const { random, add, numbers, organisation } = world;
  const { assignee, assignedAt, status } = outcome;
  const isInvalid = status === 'invalid' || status === 'invalid_pending';
  const isPaid = facts.channel.cost > 0;
  add('lead', {
    id: facts.id,
    createdAt: facts.createdAt,
    createdBy: facts.promoter.id,
    updatedAt: outcome.convertedAt ?? outcome.firstFollowAt ?? assignedAt ?? facts.createdAt,
    leadNo: numbers.lead.next(facts.createdAt),
    name: facts.name,
    mobile: facts.mobile,
    wechat: facts.wechat,
    projectId: organisation.projectId(facts.project.code),
    channelId: facts.channel.id,
    campaign: isPaid ? random.pick(campaigns) : null,
    keyword: isPaid && facts.channel.code !== 'douyin_live' ? `${facts.project.short}${random.pick(keywords)}` : null,
    landingUrl: isPaid ? `https://www.example.com/${facts.project.code}/${facts.channel.code}` : null,
    province: facts.province,
    city: facts.city,
    consultContent: random.chance(0.8)
      ? `${facts.project.short}：${questions[random.int(0, questions.length - 1)]}`
      : null,
    intention: random.weighted(intentions),
    cost: Math.round(facts.channel.cost * random.between(0.6, 1.5)),
    promoterId: facts.promoter.id,
    promoterDeptId: facts.promoter.departmentId,
    assigneeId: assignee?.id,
    assigneeDeptId: assignee?.departmentId,
    status,
    assignedAt,
    acceptDeadline: assignedAt === undefined ? null : assignedAt + 10 * minute,
    firstFollowAt: outcome.firstFollowAt,
    firstFollowBy: outcome.firstFollowAt === undefined ? null : assignee?.id,
    invalidReason: isInvalid ? random.weighted(invalidReasons) : null,
    invalidReviewerId: status === 'invalid' ? organisation.byAccount('manager').id : null,
    customerId: outcome.customerId,
    opportunityId: outcome.opportunityId,
    convertedAt: outcome.convertedAt,
  });
}

/** A lead that has no customer: waiting to be handed out, or a duplicate of somebody known. */
export function addLooseLead(
  status: 'valid' | 'duplicate',
  promoter: Colleague,
  known: KnownCustomer | undefined,
  world: World,
): void {
  const { random, now, organisation } = world;
  const who = person(random);
  const moment = now - (status === 'valid' ? random.between(0, 2) : random.between(0, 60)) * day;
  const hours = workingHours(moment, now);
  const createdAt = Math.floor(Math.min(random.between(hours.from, hours.to), now - 1000));
  const facts = {
    id: demoId(createdAt, random),
    createdAt,
    name: who.name,
    mobile: known?.mobile ?? world.seal(world.newMobile()),
    wechat: random.chance(0.4) ? world.seal(wechatId(who, random)) : null,
    project: random.pick(projectFacts),
    channel: random.weighted(organisation.channels),
    promoter,
    ...place(random),
  };
  addLead(facts, { status, ...(known === undefined ? {} : { customerId: known.id }) }, world);
  if (known !== undefined) addDuplicate(facts, known, world);
}
