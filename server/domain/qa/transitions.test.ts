import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../exam/exam-company.testing.ts';
import { type QaCompany, startQaCompany } from './qa-company.testing.ts';

/**
 * Who may do what to a question of a student, a comment, an attempt, a question of an exam, a paper and a catalogue in
 * which state: written down by hand. A column for each state: `y` it is done, `.` refused for the state, `o` refused for
 * who he is, `?` out of reach, `-` not permitted. `teacher` has what somebody has and is the author of what has one,
 * `teacher2` is of the same project.
 */
const people = ['teacher', 'teacher2', 'content', 'academic', 'supervisor', 'leader', 'sales'] as const;
type Person = (typeof people)[number];
type Row = Partial<Readonly<Record<Person, string>>>;

const tables = {
  student_question: {
    states: ['pending', 'claimed', 'answered', 'follow_up', 'closed', 'hidden'],
    actions: {
      claim: { teacher: 'y.....', teacher2: 'y?????' },
      release: { teacher: '.y....', teacher2: '??????' },
      answer: { teacher: 'yyyy..', teacher2: 'y?????' },
      hide: { content: 'y.y...', academic: 'y.y...' },
      transfer: { teacher: 'yy.y..', teacher2: '??????', academic: 'yy.y..' },
      'ask/more': {},
      close: {},
    },
  },
  comment: {
    states: ['pending', 'visible', 'hidden'],
    actions: {
      approve: { content: 'y..' },
      hide: { content: 'yy.' },
      show: { content: '..y' },
      reply: { content: '.y.' },
    },
  },
  exam_attempt: {
    states: ['doing', 'submitted', 'marking', 'marked', 'returned', 'void'],
    actions: {
      claim: { teacher: '?y..??', teacher2: '?y??y?' },
      finish: { teacher: '??y.??', teacher2: '??????' },
      release: { teacher: '??y.??', teacher2: '??????' },
      return: { academic: '...y..' },
      void: { academic: 'yy....' },
      submit: {},
    },
  },
  question: {
    states: ['draft', 'pending', 'published', 'offline'],
    actions: {
      submit: { teacher: 'y...', teacher2: 'oooo', content: 'y...' },
      publish: { teacher: 'oooo', teacher2: '.y..', academic: '.y..' },
      reject: { teacher: 'oooo', teacher2: '.y..', academic: '.y..' },
      offline: { teacher: '..y.', teacher2: '..y.', content: '..y.', academic: '..y.' },
      republish: { teacher: '...y', teacher2: '...y', content: '...y', academic: '...y' },
      follow: {},
    },
  },
  paper: {
    states: ['draft', 'published', 'closed'],
    actions: {
      publish: { teacher: 'y..', teacher2: 'y..', content: 'y..' },
      close: { teacher: '.y.', teacher2: '.y.', content: '.y.' },
      reopen: { teacher: '..y', teacher2: '..y', content: '..y' },
    },
  },
  exam_catalog: {
    states: ['draft', 'published', 'offline'],
    actions: {
      publish: { teacher: 'y.y', teacher2: 'y.y', content: 'y.y' },
      offline: { teacher: '.y.', teacher2: '.y.', content: '.y.' },
    },
  },
} as const satisfies Readonly<Record<string, { states: readonly string[]; actions: Readonly<Record<string, Row>> }>>;
type Entity = keyof typeof tables;

const codes: Readonly<Record<string, string>> = {
  ...{ y: '0', '.': 'E_STATE', '?': 'E_NOT_FOUND', '-': 'E_NO_PERMISSION', o: 'E_WHO' },
};
const input = {
  reply: '<p>看第二节</p>',
  hideReason: '广告',
  returnReason: '第二题评分不一致',
  voidReason: '重复交卷',
  rejectReason: '答案有误',
};
const needed: Readonly<Record<string, readonly (keyof typeof input)[]>> = {
  ...{ answer: ['reply'], 'ask/more': ['reply'], reply: ['reply'] },
  ...{ hide: ['hideReason'], return: ['returnReason'], void: ['voidReason'], reject: ['rejectReason'] },
};

let company: QaCompany;
let paperId: string;
let typeId: string;
let questionId: string;
let serial = 0;
beforeAll(async () => {
  company = await startQaCompany();
  const { ids, records } = company;
  const like = await records.findOne('staff', { id: ids.sales });
  await records.insert('staff', {
    ...{ account: 'leader', name: '组长', mobile: '13900008888', passwordHash: like?.passwordHash },
    ...{ departmentId: ids.group1, roleIds: [ids['role:supervisor_leader']], projectIds: [ids.project] },
    ...{ firstLogin: false, receiveLeads: false, status: 'active' },
  });
  const kind = { code: 'table', name: '模考', kind: 'mock', needMarking: true, allowRepeat: true, enabled: true };
  typeId = await records.insert('paper_type', kind);
  questionId = await company.published();
  paperId = await records.insert('paper', {
    ...{ paperNo: 'SJ-T', name: '卷', projectId: ids.project, typeId, kind: 'mock', status: 'published' },
    ...{ durationMinutes: 60, showAnswer: 'now', edition: 1, totalScore: 100, passScore: 60 },
  });
}, 60_000);
afterAll(() => company.close());

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** A row of the student's in a state, which `teacher` has where somebody has it. */
async function rowIn(entity: Entity, status: string): Promise<string> {
  serial += 1;
  const { records, ids, staff, studentId, supervisorId } = company;
  const carried = { studentId, supervisorId, supervisorDeptId: ids.group1 };
  const { teacher } = staff;
  if (entity === 'question' || entity === 'paper' || entity === 'exam_catalog') return examRowIn(entity, status);
  if (entity === 'comment')
    return records.insert(entity, {
      ...{ ...carried, targetType: 'course', targetId: crypto.randomUUID(), targetName: '课程', score: 5, status },
      ...{ content: '讲得清楚', ...(status === 'hidden' ? { hideReason: '广告' } : {}) },
    });
  if (entity === 'student_question')
    return records.insert(entity, {
      ...{ ...carried, questionNo: `TW-T${serial}`, projectId: ids.project, bizType: 'free', title: '问', status },
      ...{ content: '<p>问</p>', answererId: teacher, dueAt: at(60), followUps: 0, featured: false },
      claimUntil: status === 'claimed' ? at(20) : null,
    });
  const isHeld = status === 'marking' || status === 'marked';
  return records.insert(entity, {
    ...{ attemptNo: `KS-T${serial}`, studentId, paperId, paperKind: 'mock', takenNo: serial, status },
    ...{ startedAt: at(-60), endsAt: at(60), maxScore: 100, projectId: ids.project, markerId: isHeld ? teacher : null },
    formerMarkerId: status === 'returned' ? teacher : null,
  });
}

/** The same of what belongs to an exam: by `teacher`, with something in it. */
async function examRowIn(entity: 'question' | 'paper' | 'exam_catalog', status: string): Promise<string> {
  const { records, ids, staff, database } = company;
  const projectId = ids.project;
  if (entity === 'exam_catalog') {
    const id = await records.insert(entity, {
      ...{ name: `目录${serial}`, projectId, usage: 'past_paper', free: false, sortNo: serial, status },
    });
    await records.insert('catalog_question', { catalogId: id, questionId, place: 1 });
    return id;
  }
  if (entity === 'paper') {
    const id = await records.insert(entity, {
      ...{ paperNo: `SJ-T${serial}`, name: '卷', projectId, typeId, kind: 'past_paper', status, edition: 1 },
      ...{ durationMinutes: 60, showAnswer: 'now' },
    });
    const sectionId = await records.insert('paper_section', { paperId: id, place: 1, title: '一' });
    await records.insert('paper_question', { sectionId, place: 1, questionId, score: 2 });
    return id;
  }
  const id = await company.question();
  const written = 'update question set status = $2, created_by = $3, submitted_by_id = $3 where id = $1';
  await database.rows(written, [id, status, staff.teacher]);
  return id;
}

function attempt(by: Person, entity: Entity, action: string, id: string) {
  const given = Object.fromEntries((needed[action] ?? []).map((key) => [key, input[key]]));
  return company.act(by, `/v1/${entity.replace('_', '/')}/${action}`, { id, ...given });
}

const entities = ['student_question', 'comment', 'exam_attempt', 'question', 'paper', 'exam_catalog'] as const;
const cases = entities.flatMap((entity) =>
  Object.entries<Row>(tables[entity].actions).map(([action, row]) => [entity, action, row] as const),
);

describe.each(cases)('%s %s', (entity, action, row) => {
  it('is open to whom the table says, in the states it says, and leaves what it refuses as it was', async () => {
    for (const [place, status] of tables[entity].states.entries()) {
      const refused = await rowIn(entity, status);
      const wanted = people.map((person) => codes[row[person]?.[place] ?? '-'] ?? '');
      const got: string[] = [];
      for (const [at, person] of people.entries()) {
        const id = wanted[at] === '0' ? await rowIn(entity, status) : refused;
        got.push(codeOf(await attempt(person, entity, action, id)));
      }
      expect(got, status).toEqual(wanted);
      expect(await company.stored(entity, refused), status).toMatchObject({ version: 1, status });
    }
  });

  // Who has answered may answer on, and a reply takes the place of the one before.
  const staysInState = action === 'answer' || action === 'reply';
  const by = staysInState ? undefined : people.find((person) => row[person]?.includes('y'));
  it.skipIf(by === undefined)('is done once by five at once', async () => {
    if (by === undefined) return;
    const id = await rowIn(entity, tables[entity].states[row[by]?.indexOf('y') ?? 0] ?? '');
    const answers = await Promise.all(Array.from({ length: 5 }, () => attempt(by, entity, action, id)));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
  });
});

it('the table names every transition there is', () => {
  for (const entity of entities) {
    const document = company.documents.entities.get(entity);
    const keys = (document?.states ?? []).flatMap(({ transitions }) => transitions.map(({ key }) => key));
    const named = Object.keys(tables[entity].actions).map((action) => action.replace('/m', 'M'));
    expect(named.toSorted()).toEqual(keys.toSorted());
  }
});
