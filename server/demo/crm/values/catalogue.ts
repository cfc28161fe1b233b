import type { Some, Weighted } from './random.ts';

/** Project codes of the demo company. */
export type ProjectCode = 'law_exam' | 'law_master' | 'postgraduate' | 'constructor' | 'pharmacist';

/** Groups of projects that one sales group looks after. */
export type Line = 'academic' | 'profession';

/** What people say when they speak of a project. */
export type ProjectFacts = {
  readonly code: ProjectCode;
  readonly name: string;
  readonly short: string;
  readonly itemType: 'qualification' | 'degree';
  /** Month and day of the next exam. */
  readonly exam: string;
  readonly line: Line;
  readonly courses: Some<string>;
  readonly majors: Some<string>;
  /** Usual prices in yuan. */
  readonly prices: Some<number>;
};

export const projectFacts: Some<ProjectFacts> = [
  {
    code: 'law_exam',
    name: '法律职业资格',
    short: '法考',
    itemType: 'qualification',
    exam: '09-19',
    line: 'academic',
    courses: ['法考全程班', '法考客观题冲刺班', '法考主观题特训营', '法考周末面授班'],
    majors: ['法学', '知识产权', '社会学', '行政管理', '英语', '公安学'],
    prices: [3980, 5980, 8980, 12_800],
  },
  {
    code: 'law_master',
    name: '法硕',
    short: '法硕',
    itemType: 'degree',
    exam: '12-19',
    line: 'academic',
    courses: ['法硕全程班', '法硕半年集训营', '法硕背诵带背班', '法硕复试班'],
    majors: ['汉语言文学', '法学', '英语', '市场营销', '思想政治教育', '新闻学'],
    prices: [4980, 7980, 12_800, 19_800],
  },
  {
    code: 'postgraduate',
    name: '考研',
    short: '考研',
    itemType: 'degree',
    exam: '12-19',
    line: 'academic',
    courses: ['考研全程班', '考研英语专项班', '考研政治冲刺班', '考研暑期集训营'],
    majors: ['会计学', '计算机科学与技术', '教育学', '机械工程', '护理学', '金融学'],
    prices: [1980, 3980, 6980, 9800],
  },
  {
    code: 'constructor',
    name: '一级建造师',
    short: '一建',
    itemType: 'qualification',
    exam: '09-12',
    line: 'profession',
    courses: ['一建全科班', '一建实务精讲班', '一建冲刺密训班', '一建面授集训营'],
    majors: ['土木工程', '工程管理', '给排水工程', '道路桥梁', '机电工程', '工程造价'],
    prices: [2980, 4680, 6880, 9980],
  },
  {
    code: 'pharmacist',
    name: '执业药师',
    short: '执业药师',
    itemType: 'qualification',
    exam: '10-17',
    line: 'profession',
    courses: ['执业药师全科班', '执业药师中药专项班', '执业药师西药专项班', '执业药师押题班'],
    majors: ['药学', '中药学', '制药工程', '临床医学', '护理学', '生物技术'],
    prices: [1980, 2980, 4580, 6800],
  },
];

/** Channels of the demo company: code, name, kind, cost mode, usual cost of a lead in cents, how often. */
export const channelFacts = [
  ['baidu', '百度搜索', 'sem', 'cpc', 8600, 14],
  ['sogou', '360 搜索', 'sem', 'cpc', 6800, 6],
  ['tencent_feed', '腾讯信息流', 'feed', 'cpc', 5400, 9],
  ['toutiao', '今日头条', 'feed', 'cpc', 4900, 6],
  ['douyin_live', '抖音直播', 'douyin', 'cpa', 4200, 12],
  ['douyin_feed', '抖音信息流', 'douyin', 'cpc', 5100, 10],
  ['xiaohongshu', '小红书笔记', 'littleredbook', 'fixed', 3600, 10],
  ['wechat_official', '微信公众号', 'wechat', 'fixed', 2100, 8],
  ['wechat_video', '微信视频号', 'wechat', 'cpa', 3900, 5],
  ['website', '官网注册', 'official', 'free', 0, 7],
  ['website_chat', '官网在线咨询', 'official', 'free', 0, 6],
  ['referral', '老学员转介绍', 'referral', 'free', 0, 7],
  ['campus', '校园宣讲', 'offline', 'fixed', 1800, 4],
  ['import', '名单导入', 'import', 'free', 0, 5],
] as const;

export type ChannelCode = (typeof channelFacts)[number][0];

export const educations: Weighted<string> = [
  ['bachelor', 58],
  ['college', 24],
  ['master', 9],
  ['high_school', 7],
  ['doctor', 1],
];

export const campaigns: Some<string> = [
  '品牌词-全国',
  '暑期集训推广',
  '零基础上岸计划',
  '考前 100 天冲刺',
  '在职备考专场',
  '往届生召回',
  '双师直播周',
  '免费估分活动',
];
export const keywords: Some<string> = [
  '报名条件',
  '培训机构哪家好',
  '零基础怎么学',
  '考试时间',
  '网课推荐',
  '历年真题',
  '通过率',
  '在职备考',
  '学费多少',
];
