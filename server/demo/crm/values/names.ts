import { type Random, type Some, some, type Weighted } from './random.ts';

type Syllable = readonly [hanzi: string, pinyin: string];

const pairs = (text: string): Some<Syllable> =>
  some(
    text.split(' ').map((item): Syllable => {
      const hanzi = [...item].filter((letter) => letter > '\u2e7f').join('');
      return [hanzi, item.slice(hanzi.length)];
    }),
  );

// The most frequent first: weights fall with the place in the list.
const surnames: Weighted<Syllable> = weightedByPlace(
  pairs(
    '王wang 李li 张zhang 刘liu 陈chen 杨yang 黄huang 赵zhao 吴wu 周zhou 徐xu 孙sun 马ma 朱zhu 胡hu 郭guo 何he 林lin 高gao 罗luo 郑zheng 梁liang 谢xie 宋song 唐tang 许xu 邓deng 韩han 冯feng 曹cao 彭peng 曾zeng 肖xiao 田tian 董dong 潘pan 袁yuan 蔡cai 蒋jiang 余yu 于yu 杜du 叶ye 程cheng 魏wei 苏su 吕lv 丁ding 任ren 卢lu 姚yao 沈shen 钟zhong 姜jiang 崔cui 谭tan 陆lu 范fan 汪wang 廖liao 石shi 金jin 韦wei 贾jia 夏xia 付fu 方fang 邹zou 熊xiong 白bai 孟meng 秦qin 邱qiu 侯hou 江jiang 尹yin 薛xue 闫yan 段duan 雷lei 龙long 黎li 史shi 陶tao 贺he 毛mao 郝hao 顾gu 龚gong 邵shao 万wan 覃qin 武wu 钱qian 戴dai 严yan 莫mo 孔kong 向xiang 欧阳ouyang 司徒situ 上官shangguan',
  ),
);
const maleParts = pairs(
  '伟wei 强qiang 磊lei 军jun 洋yang 勇yong 杰jie 涛tao 超chao 明ming 刚gang 平ping 辉hui 鹏peng 华hua 飞fei 鑫xin 波bo 斌bin 宇yu 浩hao 凯kai 健jian 俊jun 帆fan 帅shuai 旭xu 宁ning 龙long 林lin 阳yang 峰feng 博bo 文wen 志zhi 建jian 子zi 泽ze 天tian 昊hao 轩xuan 睿rui 航hang 晨chen 铭ming 嘉jia 家jia 国guo 海hai 景jing 思si 承cheng 一yi 彦yan 恒heng 骏jun',
);
const femaleParts = pairs(
  '芳fang 娜na 敏min 静jing 丽li 艳yan 娟juan 霞xia 燕yan 婷ting 雪xue 颖ying 玲ling 丹dan 萍ping 琳lin 倩qian 莹ying 梅mei 慧hui 欣xin 蕾lei 佳jia 怡yi 雨yu 梦meng 诗shi 涵han 思si 雅ya 晓xiao 可ke 悦yue 瑶yao 璐lu 洁jie 文wen 若ruo 紫zi 欢huan 晴qing 妍yan 语yu 彤tong 菲fei 宁ning 嘉jia 一yi 心xin 然ran 月yue 清qing 秋qiu 书shu 静jing 云yun',
);

function weightedByPlace(items: Some<Syllable>): Weighted<Syllable> {
  return some(items.map((item, place) => [item, 1 / (place + 6)] as const));
}

const commonAlone = 24;

/** A person as the demo data know him. */
export type Person = {
  readonly name: string;
  readonly pinyin: string;
  readonly initials: string;
  readonly gender: 'male' | 'female';
};

/** Makes up a person. */
export function person(random: Random): Person {
  const gender = random.chance(0.5) ? 'male' : 'female';
  const [surname, surnamePinyin] = random.weighted(surnames);
  const parts = gender === 'male' ? maleParts : femaleParts;
  const first = random.pick(parts);
  const second = random.pick(parts);
  // Only those at the head of the lists stand alone in a name.
  const given =
    first[0] !== second[0] && random.chance(0.72) ? [first, second] : [parts[random.int(0, commonAlone - 1)] ?? first];
  return {
    name: surname + given.map(([hanzi]) => hanzi).join(''),
    pinyin: surnamePinyin + given.map(([, pinyin]) => pinyin).join(''),
    initials: [surnamePinyin, ...given.map(([, pinyin]) => pinyin)].map((pinyin) => pinyin.slice(0, 1)).join(''),
    gender,
  };
}

/** A WeChat id such as people choose. */
export function wechatId(of: Person, random: Random): string {
  switch (random.int(0, 3)) {
    case 0:
      return `wxid_${random.bits().toString(36)}${random.bits().toString(36)}`.slice(0, 19);
    case 1:
      return `${of.pinyin}${random.int(1980, 2008)}`;
    case 2:
      return `${of.pinyin}_${random.int(1, 999)}`;
    default:
      return `${of.initials}${random.int(10_000, 9_999_999)}`;
  }
}

/** A QQ number. */
export function qqNumber(random: Random): string {
  return String(random.int(100_000_000, 3_999_999_999));
}

const mailHosts: Some<string> = ['example.com', 'example.net', 'example.org'];

/** A mail address at a domain kept for examples. */
export function mailAddress(of: Person, random: Random): string {
  return `${of.pinyin}${random.int(1, 9999)}@${random.pick(mailHosts)}`;
}

const step = 387_421;
const block = 1_000_000;
const prefixes = 70;

/**
 * The mobile number with an index, another for every index. All of them read 1xx00 xxxxxx, so that nobody takes
 * them for real ones, and pass every check of the product.
 */
export function mobileNumber(index: number, series: 'customer' | 'staff' = 'customer'): string {
  const prefix = index % prefixes;
  // Shifted by prefix, or neighbours would end in the same four digits.
  const rest = (Math.floor(index / prefixes) * step + prefix * 104_729 + 271_828) % block;
  const middle = series === 'customer' ? '00' : '01';
  return `1${3 + Math.floor(prefix / 10)}${prefix % 10}${middle}${String(rest).padStart(6, '0')}`;
}
