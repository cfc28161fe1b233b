import type { Some } from '../values/random.ts';

/** What an order is about, and how it was answered. */
export type Subject = {
  readonly title: string;
  readonly content: string;
  readonly category: string;
  readonly solution: string;
};

export const services: Some<Subject> = [
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
export const complaints: Some<Subject> = [
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
export const callBacks: readonly [Subject, Subject] = [
  {
    title: '考后回访',
    content: '考试已结束，请回访考试结果与续费意向。',
    category: 'service',
    solution: '学员表示考试发挥正常，愿意了解后续课程。',
  },
  {
    title: '投诉处理回访',
    content: '投诉工单已关闭，请回访客户是否满意。',
    category: 'service',
    solution: '客户对处理结果满意。',
  },
];
export const afterSales: Some<Subject> = [
  {
    title: '申请延长听课期限',
    content: '学员因病住院两个月，申请延长听课期限。',
    category: 'course',
    solution: '核对证明后延长 60 天，学员已确认。',
  },
  {
    title: '补寄讲义',
    content: '收到的讲义缺第三册，请补寄。',
    category: 'textbook',
    solution: '已补寄并告知运单号。',
  },
];
export const rescues: Some<Subject> = [
  {
    title: '学员要求退费',
    content: '学员说没有时间学习，要求退费，请先沟通挽留。',
    category: 'price',
    solution: '沟通后改为暂停半年，保留课程。',
  },
];
export const refunds: Some<Subject> = [
  {
    title: '办理退费',
    content: '挽留未成，学员坚持退费，请按合同核算并办理。',
    category: 'price',
    solution: '已按合同核算，退费到账，学员确认收到。',
  },
];

/** Every kind of order. */
export type Kind = 'service' | 'complaint' | 'call_back' | 'after_sales' | 'rescue' | 'refund';

/** What is asked in each kind of order, and within how many minutes it is answered and solved. */
export const kindFacts: Readonly<
  Record<Kind, { readonly subjects: Some<Subject>; readonly respond: number; readonly resolve: number }>
> = {
  service: { subjects: services, respond: 30, resolve: 1440 },
  complaint: { subjects: complaints, respond: 30, resolve: 2880 },
  call_back: { subjects: callBacks, respond: 1440, resolve: 4320 },
  after_sales: { subjects: afterSales, respond: 120, resolve: 4320 },
  rescue: { subjects: rescues, respond: 10, resolve: 1440 },
  refund: { subjects: refunds, respond: 120, resolve: 7200 },
};
export const kinds = ['service', 'complaint', 'call_back', 'after_sales', 'rescue', 'refund'] as const;
