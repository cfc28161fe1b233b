import { type Colleague, demoAccounts } from '../company/colleagues.ts';
import { day, hour, minute } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import type { World } from '../world/world.ts';
import type { KeptCustomer } from './kept-customers.ts';

type Update = {
  readonly title: string;
  readonly releaseVersion: string;
  readonly daysAgo: number;
  readonly content: string;
  readonly status: 'published' | 'draft';
};

const updates: readonly Update[] = [
  {
    title: '通知与版本更新',
    releaseVersion: '2.2.1',
    daysAgo: 2,
    content:
      '<h3>新增</h3><ul><li>新的<b>通知抽屉</b>：未读与已读分开，删除后可以撤销；</li><li>版本更新可以随时回看。</li></ul><h3>修复</h3><p>改派后的工单不再重复提醒。</p>',
    status: 'published',
  },
  {
    title: '列表分组与小计',
    releaseVersion: '2.2.0',
    daysAgo: 24,
    content: '<p>列表工具栏的“分组”按任意一列合并行，并给出各组与全部的合计。</p>',
    status: 'published',
  },
  {
    title: '下个版本：排班',
    releaseVersion: '2.3.0',
    daysAgo: 0,
    content: '<p>草稿：排班与请假。</p>',
    status: 'draft',
  },
];

type Notice = {
  readonly type: string;
  readonly title: string;
  readonly content: string;
  readonly ago: number;
  readonly stage: '0' | '1';
  readonly linkEntity?: string;
  readonly linkId?: string;
};

/** What everybody got, and has read. */
const common: readonly Notice[] = [
  {
    type: '16',
    title: '产品更新提醒',
    content: '管理后台 2.2.1：通知与版本更新',
    ago: 2 * day,
    stage: '0',
  },
  {
    type: '13',
    title: '秋季冲刺班报名',
    content: '法律职业资格冲刺班开放报名，老学员续报立减 500 元，名额 200 个。',
    ago: 5 * day,
    stage: '0',
  },
];

/** What waits for the demo accounts, by role. */
const waiting: Readonly<Record<string, readonly Notice[]>> = {
  sales: [
    {
      type: '11',
      title: '服务工单待受理',
      content: '您有新的服务工单待受理，请尽快处理。',
      ago: 40 * minute,
      stage: '1',
    },
    {
      type: '10',
      title: '投诉工单待受理',
      content: '您有新的投诉工单待受理，请在 2 小时内联系客户。',
      ago: 2 * hour,
      stage: '1',
    },
  ],
  group_leader: [
    {
      type: '14',
      title: '订单优惠待审核',
      content: '一张订单的优惠超出业务员权限，请审核。',
      ago: 3 * hour,
      stage: '1',
    },
  ],
  manager: [
    { type: '14', title: '退费申请待审核', content: '一笔退费申请等待您审核。', ago: 5 * hour, stage: '1' },
    { type: '10', title: '投诉工单超时', content: '部门内有一张投诉工单已超过处理时限。', ago: 26 * hour, stage: '1' },
  ],
  promoter: [
    {
      type: '16',
      title: '推广线索重复',
      content: '昨日提交的线索中有 2 条与已有客户重复。',
      ago: 9 * hour,
      stage: '1',
    },
  ],
};

/** Writes the updates of the product, which everybody has looked at, and the notices of everybody. */
export function addNotices(customers: readonly KeptCustomer[], world: World): void {
  for (const update of updates) addUpdate(update, world);
  for (const person of world.organisation.staff)
    for (const notice of [...common, ...(isNamed(person) ? (waiting[person.role] ?? []) : [])])
      addNotice(person, notice, world);
  for (const account of demoAccounts) addReturnNotice(world.organisation.byAccount(account), customers, world);
}

/** Tells a salesperson of one of his customers that he will go back to the pool, and leads to him. */
function addReturnNotice(person: Colleague, customers: readonly KeptCustomer[], world: World): void {
  const customer = customers.find(({ ownerId }) => ownerId === person.id);
  if (customer === undefined) return;
  const due = new Date(world.now + day + 8 * hour);
  const when = `${due.getUTCMonth() + 1}月${due.getUTCDate()}日 ${due.toISOString().slice(11, 16)}`;
  const content = `客户【${customer.name}】将于${when}自动退回公海，请及时跟进`;
  const link = { linkEntity: 'customer', linkId: customer.id };
  addNotice(person, { type: '15', title: '客户即将退回公海', content, ago: hour, stage: '1', ...link }, world);
}

/** Whether visitors sign in as this person: his account is named after his role. */
function isNamed({ account, role }: Colleague): boolean {
  return account.replace(/\d+$/, '') === role;
}

function addUpdate({ daysAgo, ...update }: Update, { now, random, organisation, add }: World): void {
  const publishTime = now - daysAgo * day;
  const { id: author } = organisation.byAccount('admin');
  const id = demoId(publishTime, random);
  add('update_message', {
    id,
    createdAt: publishTime - hour,
    createdBy: author,
    ...update,
    platformName: '管理后台',
    publishTime,
    stage: '1',
  });
  if (update.status === 'draft') return;
  for (const person of organisation.staff) {
    const createdAt = publishTime + random.int(5, 600) * minute;
    add('update_read', {
      id: demoId(createdAt, random),
      createdAt,
      createdBy: person.id,
      updateMessageId: id,
      staffId: person.id,
    });
  }
}

function addNotice(person: Colleague, { ago, ...notice }: Notice, { now, random, add }: World): void {
  const createdAt = now - ago;
  add('notification', {
    id: demoId(createdAt, random),
    createdAt,
    createdBy: null,
    receiverId: person.id,
    ...notice,
    status: '1',
  });
}
