import type { Cell } from '../../../db/load/table-writer.ts';
import { type Colleague, demoAccounts } from '../company/organisation.ts';
import { day, hour, minute } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import type { Random, Some, Weighted } from '../values/random.ts';
import type { World } from '../world/world.ts';
import type { KeptCustomer } from './kept-customers.ts';

/** How an order stands, and how long ago it was raised (minutes, from and to). */
type Standing = { readonly status: string; readonly minutes: readonly [number, number] };

const standings: readonly Standing[] = [
  { status: 'pending_assign', minutes: [2, 9] },
  { status: 'pending_accept', minutes: [3, 9] },
  { status: 'pending_accept', minutes: [12, 25] },
  { status: 'processing', minutes: [180, 600] },
  { status: 'processing', minutes: [1350, 1420] },
  { status: 'paused', minutes: [400, 800] },
  { status: 'pending_confirm', minutes: [900, 1300] },
  { status: 'closed', minutes: [3000, 20_000] },
  { status: 'closed', minutes: [20_000, 60_000] },
  { status: 'cancelled', minutes: [4000, 9000] },
];
const laterStandings: Weighted<Standing> = [
  [{ status: 'closed', minutes: [3000, 120_000] }, 80],
  [{ status: 'processing', minutes: [60, 1400] }, 12],
  [{ status: 'rejected', minutes: [3000, 60_000] }, 8],
];

type Subject = {
  readonly title: string;
  readonly content: string;
  readonly category: string;
  readonly solution: string;
};

const services: Some<Subject> = [
  {
    title: '直播回放打不开',
    content: '昨晚的直播课回放一直转圈，手机和电脑都试过，请尽快处理，周末要复习。',
    category: 'course',
    solution: '已重新生成回放并清理缓存，学员确认可以正常观看。',
  },
  {
    title: '申请调整上课时间',
    content: '学员工作调整，周三晚上不能上课，希望换到周六上午的班次。',
    category: 'schedule',
    solution: '已转入周六上午班，课表已更新并通知学员。',
  },
  {
    title: '教材没有收到',
    content: '报名一周还没有收到教材，物流信息停在中转站三天没有更新。',
    category: 'textbook',
    solution: '原件丢失，已补寄并提供新的运单号。',
  },
  {
    title: '换绑手机号',
    content: '学员换了手机号，旧号码已停用，收不到验证码，需要协助换绑。',
    category: 'account',
    solution: '核对身份后已换绑，学员已登录成功。',
  },
  {
    title: '开具发票',
    content: '学员单位报销需要培训费发票，抬头与税号已由微信发来。',
    category: 'price',
    solution: '电子发票已开具并发送到学员邮箱。',
  },
];
const complaints: Some<Subject> = [
  {
    title: '承诺的督学一直没有联系',
    content: '报名时说每周有督学电话，三周过去一次也没有，要求给出说法。',
    category: 'service',
    solution: '已道歉并更换督学，本周起每周两次跟进，学员接受。',
  },
  {
    title: '电话过于频繁',
    content: '一天接到四个推销电话，已经说过不需要，要求停止拨打。',
    category: 'service',
    solution: '已标记勿扰并向学员致歉。',
  },
  {
    title: '课程内容与宣传不符',
    content: '宣传页写有名师面授，实际全部是录播，要求补课或退差价。',
    category: 'course',
    solution: '补赠两次面授课，学员撤回投诉。',
  },
];
const minutesPaused = 45;

/** Writes work orders: every standing for the customers of the demo accounts, some of the past for others. */
export function addWorkOrders(customers: readonly KeptCustomer[], world: World): void {
  const { organisation } = world;
  for (const account of demoAccounts) {
    const handler = organisation.byAccount(account);
    const own = customers.filter(({ ownerId }) => ownerId === handler.id);
    addEveryStanding(own, handler, world);
  }
  for (const customer of customers) {
    const handler = organisation.byId(customer.ownerId);
    if (handler !== undefined && !demoAccounts.includes(handler.account)) addPastOrder(customer, handler, world);
  }
}

/** A service order and a complaint of each standing, each about a customer of his own. */
function addEveryStanding(customers: readonly KeptCustomer[], handler: Colleague, world: World): void {
  const creator = world.organisation.byAccount('group_leader');
  const wanted = (['service', 'complaint'] as const).flatMap((kind) =>
    standings.map((standing) => ({ kind, standing, handler, creator })),
  );
  for (const [place, order] of wanted.entries()) {
    const customer = customers[place];
    if (customer !== undefined) addOrder({ ...order, customer }, world);
  }
}

function addPastOrder(customer: KeptCustomer, handler: Colleague, world: World): void {
  const { random, organisation } = world;
  const creator = organisation.leaderOf(handler.departmentId) ?? handler;
  const kind = random.chance(0.25) ? 'complaint' : 'service';
  addOrder({ kind, standing: random.weighted(laterStandings), customer, handler, creator }, world);
}

type Order = {
  readonly kind: 'service' | 'complaint';
  readonly standing: Standing;
  readonly customer: KeptCustomer;
  readonly handler: Colleague;
  readonly creator: Colleague;
};

function addOrder({ kind, standing, customer, handler, creator }: Order, { random, now, numbers, add }: World): void {
  const [from, to] = standing.minutes;
  const createdAt = now - random.int(from, to) * minute;
  const { title, content, category, solution } = random.pick(kind === 'service' ? services : complaints);
  const isUrgent = kind === 'complaint' && random.chance(0.3);
  const hasHandler = !['pending_assign', 'cancelled', 'rejected'].includes(standing.status);
  const assignedAt = createdAt + Math.min((now - createdAt) * 0.2, random.int(3, 25) * minute);
  const resolveDue = createdAt + (kind === 'service' || isUrgent ? 24 : 48) * hour;
  add('work_order', {
    id: demoId(createdAt, random),
    createdAt,
    createdBy: creator.id,
    updatedAt: createdAt,
    woNo: numbers.workOrder.next(createdAt),
    type: kind,
    title,
    content,
    category,
    source: random.weighted(sources),
    priority: isUrgent ? 'urgent' : random.weighted(priorities),
    customerId: customer.id,
    creatorId: creator.id,
    assigneeId: hasHandler ? handler.id : null,
    assigneeDeptId: handler.departmentId,
    ccIds: [],
    status: standing.status,
    assignedAt: hasHandler ? assignedAt : null,
    respondDue: createdAt + (isUrgent ? 10 : 30) * minute,
    resolveDue,
    ...(kind === 'complaint' ? complaintFacts(random) : {}),
    ...(hasHandler ? progress(standing.status, { assignedAt, now, solution, kind }, random) : {}),
  });
}

const sources: Weighted<string> = [
  ['phone', 40],
  ['wechat', 30],
  ['app', 20],
  ['staff', 10],
];
const priorities: Weighted<string> = [
  ['normal', 70],
  ['high', 20],
  ['low', 10],
];

function complaintFacts(random: Random): Readonly<Record<string, Cell>> {
  return {
    complaintTarget: random.weighted([
      ['sales', 40],
      ['supervisor', 30],
      ['course', 30],
    ]),
    complaintChannel: random.weighted([
      ['direct', 80],
      ['platform_12315', 8],
      ['social', 12],
    ]),
  };
}

type Course = { readonly assignedAt: number; readonly now: number; readonly solution: string; readonly kind: string };

/** What has been done so far of an order that is somebody's. */
function progress(status: string, { assignedAt, now, solution, kind }: Course, random: Random) {
  if (status === 'pending_accept') return {};
  const firstRespondAt = assignedAt + Math.min((now - assignedAt) * 0.2, random.int(2, 40) * minute);
  if (status === 'processing') return { firstRespondAt };
  if (status === 'paused') return { firstRespondAt, pausedAt: now - minutesPaused * minute, pausedMinutes: 0 };
  const resolvedAt = Math.min(assignedAt + random.between(2, 20) * hour, now - 10 * minute);
  const result = { firstRespondAt, resolvedAt, solution, ...(kind === 'complaint' ? { liable: 'partial' } : {}) };
  if (status === 'pending_confirm') return result;
  return {
    ...result,
    closedAt: Math.min(resolvedAt + random.between(0.1, 2) * day, now - 5 * minute),
    satisfaction: random.int(3, 5),
  };
}
