import type { ProjectCode } from '../values/catalogue.ts';

export type QuestionKind =
  | 'single'
  | 'multiple'
  | 'indefinite'
  | 'judge'
  | 'blank'
  | 'short'
  | 'case'
  | 'essay'
  | 'composite';

/** A question as it is written: a right option begins with `*`. */
export type QuestionText = {
  readonly kind: QuestionKind;
  readonly stem: string;
  readonly score: number;
  readonly options?: readonly string[];
  /** What is accepted in each gap, one way of writing it a line. */
  readonly blanks?: readonly string[];
  readonly modelAnswer?: string;
  readonly criteria?: readonly (readonly [content: string, score: number])[];
  readonly analysis?: string;
  readonly subs?: readonly QuestionText[];
};

/** The past questions of a track: of which project, and the points they are about. */
export type TrackTexts = {
  readonly track: 'ky' | 'hd' | 'yj' | 'fs' | 'ys';
  readonly project: ProjectCode;
  readonly subject: string;
  readonly chapters: readonly [string, string];
  readonly questions: readonly QuestionText[];
};

const judge = (stem: string, isRight: boolean): QuestionText => ({
  kind: 'judge',
  stem,
  score: 1,
  options: isRight ? ['*正确', '错误'] : ['正确', '*错误'],
});
const single = (stem: string, ...options: readonly string[]): QuestionText => ({
  kind: 'single',
  stem,
  score: 2,
  options,
});

/** Past questions of five tracks, of all nine kinds. */
export const trackTexts: readonly TrackTexts[] = [
  {
    track: 'ky',
    project: 'postgraduate',
    subject: '思想政治理论',
    chapters: ['马克思主义基本原理', '中国近现代史纲要'],
    questions: [
      {
        ...single('唯物辩证法的实质和核心是', '量变质变规律', '*对立统一规律', '否定之否定规律', '因果规律'),
        analysis: '对立统一规律揭示了事物发展的动力与源泉。',
      },
      {
        kind: 'multiple',
        stem: '下列属于生产关系内容的有',
        score: 2,
        options: ['*生产资料所有制', '*人们在生产中的地位', '*产品分配方式', '劳动工具'],
      },
      judge('实践是检验真理的唯一标准。', true),
      {
        kind: 'blank',
        stem: '物质的唯一特性是____，时间和空间是物质____的存在方式。',
        score: 2,
        blanks: ['客观实在性\n客观实在', '运动'],
      },
      {
        kind: 'short',
        stem: '简述商品的二因素及其关系。',
        score: 6,
        modelAnswer: '商品具有使用价值和价值两个因素，是二者的统一体。',
        criteria: [
          ['使用价值的含义', 2],
          ['价值的含义', 2],
          ['二者的对立统一', 2],
        ],
      },
      {
        kind: 'composite',
        stem: '阅读材料：1978 年的真理标准大讨论打破了“两个凡是”的束缚。回答问题。',
        score: 10,
        subs: [
          single('这场讨论的核心问题是', '*真理的标准', '生产力的标准', '民主的标准', '法制的标准'),
          {
            kind: 'short',
            stem: '说明这场讨论的历史意义。',
            score: 8,
            modelAnswer: '冲破了“左”倾错误的束缚，为十一届三中全会作了思想准备。',
            criteria: [
              ['冲破思想束缚', 4],
              ['为三中全会作准备', 4],
            ],
          },
        ],
      },
    ],
  },
  {
    track: 'fs',
    project: 'law_master',
    subject: '刑法学',
    chapters: ['犯罪论', '刑罚论'],
    questions: [
      single('下列情形中，成立犯罪中止的是', '因被发现而逃跑', '*自动放弃犯罪', '因能力不足未得逞', '误以为既遂而离开'),
      {
        kind: 'multiple',
        stem: '下列属于主刑的有',
        score: 2,
        options: ['*管制', '*拘役', '罚金', '*无期徒刑', '没收财产'],
      },
      {
        kind: 'indefinite',
        stem: '关于正当防卫，下列说法正确的有',
        score: 2,
        options: ['*须有不法侵害', '*侵害须正在进行', '可以针对第三人', '*不能明显超过必要限度'],
      },
      judge('已满十六周岁的人犯罪，应当负刑事责任。', true),
      {
        kind: 'case',
        stem: '甲持刀抢劫乙，乙夺刀将甲刺成重伤。试分析乙的行为。',
        score: 10,
        modelAnswer: '乙的行为属于特殊防卫，不负刑事责任。',
        criteria: [
          ['甲的行为是抢劫', 3],
          ['特殊防卫的条件', 4],
          ['结论：不负刑事责任', 3],
        ],
      },
      {
        kind: 'essay',
        stem: '论罪刑法定原则。',
        score: 15,
        modelAnswer: '法无明文规定不为罪，法无明文规定不处罚。其内容包括法定化、明确化、合理化。',
        criteria: [
          ['含义', 5],
          ['基本内容', 5],
          ['意义', 5],
        ],
      },
    ],
  },
  {
    track: 'yj',
    project: 'constructor',
    subject: '建设工程经济',
    chapters: ['工程经济', '工程财务'],
    questions: [
      single('现值 P 与终值 F 的换算中，复利终值系数是', '*(1+i) 的 n 次方', '1/(1+i)', '1+n·i', 'i/(1+i)'),
      {
        kind: 'multiple',
        stem: '下列属于静态评价指标的有',
        score: 2,
        options: ['*投资收益率', '*静态投资回收期', '净现值', '内部收益率'],
      },
      judge('设备的有形磨损都可以通过修理消除。', false),
      { kind: 'blank', stem: '盈亏平衡点越____，项目抗风险能力越强。', score: 1, blanks: ['低'] },
      {
        kind: 'case',
        stem: '某项目初始投资 1000 万元，每年净收益 250 万元，计算静态投资回收期并评价。',
        score: 8,
        modelAnswer: '回收期为 1000/250=4 年；小于基准回收期时可行。',
        criteria: [
          ['算出 4 年', 5],
          ['与基准比较', 3],
        ],
      },
      {
        kind: 'indefinite',
        stem: '影响资金时间价值的因素有',
        score: 2,
        options: ['*使用时间', '*资金数量', '*投入与回收的特点', '*周转速度'],
      },
    ],
  },
  {
    track: 'ys',
    project: 'pharmacist',
    subject: '药学专业知识',
    chapters: ['药物化学', '药理学'],
    questions: [
      single('阿司匹林的主要作用机制是', '*抑制环氧合酶', '阻断 β 受体', '抑制质子泵', '激动阿片受体'),
      {
        kind: 'multiple',
        stem: '下列属于 β-内酰胺类抗生素的有',
        score: 2,
        options: ['*青霉素', '*头孢菌素', '红霉素', '庆大霉素'],
      },
      judge('肠溶片可以嚼碎服用。', false),
      { kind: 'blank', stem: '首过消除主要发生在____。', score: 1, blanks: ['肝脏\n肝'] },
      {
        kind: 'short',
        stem: '简述影响药物吸收的因素。',
        score: 6,
        modelAnswer: '给药途径、药物性质、剂型与机体状况。',
        criteria: [
          ['药物方面', 3],
          ['机体方面', 3],
        ],
      },
      {
        kind: 'composite',
        stem: '患者，男，58 岁，高血压合并糖尿病。根据病例回答问题。',
        score: 4,
        subs: [
          single('首选的降压药是', '*血管紧张素转换酶抑制药', '利尿药', 'β 受体阻断药', 'α 受体阻断药'),
          single('用药后出现干咳，应当', '继续使用', '*换用血管紧张素受体阻断药', '加用镇咳药', '停用全部药物'),
        ],
      },
    ],
  },
  {
    track: 'hd',
    project: 'law_exam',
    subject: '活动闯关',
    chapters: ['民法常识', '宪法常识'],
    questions: [
      single('我国的根本政治制度是', '*人民代表大会制度', '民族区域自治制度', '政治协商制度', '基层群众自治制度'),
      judge('八周岁以上的未成年人为限制民事行为能力人。', true),
      {
        kind: 'multiple',
        stem: '下列属于物权的有',
        score: 2,
        options: ['*所有权', '*抵押权', '*居住权', '债权'],
      },
      { kind: 'blank', stem: '我国现行宪法于____年通过。', score: 1, blanks: ['1982\n一九八二'] },
      single('法定继承的第一顺序继承人不包括', '配偶', '子女', '父母', '*兄弟姐妹'),
      {
        kind: 'short',
        stem: '简述民事法律行为有效的条件。',
        score: 6,
        modelAnswer: '行为人具有相应的民事行为能力；意思表示真实；不违反强制性规定，不违背公序良俗。',
        criteria: [
          ['行为能力', 2],
          ['意思表示真实', 2],
          ['不违法背俗', 2],
        ],
      },
    ],
  },
];
