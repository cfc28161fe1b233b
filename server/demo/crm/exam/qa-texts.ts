/** What students ask about a question or a lesson, what teachers answer, and what is asked on. */
export type AskedText = {
  readonly title: string;
  readonly content: string;
  readonly answer: string;
  readonly more?: string;
};

export const askedTexts: readonly AskedText[] = [
  {
    title: '这道题为什么不选 C？',
    content: '我觉得 C 项的表述也没有问题，解析里只说“以偏概全”，没有看懂错在哪里。',
    answer: 'C 项把“一般情况”说成了“所有情况”。看到“一律”“都”这样的词，先想有没有例外：教材里列了两种例外，所以不选。',
    more: '那如果题干写明“除法律另有规定外”，C 项是不是就对了？',
  },
  {
    title: '两个概念总是分不清',
    content: '做了三遍还是会混，有没有好记的区分办法？',
    answer: '抓住一个标准：看行为发生时的主观状态。前者是“应当预见而没有预见”，后者是“已经预见而轻信能够避免”。',
    more: '如果题目没有写主观状态，应该怎么推？',
  },
  {
    title: '老师讲的第二种情形没听懂',
    content: '视频里说第二种情形要倒过来判断，前后听了几遍还是不明白为什么。',
    answer: '倒过来是因为举证责任在对方：先假定成立，再看对方有没有反证。建议把例题的两个当事人换个位置再做一遍。',
  },
  {
    title: '参考答案的采分点怎么分配？',
    content: '论述题写了四点，自己估分和参考答案差得比较多，想知道每一点给多少分。',
    answer:
      '先看要点再看论述：四个要点各 3 分，结合材料 2 分，语言 1 分。您的第三点只写了结论，没有理由，会扣 1 到 2 分。',
    more: '理由要写到什么程度才算完整？',
  },
  {
    title: '真题和教材的说法不一致',
    content: '教材写的是旧规定，这道真题按新规定出的，考试以哪个为准？',
    answer: '以考试当年有效的规定为准。教材这一处我们已经在勘误里更正，做旧题时留意题目的年份。',
  },
  {
    title: '这个公式的前提是什么？',
    content: '换一组数据就算不对了，是不是漏了什么条件？',
    answer: '前提是样本相互独立。您换的那组数据是同一批人前后测的，要用配对的公式。',
  },
  {
    title: '材料题应该先看材料还是先看题？',
    content: '时间总是不够，材料看完就过去一大半了。',
    answer: '先看问题，圈出要找的对象和范围，再带着问题读材料。每题控制在 18 分钟以内，先写要点再展开。',
  },
  {
    title: '冲刺阶段还要不要做新题？',
    content: '离考试不到一个月，是继续刷新题还是把错题再过一遍？',
    answer: '以错题为主，新题每天一套保持手感就够。错题按考点归类，同一考点错两次以上的回到视频看那一节。',
  },
];

export const commentTexts: readonly (readonly [score: number, tags: readonly string[], content: string])[] = [
  [5, ['clear'], '老师讲得很细，例子都是真题里的，听完就会做了。'],
  [5, ['patient', 'prompt'], '督学每周都会问进度，掉队了马上提醒。'],
  [4, ['clear'], '内容扎实，就是后半段节奏有点快。'],
  [2, ['slow'], '两天了才回我消息，催了好几次。'],
  [5, [], '答得很清楚，还附了同类题。'],
  [1, ['rude'], '语气不太耐烦，问题也没有解决。'],
  [3, ['fast'], '适合有基础的，零基础听着吃力。'],
];
