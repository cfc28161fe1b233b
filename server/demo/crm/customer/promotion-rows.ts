import type { Sealed } from '../../../db/load/table-writer.ts';
import type { Colleague } from '../company/colleagues.ts';
import { day, hour, minute } from '../values/calendar.ts';
import { projectFacts } from '../values/catalogue.ts';
import { demoId } from '../values/demo-ids.ts';
import { person, wechatId } from '../values/names.ts';
import type { Weighted } from '../values/random.ts';
import type { World } from '../world/world.ts';

/** Writes how leads are handed out, the WeChat accounts they are added with, and those who asked on social platforms. */
export function addPromotion(world: World): void {
  addAssignRules(world);
  addWechats(world);
  addSocialLeads(world);
}

/** More than the leads of a demo day by far: what comes in is handed out, however long somebody looks at it. */
const dailyCap = 500;

function addAssignRules({ organisation, random, now, add }: World): void {
  const since = now - 60 * day;
  const base = { days: 'every_day', dailyCapPerStaff: dailyCap, acceptTimeoutMinutes: 10, enabled: true } as const;
  const group = organisation.byAccount('sales').departmentId;
  const rules = [
    {
      ...base,
      name: '法考线索轮流分配',
      priority: 10,
      method: 'round_robin',
      projectIds: [organisation.projectId('law_exam')],
      departmentIds: [group],
      startsAt: '08:00',
      endsAt: '22:00',
    },
    {
      ...base,
      name: '沿海省份按持有最少',
      priority: 20,
      method: 'least_loaded',
      provinces: '广东、浙江',
      departmentIds: [group],
    },
    {
      ...base,
      name: '周末值班',
      priority: 30,
      method: 'fixed',
      days: 'weekend',
      staffIds: ['sales', 'sales2'].map((account) => organisation.byAccount(account).id),
      acceptTimeoutMinutes: 30,
      enabled: false,
    },
  ];
  for (const rule of rules)
    add('assign_rule', { id: demoId(since, random), createdAt: since, createdBy: null, ...rule });
}

const accounts = [
  ['法考备考小助手', 'on', 60],
  ['法硕择校学姐', 'on', 40],
  ['考研规划师小林', 'on', null],
  ['一建老师傅', 'off', 50],
  ['执业药师同行群', 'banned', 30],
] as const;

function addWechats({ organisation, random, now, seal, add }: World): void {
  const since = now - 90 * day;
  for (const [place, [nickname, status, dailyLimit]] of accounts.entries()) {
    const holder = organisation.promoters[place % organisation.promoters.length] ?? organisation.promoters[0];
    add('promote_wechat', {
      id: demoId(since, random),
      createdAt: since,
      createdBy: null,
      wechatNo: seal(`qiming_${String(2026 + place)}`),
      nickname,
      projectId: organisation.projectId(projectFacts[place]?.code ?? 'law_exam'),
      channelId: organisation.channels[place % organisation.channels.length]?.[0].id ?? null,
      holderId: holder.id,
      departmentId: holder.departmentId,
      dailyLimit,
      status,
    });
  }
}

const platforms: Weighted<string> = [
  ['littleredbook', 70],
  ['douyin', 20],
  ['kuaishou', 6],
  ['weibo', 4],
];
const states: Weighted<string> = [
  ['new', 35],
  ['contacting', 35],
  ['got_contact', 20],
  ['lost', 10],
];
const notes = [
  '在职备考 90 天过线的时间表',
  '零基础第一轮怎么学',
  '主观题踩过的五个坑',
  '三本过线经验',
  '报名前一定要看',
] as const;
const comments = [
  '求资料',
  '在职能学完吗？',
  '多少钱一期',
  '想加老师微信',
  '今年还来得及报名吗',
  '有没有面授班',
] as const;
const perPerson = 4;

/** A few of everybody in promotion and of the account visitors sign in with. */
function addSocialLeads(world: World): void {
  const { organisation } = world;
  const people = new Set<Colleague>([...organisation.promoters, organisation.byAccount('sales')]);
  for (const owner of people) for (let place = 0; place < perPerson; place++) addSocialLead(owner, world);
}

function addSocialLead(owner: Colleague, { organisation, random, now, seal, newMobile, add }: World): void {
  const who = person(random);
  const occurredAt = Math.floor(now - random.between(0.1, 20) * day);
  const status = random.weighted(states);
  const hasContact = status === 'got_contact';
  const subject = random.pick(projectFacts);
  add('social_lead', {
    id: demoId(occurredAt, random),
    createdAt: Math.min(occurredAt + random.int(5, 90) * minute, now - minute),
    createdBy: owner.id,
    updatedAt: Math.min(occurredAt + 2 * hour, now - minute),
    platform: random.weighted(platforms),
    accountName: `启明${subject.short}`,
    nickname: `${who.name.slice(-1)}同学${random.int(10, 99)}`,
    platformUid: `u${random.int(10_000_000, 99_999_999)}`,
    noteTitle: `${subject.short}：${random.pick(notes)}`,
    noteUrl: `https://www.example.com/note/${random.int(100_000, 999_999)}`,
    comment: random.pick(comments),
    mobile: hasContact ? seal(newMobile()) : null,
    wechat: hasContact ? seal(wechatId(who, random)) : null,
    projectId: organisation.projectId(subject.code),
    occurredAt,
    ownerId: owner.id,
    ownerDeptId: owner.departmentId,
    status,
    lostReason: status === 'lost' ? '多次私信没有回复' : null,
  });
}

/** A customer whose number came in again, as the decision on it needs him. */
export type KnownCustomer = {
  readonly id: string;
  readonly mobile: Sealed;
  readonly owner: Colleague | undefined;
  readonly lastFollowAt: number | undefined;
};

/** Writes the row of a lead that turned out to be somebody known, decided as the rule would have. */
export function addDuplicate(
  lead: { readonly id: string; readonly createdAt: number; readonly promoter: Colleague },
  known: KnownCustomer,
  { random, now, organisation, add }: World,
): void {
  const { owner, lastFollowAt } = known;
  const isKept = owner !== undefined && lastFollowAt !== undefined && lastFollowAt + 3 * day > lead.createdAt;
  const isOld = lead.createdAt < now - 2 * day;
  const status = isKept
    ? 'kept'
    : isOld
      ? owner === undefined
        ? 'rejected'
        : random.pick(['kept', 'rejected'])
      : 'pending';
  const handledAt = isKept ? lead.createdAt : Math.min(lead.createdAt + random.int(20, 600) * minute, now);
  const byPerson = {
    handlerId: organisation.byAccount('manager').id,
    handleRemark: status === 'rejected' ? '同一人多次留言' : '归属人继续跟进',
  };
  add('lead_duplicate', {
    id: demoId(lead.createdAt, random),
    createdAt: lead.createdAt,
    createdBy: lead.promoter.id,
    updatedAt: status === 'pending' ? lead.createdAt : handledAt,
    leadId: lead.id,
    matchedCustomerId: known.id,
    matchField: 'mobile',
    promoterId: lead.promoter.id,
    promoterDeptId: lead.promoter.departmentId,
    currentOwnerId: owner?.id,
    currentOwnerDeptId: owner?.departmentId,
    lastFollowAt,
    status,
    ...(status === 'pending'
      ? {}
      : { handledAt, ...(isKept ? { handleRemark: '归属人 3 天内跟进过，维持归属' } : byPerson) }),
  });
}
