import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, type ExamCompany, options, startExamCompany } from './exam-company.testing.ts';

let company: ExamCompany;
beforeAll(async () => {
  company = await startExamCompany();
}, 60_000);
afterAll(() => company.close());

const question = (id: string) => company.stored('question', id);
const move = (by: string, key: string, id: string, over = {}) =>
  company.act(by, `/v1/question/${key}`, { id, ...over });
const modify = async (by: string, id: string, over: Record<string, unknown>) =>
  company.act(by, '/v1/question/modify', { id, version: (await question(id)).version, ...over });
const rowsOf = (entity: string, questionId: string) => company.records.find(entity, { questionId }, 20);
const criteria = (...scores: readonly number[]) => scores.map((score) => ({ content: `得 ${score} 分`, score }));
const written = { options: [], score: 6, modelAnswer: '<p>略</p>', criteria: criteria(2, 4) };

describe('an answer fits its kind when it is submitted', () => {
  it.each([
    ['single: two are right', { options: options('*甲', '*乙') }, '单选题须有 2–8 个选项'],
    ['single: none is right', { options: options('甲', '乙') }, '单选题须有 2–8 个选项'],
    ['single: one option', { options: options('*甲') }, '单选题须有 2–8 个选项'],
    ['multiple: one is right', { kind: 'multiple', options: options('*甲', '乙') }, '至少两个正确'],
    ['indefinite: none is right', { kind: 'indefinite', options: options('甲', '乙') }, '至少一个正确'],
    ['judge: three options', { kind: 'judge', options: options('*甲', '乙', '丙') }, '判断题须有'],
    ['judge: both are right', { kind: 'judge', options: options('*正确', '*错误') }, '判断题须有'],
    ['blank: no gap', { kind: 'blank', options: [], blanks: [{ accepted: '甲' }] }, '填空题的题干里至少一处'],
    [
      'blank: a gap too many',
      { kind: 'blank', options: [], stem: '<p>问一____与____</p>', blanks: [{ accepted: '甲' }] },
      '填空题',
    ],
    ['short: no points', { kind: 'short', ...written, criteria: [] }, '须有参考答案与采分点'],
    ['essay: no modelAnswer', { kind: 'essay', ...written, modelAnswer: null }, '须有参考答案与采分点'],
    ['case: points do not add up', { kind: 'case', ...written, criteria: criteria(2, 3) }, '采分点的分值合计'],
    ['short: options', { kind: 'short', ...written, options: options('*甲', '乙') }, '只有选择题与判断题有选项'],
    ['single: gaps', { blanks: [{ accepted: '甲' }] }, '只有填空题有填空答案'],
    ['single: points', { criteria: criteria(2) }, '论述题有采分点'],
    ['composite: no sub-question', { kind: 'composite', options: [] }, '材料题须有 1–20 道小题'],
  ])('%s', async (_, over, message) => {
    const id = await company.question(over);
    const answer = await move('teacher', 'submit', id);
    expect(answer.code).not.toBe('0');
    expect(JSON.stringify(answer)).toContain(message);
    expect(await question(id)).toMatchObject({ status: 'draft', version: 1 });
  });

  it.each([
    ['single', {}],
    ['multiple', { kind: 'multiple', options: options('*甲', '*乙', '丙') }],
    ['indefinite', { kind: 'indefinite', options: options('*甲', '乙') }],
    ['judge', { kind: 'judge', options: options('*正确', '错误') }],
    [
      'blank',
      {
        kind: 'blank',
        options: [],
        stem: '<p>问二____与＿＿＿＿</p>',
        blanks: [{ accepted: '甲' }, { accepted: '乙\n丙' }],
      },
    ],
    ['short', { kind: 'short', ...written }],
    ['case', { kind: 'case', ...written }],
    ['essay', { kind: 'essay', ...written }],
  ])('%s: what is whole is submitted and published by another teacher', async (_, over) => {
    const id = await company.question(over);
    expect((await move('teacher', 'submit', id)).code).toBe('0');
    expect((await move('teacher', 'publish', id)).code).not.toBe('0');
    expect((await move('teacher2', 'publish', id)).code).toBe('0');
    expect(await question(id)).toMatchObject({
      status: 'published',
      reviewerId: company.staff.teacher2,
      answerVersion: 1,
    });
  });

  it('holds afterwards too, whoever corrects it', async () => {
    const id = await company.published();
    const refused = await modify('content', id, { options: options('*甲', '*乙') });
    expect(JSON.stringify(refused)).toContain('恰有一个正确');
    expect(await rowsOf('question_option', id)).toHaveLength(2);
  });
});

describe('who does what', () => {
  it('an author does not publish what he wrote, nor whoever submitted it, nor an administrator his own', async () => {
    const own = await company.question();
    await company.done('content', '/v1/question/submit', { id: own });
    const answer = await move('teacher', 'publish', own);
    expect(answer.message).toContain('不能审核自己出的或自己提交的');
    const admins = await company.done('admin', '/v1/question/create', company.body());
    await company.done('admin', '/v1/question/submit', { id: admins });
    expect((await move('admin', 'publish', admins)).message).toContain('不能审核自己出的或自己提交的');
    expect((await move('academic', 'publish', admins)).code).toBe('0');
  });

  it('a draft is its author’s; what waits is nobody’s to change; what is published is corrected by who may', async () => {
    const id = await company.question();
    expect((await modify('teacher2', id, { score: 3 })).message).toContain('草稿由出题人修改');
    expect((await modify('teacher', id, { score: 3 })).code).toBe('0');
    await company.done('teacher', '/v1/question/submit', { id });
    expect((await modify('content', id, { score: 4 })).code).not.toBe('0');
    expect((await move('teacher2', 'reject', id)).code).not.toBe('0');
    expect((await move('teacher2', 'reject', id, { rejectReason: '答案有误' })).code).toBe('0');
    await company.done('teacher', '/v1/question/submit', { id });
    await company.done('teacher2', '/v1/question/publish', { id });
    expect((await modify('teacher', id, { difficulty: 5 })).code).not.toBe('0');
    expect((await modify('content', id, { kind: 'multiple' })).code).not.toBe('0');
    expect((await modify('content', id, { difficulty: 5 })).code).toBe('0');
    expect(codeOf(await move('content', 'delete', id))).not.toBe('0');
    expect(await question(id)).toMatchObject({ status: 'published', kind: 'single', difficulty: 5 });
  });

  it('fifty at once publish it: one does', async () => {
    const id = await company.question();
    await company.done('teacher', '/v1/question/submit', { id });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => move(at % 2 === 0 ? 'teacher2' : 'teacher3', 'publish', id)),
    );
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
  });
});

describe('a stem is once in a project', () => {
  it('however it is written, at once or later, and free again when its question is gone', async () => {
    const body = company.body({ stem: '<p>1. 下列关于时效的说法，正确的是（ ）</p>' });
    const same = { ...body, stem: '下列关于时效的说法正确的是' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => company.act('teacher', '/v1/question/create', body)),
    );
    const made = answers.filter(({ code }) => code === '0');
    expect(made).toHaveLength(1);
    const id = String(made[0]?.data.id);
    expect((await company.act('content', '/v1/question/create', same)).message).toContain('题干相同');
    const other = await company.question();
    expect(codeOf(await modify('teacher', other, { stem: same.stem }))).toBe('E_QUESTION_SAME');
    // It is another one in another project, and below a question that has several.
    await company.question({ ...same, projectId: company.ids.otherProject });
    const parentId = await company.question({ kind: 'composite', options: [] });
    await company.question({ ...same, parentId, subNo: 1 });
    await company.done('teacher', '/v1/question/delete', { id });
    await company.done('content', '/v1/question/create', same);
    expect((await company.act('teacher', '/v1/question/restore', { id })).code).not.toBe('0');
  });

  it('tells of those like it while it is written', async () => {
    const stem =
      '<p>某企业于二〇二三年三月购入一台生产设备并于当月投入使用，采用年限平均法计提折旧，其当年应计提的折旧额为</p>';
    const id = await company.question({ stem });
    const { questionNo } = await question(id);
    const check = (over: Record<string, unknown>) =>
      company.call<{ free: boolean; message?: string }>('teacher', '/v1/question/check', { field: 'stem', ...over });
    const like = { value: stem.replace('三月', '四月') };
    expect((await check(like)).data).toMatchObject({
      free: false,
      message: expect.stringContaining(String(questionNo)),
    });
    expect((await check({ ...like, id })).data).toMatchObject({ free: true });
    expect((await check({ value: '<p>完全不同的另一道题目</p>' })).data).toMatchObject({ free: true });
  });

  it.each(['<p></p>', '<p>　&nbsp;</p>', '<script>alert(1)</script>', '<style>p{}</style>'])(
    'is not empty: %s',
    async (stem) => {
      expect(['E_QUESTION_STEM', 'E_INPUT_INVALID']).toContain(
        codeOf(await company.act('teacher', '/v1/question/create', company.body({ stem }))),
      );
    },
  );

  it('loses what acts, in the stem and in its options', async () => {
    const attack =
      '甲<script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">乙</a><svg onload=alert(4)>';
    const id = await company.question({
      stem: `<p>问三${attack}</p>`,
      options: [{ content: attack, correct: true }, ...options('丙')],
    });
    const { stem, stemText } = await question(id);
    const contents = (await rowsOf('question_option', id)).map(({ content }) => String(content)).join();
    expect(`${stem}${stemText}${contents}`).not.toMatch(/script|onerror|onload|svg/);
    expect(stemText).toBe('问三甲乙');
  });
});

it('keeps no text that says nothing', async () => {
  const bare = { kind: 'essay', ...written, modelAnswer: '<script>alert(1)</script>' };
  expect(codeOf(await company.act('teacher', '/v1/question/create', company.body(bare)))).toBe('E_QUESTION_TEXT');
  const id = await company.question();
  expect(codeOf(await modify('teacher', id, { analysis: '<style>p{}</style>' }))).toBe('E_QUESTION_TEXT');
});

describe('sub-questions', () => {
  const composite = () => company.question({ kind: 'composite', options: [] });
  const sub = (parentId: string, subNo: number, over = {}) =>
    company.act('teacher', '/v1/question/create', company.body({ parentId, subNo, ...over }));

  it('go with their question, through every state', async () => {
    const id = await composite();
    const sub1 = String((await sub(id, 1)).data.id);
    const states = async () => [(await question(id)).status, (await question(sub1)).status];
    expect((await move('teacher', 'submit', sub1)).message).toContain('小题随材料题');
    expect((await move('admin', 'follow', sub1)).code).not.toBe('0');
    for (const [by, key, status, over] of [
      ['teacher', 'submit', 'pending', {}],
      ['teacher2', 'reject', 'draft', { rejectReason: '改' }],
      ['teacher', 'submit', 'pending', {}],
      ['teacher2', 'publish', 'published', {}],
      ['teacher2', 'offline', 'offline', {}],
      ['teacher2', 'republish', 'published', {}],
    ] as const) {
      expect((await move(by, key, id, over)).code).toBe('0');
      expect(await states()).toEqual([status, status]);
    }
    expect((await sub(id, 2)).code).not.toBe('0');
  });

  it('keep their question back while one of them is not whole', async () => {
    const id = await composite();
    await sub(id, 1, { options: options('甲', '乙') });
    expect(JSON.stringify(await move('teacher', 'submit', id))).toContain('单选题须有 2–8 个选项');
    expect(await question(id)).toMatchObject({ status: 'draft' });
  });

  it('answer for their question, which has no answer of its own and counts what they count', async () => {
    const id = await company.question({ kind: 'composite', options: [], score: 3, modelAnswer: '<p>略</p>' });
    await sub(id, 1);
    const refused = JSON.stringify(await move('teacher', 'submit', id));
    expect(refused).toContain('自己没有答案');
    expect(refused).toContain('材料题的默认分值须等于小题分值的合计');
    expect((await modify('teacher', id, { modelAnswer: null, score: 2 })).code).toBe('0');
    expect((await move('teacher', 'submit', id)).code).toBe('0');
  });

  it('are twenty at most, though two come at once', async () => {
    const id = await composite();
    for (let at = 1; at <= 19; at++) expect((await sub(id, at)).code).toBe('0');
    const answers = await Promise.all([sub(id, 20), sub(id, 21), sub(id, 22)]);
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
    // Who waited too long for the others is told so, and asks again; any of the three may have been the first.
    expect((await sub(id, 23)).message).toContain('至多 20 道小题');
    expect(await company.records.count('question', { parentId: id })).toBe(20);
  });

  it('are neither composite nor of another project, and stay where they are', async () => {
    const [id, other] = [await composite(), await composite()];
    expect((await sub(id, 1, { kind: 'composite', options: [] })).code).not.toBe('0');
    const { otherProject: projectId } = company.ids;
    expect(JSON.stringify(await sub(id, 1, { projectId }))).toContain('小题与材料题须是同一个项目');
    expect(
      JSON.stringify(await company.act('teacher', '/v1/question/create', company.body({ parentId: id }))),
    ).toContain('小题须有题号');
    const sub1 = String((await sub(id, 1)).data.id);
    expect(JSON.stringify(await modify('teacher', id, { projectId }))).toContain('有小题之后不能换项目');
    expect((await sub(id, 1)).code).not.toBe('0');
    expect(JSON.stringify(await modify('teacher', sub1, { parentId: other }))).toContain('不能换到另一道材料题');
    expect(JSON.stringify(await modify('teacher', sub1, { parentId: null, subNo: null }))).toContain(
      '不能换到另一道材料题',
    );
    expect(codeOf(await move('teacher', 'delete', id))).not.toBe('0');
  });
});

describe('the answer of a question students have answered', () => {
  it('becomes a new version when it is corrected, and keeps its number of options', async () => {
    const id = await company.published({ options: options('*甲', '乙', '丙') });
    await company.database.rows('update question set done_count = 3 where id = $1', [id]);
    const rows = (await rowsOf('question_option', id)).toSorted((a, b) => Number(a.place) - Number(b.place));
    const kept = (right: number) =>
      rows.map(({ id: row, content }, at) => ({ id: row, content, correct: at === right }));
    expect(codeOf(await modify('content', id, { options: kept(0).slice(0, 2) }))).toBe('E_QUESTION_ANSWERED');
    expect(await rowsOf('question_option', id)).toHaveLength(3);
    expect((await modify('content', id, { options: kept(1) })).code).toBe('0');
    expect(await question(id)).toMatchObject({ answerVersion: 2, optionCount: 3 });
    expect((await modify('content', id, { analysis: '<p>解析</p>' })).code).toBe('0');
    expect(await question(id)).toMatchObject({ answerVersion: 2 });
  });
});
