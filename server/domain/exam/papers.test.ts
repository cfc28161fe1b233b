import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, type ExamCompany, options, startExamCompany } from './exam-company.testing.ts';

type Values = Record<string, unknown>;

let company: ExamCompany;
let typeId: string;
let questions: readonly string[];
beforeAll(async () => {
  company = await startExamCompany();
  typeId = await paperType('past_paper');
  questions = [await company.published(), await company.published(), await company.published()];
}, 60_000);
afterAll(() => company.close());

let serial = 0;
const paperType = (kind: string) => {
  serial += 1;
  return company.records.insert('paper_type', {
    ...{ code: `T${serial}`, name: `类型${serial}`, kind, needMarking: false, allowRepeat: true, enabled: true },
    ...{ durationMinutes: 120, sortNo: serial },
  });
};
const row = (questionId: string | undefined, score = 2) => ({ questionId, score });
const act = (by: string, path: string, body: Values) => company.act(by, path, body);
const paperBody = (over: Values = {}) => ({
  ...{ name: '真题卷', projectId: company.ids.project, typeId, durationMinutes: 120, showAnswer: 'now' },
  sections: [{ title: '一、单项选择题', questions: [row(questions[0]), row(questions[1], 3)] }],
  ...over,
});
const paper = (over: Values = {}) => company.done('teacher', '/v1/paper/create', paperBody(over));
const publish = (id: string) => act('teacher', '/v1/paper/publish', { id });
const stored = (id: string) => company.stored('paper', id);
const shown = async (id: string) =>
  (await act('teacher', '/v1/paper/view', { id, fields: ['questionCount', 'totalScore', 'kind', 'status'] })).data;
const modify = async (by: string, entity: 'paper' | 'exam_catalog', id: string, over: Values) =>
  act(by, `/v1/${entity.replace('_', '/')}/modify`, {
    ...{ id, version: (await company.stored(entity, id)).version, ...over },
  });

describe('a paper', () => {
  it('counts its questions and adds up what they count, by question or by section', async () => {
    const id = await paper({
      sections: [
        { title: '一', questions: [row(questions[0]), row(questions[1], 3.5)] },
        { title: '二', eachScore: 4, questions: [row(questions[2])] },
      ],
    });
    expect(await shown(id)).toMatchObject({ questionCount: 3, totalScore: 9.5, kind: 'past_paper', status: 'draft' });
    expect((await publish(id)).code).toBe('0');
    const { snapshot } = await stored(id);
    expect(snapshot).toMatchObject([
      {
        title: '一',
        questions: [{ id: questions[0], score: 2, options: [{ correct: true }, { correct: false }] }, { score: 3.5 }],
      },
      { title: '二', questions: [{ id: questions[2], score: 4 }] },
    ]);
  });

  it.each([
    ['no question', { sections: [] }, '还没有试题'],
    ['an empty section', { sections: [{ title: '一', questions: [] }] }, '还没有试题'],
    ['a pass mark above all', { passScore: 6 }, '及格分不能超过总分'],
    ['an end that is over', { endAt: '2026-01-01T00:00:00Z' }, '结束时间已过'],
  ])('is not published with %s', async (_, over, message) => {
    const id = await paper(over);
    const answer = await publish(id);
    expect(answer.code).not.toBe('0');
    expect(JSON.stringify(answer)).toContain(message);
    expect(await stored(id)).toMatchObject({ status: 'draft', snapshot: null });
  });

  it('for a mock exam has a beginning before its end', async () => {
    const mock = { typeId: await paperType('mock') };
    expect(JSON.stringify(await publish(await paper(mock)))).toContain('模考须写明开始与结束时间');
    const span = (from: number, to: number) => ({
      startAt: new Date(Date.now() + from).toISOString(),
      endAt: new Date(Date.now() + to).toISOString(),
    });
    expect((await act('teacher', '/v1/paper/create', paperBody({ ...mock, ...span(9e6, 8e6) }))).code).not.toBe('0');
    expect((await publish(await paper({ ...mock, ...span(8e6, 9e6) }))).code).toBe('0');
  });

  it('has a question once, of its project, and only published ones', async () => {
    const twice = [
      { title: '一', questions: [row(questions[0])] },
      { title: '二', questions: [row(questions[0])] },
    ];
    expect(codeOf(await act('teacher', '/v1/paper/create', paperBody({ sections: twice })))).toBe('E_PAPER_TWICE');
    const foreign = await company.published({ projectId: company.ids.otherProject });
    const of = (questionId: string) => paperBody({ sections: [{ title: '一', questions: [row(questionId)] }] });
    expect(codeOf(await act('teacher', '/v1/paper/create', of(foreign)))).toBe('E_PAPER_PROJECT');
    expect((await act('teacher', '/v1/paper/create', of(await company.question()))).code).not.toBe('0');
  });

  it('stays as it was published, whatever becomes of its questions; a change is its next edition', async () => {
    const questionId = await company.published({ options: options('*甲', '乙') });
    const id = await paper({ sections: [{ title: '一', questions: [row(questionId)] }] });
    expect((await publish(id)).code).toBe('0');
    expect((await modify('teacher', 'paper', id, { name: '改名' })).code).not.toBe('0');
    expect((await modify('teacher', 'paper', id, { sections: [] })).code).not.toBe('0');
    const { version } = await company.stored('question', questionId);
    await company.done('content', '/v1/question/modify', {
      id: questionId,
      version,
      stem: `<p>${crypto.randomUUID()}改</p>`,
    });
    expect(JSON.stringify((await stored(id)).snapshot)).not.toContain('改');
    const copies = await Promise.all(Array.from({ length: 8 }, () => act('teacher', '/v1/paper/copy', { id })));
    expect(new Set(copies.map(codeOf))).toEqual(new Set(['0']));
    const editions = await Promise.all(copies.map(({ data }) => stored(String(data.id))));
    expect(editions.map(({ edition }) => edition).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await shown(String(copies[0]?.data.id))).toMatchObject({ questionCount: 1, totalScore: 2, status: 'draft' });
  });

  it('and a question that goes offline at the same moment: one of the two is refused', async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < 6; round++) {
      const questionId = await company.published();
      const id = await paper({ sections: [{ title: '一', questions: [row(questionId)] }] });
      const answers = await Promise.all([publish(id), act('teacher2', '/v1/question/offline', { id: questionId })]);
      expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
      outcomes.push(...answers.map(codeOf).filter((code) => code !== '0'));
    }
    expect(new Set([...outcomes, 'E_QUESTION_IN_USE', 'E_PAPER_QUESTION']).size).toBe(2);
  });

  it('lets go of its questions when it is closed, and is not opened again after its end', async () => {
    const questionId = await company.published();
    const id = await paper({ sections: [{ title: '一', questions: [row(questionId)] }] });
    await company.done('teacher', '/v1/paper/publish', { id });
    expect(codeOf(await act('teacher2', '/v1/question/offline', { id: questionId }))).toBe('E_QUESTION_IN_USE');
    await company.done('teacher', '/v1/paper/close', { id });
    expect((await act('teacher', '/v1/paper/delete', { id })).message).toContain('只有草稿可以删除');
    await company.done('teacher2', '/v1/question/offline', { id: questionId });
    await company.database.rows("update paper set end_at = now() - interval '1 hour' where id = $1", [id]);
    expect((await act('teacher', '/v1/paper/reopen', { id })).message).toContain('结束时间已过');
  });

  it('gives sub-questions their share of what their question counts', async () => {
    const whole = await company.question({ kind: 'composite', options: [], score: 3 });
    for (const subNo of [1, 2, 3])
      await company.done('teacher', '/v1/question/create', company.body({ parentId: whole, subNo, score: 1 }));
    await company.done('teacher', '/v1/question/submit', { id: whole });
    await company.done('teacher2', '/v1/question/publish', { id: whole });
    const id = await paper({ sections: [{ title: '一', questions: [row(whole, 10)] }] });
    await company.done('teacher', '/v1/paper/publish', { id });
    expect((await stored(id)).snapshot).toMatchObject([
      { questions: [{ score: 10, subs: [{ score: 3.33 }, { score: 3.33 }, { score: 3.34 }] }] },
    ]);
  });
});

describe('a catalogue', () => {
  const catalog = (over: Values = {}) => {
    serial += 1;
    return act('content', '/v1/exam/catalog/create', {
      ...{ name: `目录${serial}`, projectId: company.ids.project, usage: 'past_paper', free: false, ...over },
    });
  };
  const made = async (over: Values = {}) => String((await catalog(over)).data.id);
  const counts = async (id: string) =>
    (await act('content', '/v1/exam/catalog/view', { id, fields: ['questionCount', 'paperCount', 'childCount'] })).data;

  it('is four levels deep, without circles, of one use and project', async () => {
    const first = await made();
    const second = await made({ parentId: first });
    const fourth = await made({ parentId: await made({ parentId: second }) });
    expect((await catalog({ parentId: fourth })).code).not.toBe('0');
    expect((await act('content', '/v1/exam/catalog/move', { id: first, parentId: fourth })).code).not.toBe('0');
    expect(JSON.stringify(await catalog({ parentId: first, usage: 'mock' }))).toContain('用途须与上级目录相同');
    expect((await catalog({ parentId: first, projectId: company.ids.otherProject })).code).not.toBe('0');
    const change = async (id: string, over: Values) =>
      JSON.stringify(await modify('content', 'exam_catalog', id, over));
    expect(await change(first, { usage: 'mock' })).toContain('有下级目录时不能换用途');
    expect((await act('content', '/v1/exam/catalog/delete', { id: first })).message).toContain('不能删除');
    const bound = await made();
    expect((await modify('content', 'exam_catalog', bound, { questions: [{ questionId: questions[0] }] })).code).toBe(
      '0',
    );
    expect(await change(bound, { projectId: company.ids.otherProject })).toContain('E_CATALOG_PROJECT');
  });

  it('counts what is bound to it, comes out with something in it, and is not deleted then', async () => {
    const top = await made();
    const leaf = await made({ parentId: top });
    expect(codeOf(await act('content', '/v1/exam/catalog/publish', { id: top }))).toBe('E_CATALOG_EMPTY');
    const paperId = await paper();
    const bind = (over: Values) => modify('content', 'exam_catalog', leaf, over);
    expect((await bind({ papers: [{ paperId }] })).code).not.toBe('0');
    await company.done('teacher', '/v1/paper/publish', { id: paperId });
    expect(
      (await bind({ papers: [{ paperId }], questions: questions.map((questionId) => ({ questionId })) })).code,
    ).toBe('0');
    expect(await counts(leaf)).toMatchObject({ questionCount: 3, paperCount: 1 });
    expect(await company.records.count('catalog_question', { catalogId: leaf })).toBe(3);
    expect((await act('content', '/v1/exam/catalog/publish', { id: top })).code).toBe('0');
    expect(codeOf(await act('content', '/v1/exam/catalog/delete', { id: leaf }))).toBe('E_CATALOG_BOUND');
    expect((await catalog({ parentId: leaf })).code).not.toBe('0');
    expect((await modify('content', 'exam_catalog', top, { questions: [{ questionId: questions[0] }] })).code).not.toBe(
      '0',
    );
  });

  it('takes neither drafts nor what is of another project', async () => {
    const id = await made();
    const bind = (questionId: string) => modify('content', 'exam_catalog', id, { questions: [{ questionId }] });
    expect((await bind(await company.question())).code).not.toBe('0');
    expect(codeOf(await bind(await company.published({ projectId: company.ids.otherProject })))).toBe(
      'E_CATALOG_PROJECT',
    );
    expect(await counts(id)).toMatchObject({ questionCount: 0 });
  });
});
