import { KeyedCache } from '../../../../engine/model/cache/index.ts';
import type { ProjectFacts } from './catalogue.ts';
import { type Random, type Some, some } from './random.ts';

/** What a follow-up was about; decides its words. */
export type Situation =
  | 'noAnswer'
  | 'noReply'
  | 'firstTalk'
  | 'talk'
  | 'wechatTalk'
  | 'interested'
  | 'appointment'
  | 'notInterested'
  | 'refused'
  | 'deal'
  | 'afterDeal'
  | 'wrongNumber';

const texts: Readonly<Record<Situation, Some<string>>> = {
  noAnswer: [
    '电话响铃无人接听，{t}再打。',
    '拨打两次均未接通，已发短信说明来意，{t}再联系。',
    '对方挂断，可能正在{b}，改{t}联系。',
    '提示用户忙，先加微信，等通过后再沟通{p}。',
    '无人接听，之前说过要{b}，换个时间段再打。',
    '手机关机，{t}再试一次。',
  ],
  noReply: [
    '微信发了{m}，暂未回复。',
    '已发送{c}的课程介绍，对方已读未回，{t}再跟。',
    '微信问候并提醒{p}报名时间，未回复。',
    '好友申请已通过，发了自我介绍和{m}，等回复。',
    '朋友圈点赞互动，私信未回，{t}电话再确认。',
  ],
  firstTalk: [
    '首次沟通，{g}，想考{y}年{p}，{k}。已加微信，发了{m}。',
    '首咨接通，客户从{h}了解到我们，主要想问{q}，介绍了{c}，{t}再回访。',
    '新客户，{g}，目前{z}，对{p}了解不多，做了考情分析，约{t}细聊。',
    '接通，确认意向是{p}，{k}，最关心{q}。',
    '第一次通话聊了十多分钟，{g}，{w}，需要先帮他规划时间。',
    '接通，客户正在比较几家机构，重点介绍了{f}，发送{m}。',
  ],
  talk: [
    '回访，资料已看，问了{q}，已解答，{t}给答复。',
    '电话沟通，仍在犹豫，主要是{w}，讲了{f}。',
    '接通，最近忙着{b}，学习还没开始，提醒尽早安排，{t}再联系。',
    '和客户核对了报考条件，符合{p}要求，下一步发{c}方案。',
    '沟通了学习计划，每天能学{d}，建议从基础阶段开始。',
    '客户听了试听课，反馈老师讲得清楚，担心{w}。',
    '问到{q}，约{t}把往期学员案例发给他看。',
    '接通，说要和家里商量，{t}回访。',
    '已确认报名时间和考试科目，客户希望{e}，继续跟进。',
  ],
  wechatTalk: [
    '微信沟通，发送{m}，客户表示会看。',
    '微信答疑，客户问{q}，已语音说明。',
    '客户发来成绩单，帮忙分析弱项，推荐{c}。',
    '微信回复说正在{b}，{t}方便通话。',
    '把公开课链接发给客户，已报名今晚的直播。',
    '客户在微信上问{q}，同时担心{w}，发了学员评价截图。',
  ],
  interested: [
    '意向明确，想报{c}，在意{w}，已申请优惠，{t}确认。',
    '客户认可课程，问能否分期，报价 {r} 元，等他确认。',
    '试听后满意，准备报{c}，{e}，{t}再定。',
    '对比后倾向我们，关心{q}，已给出完整方案和报价 {r} 元。',
    '家人支持报名，剩下{q}没确认，预计本周能定。',
    '客户主动来问{c}的开班时间，意向高，重点跟进。',
    '把价格谈到 {r} 元，客户说发工资后付款，{t}提醒。',
  ],
  appointment: [
    '约好{t}通电话，详细讲{c}。',
    '已预约{t}到校区面谈，提前发地址和交通。',
    '客户白天要{b}，约{t}视频讲解学习规划。',
    '预约试听{c}，{t}上课前提醒。',
    '约定{t}带家人一起听课程介绍。',
  ],
  notInterested: [
    '客户表示今年不考了，{w}，先放一放。',
    '已在其他机构报名，暂无需求，保持联系。',
    '目前{z}，没有备考打算，三个月后再问。',
    '觉得价格超出预算，自学为主，发了免费资料。',
    '只是随便了解，短期内不考虑{p}。',
  ],
  refused: [
    '接通后明确拒绝，请不要再打扰。',
    '说是误填的信息，不需要培训，挂断。',
    '客户情绪不好，要求不再联系，建议标记免打扰。',
    '听到是{p}培训后直接挂断，再拨拒接。',
  ],
  deal: [
    '已缴费报名{c}，实收 {r} 元，已拉入班级群。',
    '客户完成付款 {r} 元，报读{c}，协议已发。',
    '当面签约{c}，{r} 元全款到账，交接督学。',
    '微信转账 {r} 元报名{c}，已开通课程并建学习档案。',
  ],
  afterDeal: [
    '回访学习进度，已学到第 {n} 讲，反馈良好。',
    '报名后回访，教材已收到，提醒按计划听课。',
    '客户想给朋友也报名，发了转介绍政策。',
    '沟通了阶段测试成绩，建议加强{s}，已通知督学。',
    '节后回访，客户最近忙着{b}，帮忙调整了学习计划。',
  ],
  wrongNumber: [
    '提示空号，核对线索来源后仍无法联系。',
    '连续三天停机，申请无效。',
    '号码已停用，微信也搜索不到，无法联系。',
    '多次拨打均提示空号，与推广确认后按无效处理。',
  ],
};

const words: Readonly<Record<string, Some<string>>> = {
  t: [
    '明天上午',
    '明天下午',
    '明晚七点后',
    '后天中午',
    '周末',
    '周五下午',
    '下周一',
    '下周三晚上',
    '三天后',
    '今晚八点',
  ],
  b: ['开会', '上班', '出差', '跑工地', '值班', '带孩子', '准备期末考试', '赶项目', '参加培训', '接待客户'],
  m: [
    '课程大纲',
    '历年真题',
    '考情分析',
    '学习规划表',
    '试听课链接',
    '报名指南',
    '学员上岸案例',
    '思维导图',
    '免费公开课回放',
  ],
  w: [
    '没时间学',
    '基础薄弱',
    '费用偏高',
    '怕坚持不下来',
    '离考试时间太近',
    '英语不好',
    '家里不太支持',
    '之前自学没通过',
    '担心直播课没人督促',
    '工作太忙',
  ],
  q: [
    '报名条件',
    '课程有效期',
    '能不能重读',
    '是否有纸质教材',
    '直播还是录播',
    '老师是谁',
    '考试时间',
    '分期付款',
    '通过率',
    '证书用途',
    '班主任怎么督学',
    '能否退费',
  ],
  g: [
    '在校大三',
    '应届毕业生',
    '工作三年',
    '在职',
    '二战考生',
    '跨专业考生',
    '宝妈',
    '基层公务员',
    '工程项目经理',
    '药店店员',
    '自由职业',
  ],
  k: ['零基础', '自学过一轮', '去年差十几分', '买过别家的书', '基础不错，缺方法', '只能晚上和周末学'],
  h: ['抖音直播', '朋友介绍', '百度搜索', '小红书', '公众号文章', '校园宣讲', '同事推荐'],
  z: ['还在上班', '正在备考公务员', '在读研', '刚换工作', '准备考编', '怀孕在家', '在外地实习'],
  f: ['小班督学', '双师直播', '签约重读政策', '专职答疑', '阶段测评', '主观题一对一批改', '纸质讲义和电子题库'],
  d: ['两小时', '三小时左右', '晚上一个半小时', '周末各半天', '通勤一小时'],
  e: ['价格再优惠一些', '先付定金', '等活动再报', '和同学一起团报', '开发票单位报销'],
  s: ['主观题', '案例分析', '阅读理解', '计算题', '背诵部分', '实务科目'],
};

type Segment = { readonly text: string; readonly slot?: string };

const compiled = new KeyedCache<readonly Segment[]>({ max: 2000 });

function segmentsOf(template: string): readonly Segment[] {
  return compiled.of(template, () =>
    template
      .split(/\{(\w)\}/)
      .map((part, place): Segment => (place % 2 === 0 ? { text: part } : { text: '', slot: part })),
  );
}

/** What a text may speak of. */
export type Subject = {
  readonly project: ProjectFacts;
  readonly examYear: number;
  readonly course: string;
  readonly price: number;
};

/** The words of a follow-up. */
export function followUpText(situation: Situation, subject: Subject, random: Random): string {
  let text = '';
  for (const segment of segmentsOf(random.pick(texts[situation]))) {
    text += segment.slot === undefined ? segment.text : wordFor(segment.slot, subject, random);
  }
  return text;
}

function wordFor(slot: string, { project, examYear, course, price }: Subject, random: Random): string {
  switch (slot) {
    case 'p':
      return project.short;
    case 'y':
      return String(examYear);
    case 'c':
      return course;
    case 'r':
      return String(price);
    case 'n':
      return String(random.int(3, 60));
    default:
      return random.pick(words[slot] ?? some(['']));
  }
}
