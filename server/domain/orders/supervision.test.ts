import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudentEvent } from '../../../contract/student-app.ts';
import { addDays, dayOf } from '../../../engine/model/time/index.ts';
import { signed } from '../../kernel/crypto/signature.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { testStudentSecret } from '../../testing/test-app.ts';
import { codeOf } from './order-company.testing.ts';
import { type ScheduleRunner, scheduleRunner } from './refund-driver.testing.ts';
import { type SupervisionCompany, startSupervisionCompany } from './supervision-company.testing.ts';

let company: SupervisionCompany;
let worker: JobWorker;
let schedules: ScheduleRunner;
let staff: SupervisionCompany['people'];
beforeAll(async () => {
  company = await startSupervisionCompany();
  worker = startJobWorker(company.documents, company.database);
  schedules = await scheduleRunner(company, worker);
  staff = company.people;
}, 60_000);
afterAll(async () => {
  await worker.close();
  expect(worker.faults).toEqual([]);
  const broken = `select s.id from study_service s left join owner_record r on r.subject_id = s.id and r.ended_at is null
    where s.own_state = 'assigned' and r.to_staff_id is distinct from s.supervisor_id
    union all select subject_id from owner_record where ended_at is null and subject_type = 'study_service'
    group by subject_id having count(*) > 1`;
  expect(await company.database.rows(broken)).toEqual([]);
  await company.close();
});

type Input = Record<string, unknown>;
type Preview = { readonly digest: string; readonly rows: readonly (readonly { readonly value: unknown }[])[] };
const move = (by: string, key: string, id: string, input: Input = {}) => company.move(by, key, id, input);
const service = (id: string) => company.stored('study_service', id);
const assigned = () => company.assigned();
const serving = () => company.serving();

/** A student with an account, of a customer. */
const student = (customerId: unknown, serial: number) =>
  company.records.insert('student', {
    ...{ studentNo: `XS-S${serial}`, nickname: '学', realName: '学', status: 'active', customerId },
    ...{ mobile: `1351111222${serial}`, registeredAt: new Date().toISOString() },
    ...{ studySeconds: 0, questionDone: 0, points: 0 },
  });

describe('a study service', () => {
  it('knows its class and how long it goes', async () => {
    const { id } = await assigned();
    const { classTypeId, serviceStartOn, serviceEndOn } = await service(id);
    expect(classTypeId).toBe(company.classTypes[0]);
    expect(Date.parse(String(serviceEndOn)) - Date.parse(String(serviceStartOn))).toBe(365 * 86_400_000);
  });

  it('is found from anywhere by the name of the student, among the students, by who looks after him', async () => {
    const { id } = await assigned();
    await company.database.rows("update study_service set student_name = '第五伦' where id = $1", [id]);
    const students = async (account: string) => {
      const { data } = await company.call(account, '/v1/search/query', { keyword: '第五伦' });
      return [data].flat().filter(({ entity }) => entity === 'study_service');
    };
    expect(await students('supervisor1')).toMatchObject([{ title: '学员', records: [{ id, label: '第五伦' }] }]);
    expect(await students('supervisor2')).toEqual([]);
    expect(await students('sales')).toEqual([]);
  });

  it('goes to another supervisor of its project with a note, once, and its history says so', async () => {
    const { id } = await assigned();
    const to = { staffId: staff.supervisor2, handoverNote: '学员每周三晚上有空' };
    expect(codeOf(await move('supervisor1', 'transfer', id, to))).toBe('E_NO_PERMISSION');
    expect((await move('leader', 'transfer', id, { staffId: staff.supervisor2 })).code).not.toBe('0');
    expect(codeOf(await move('leader', 'transfer', id, { ...to, staffId: staff.elsewhere }))).toBe('E_STAFF_PROJECT');
    const both = await Promise.all([move('leader', 'transfer', id, to), move('leader', 'transfer', id, to)]);
    expect(both.map(codeOf).sort()).toEqual(['0', 'E_SERVICE_SAME']);
    expect(await service(id)).toMatchObject({ supervisorId: staff.supervisor2, handoverNote: to.handoverNote });
    expect(await company.records.findOne('owner_record', { subjectId: id, endedAt: null })).toMatchObject({
      ...{ action: 'transfer', fromStaffId: staff.supervisor1, toStaffId: staff.supervisor2, reason: to.handoverNote },
    });
    const told = { linkEntity: 'study_service', linkId: id, receiverId: staff.supervisor2 };
    expect(await company.records.count('notification', told)).toBe(1);
    expect(codeOf(await company.act('supervisor1', '/v1/study/service/view', { id, fields: ['status'] }))).toBe(
      'E_NOT_FOUND',
    );
  });

  it('goes to nobody who holds as many as he may', async () => {
    const { id } = await assigned();
    await company.database.rows("update pool set hold_limit = 0 where kind = 'supervisor'");
    const to = { staffId: staff.supervisor2, handoverNote: '交接' };
    expect((await move('leader', 'transfer', id, to)).code).not.toBe('0');
    await company.database.rows("update pool set hold_limit = 500 where kind = 'supervisor'");
    expect(codeOf(await move('leader', 'transfer', id, to))).toBe('0');
  });

  it('pauses with a reason and an end, by two people, and goes on of itself', async () => {
    const { id } = await serving();
    const soon = addDays(dayOf(Date.now()), 20);
    for (const input of [
      { pausedUntil: soon },
      { pauseReason: '出国' },
      { pauseReason: '出国', pausedUntil: '2020-01-01' },
    ])
      expect((await move('supervisor1', 'pause', id, input)).code).not.toBe('0');
    await company.database.rows('update study_service set pause_count = 2 where id = $1', [id]);
    const third = await move('supervisor1', 'pause', id, { pauseReason: '出国', pausedUntil: soon });
    expect(third.message).toContain('至多休学 2 次');
    await company.database.rows('update study_service set pause_count = 0 where id = $1', [id]);
    await move('supervisor1', 'pause', id, { pauseReason: '出国', pausedUntil: soon });
    expect(await service(id)).toMatchObject({ status: 'serving' });
    const asked = (await company.records.findOne('second_request', { status: 'waiting' }))?.id;
    expect((await company.act('supervisor1', '/v1/second/confirm', { id: asked })).code).not.toBe('0');
    expect(await company.act('leader', '/v1/second/confirm', { id: asked })).toMatchObject({ code: '0' });
    expect(await service(id)).toMatchObject({
      status: 'paused',
      pausedUntil: soon,
      pauseReason: '出国',
      pauseCount: 1,
    });
    await company.database.rows(
      "update study_service set paused_until = current_date - 1, paused_at = now() - interval '10 days', service_end_on = '2036-01-01' where id = $1",
      [id],
    );
    await schedules.run('study_service.resume');
    const { orderId, ...resumed } = await service(id);
    expect(resumed).toMatchObject({ status: 'serving', pausedUntil: null, serviceEndOn: '2036-01-11' });
    expect(await company.stored('sales_order', String(orderId))).toMatchObject({ serviceEndOn: '2036-01-11' });
  });

  it('goes of itself to who has the least, where the pool says so, and stays in it where nobody has room', async () => {
    const set = (auto: boolean, limit: number) =>
      company.database.rows("update pool set auto_assign = $1, hold_limit = $2 where kind = 'supervisor'", [
        auto,
        limit,
      ]);
    const made = async () => company.records.findOne('study_service', { orderId: await company.paid(1_000_000) });
    await company.database.rows("update study_service set status = 'terminated' where own_state = 'assigned'");
    await set(true, 2);
    const given = [await made(), await made(), await made(), await made()];
    const supervisors = [staff.supervisor1, staff.supervisor2];
    for (const one of supervisors) expect(given.filter((row) => row?.supervisorId === one)).toHaveLength(2);
    expect(given[0]).toMatchObject({ status: 'waiting_contact', ownState: 'assigned' });
    expect(await made()).toMatchObject({ status: 'pending', ownState: 'pooled', supervisorId: null });
    await set(false, 500);
  });

  it('is about the account the order is matched with', async () => {
    const { id, orderId } = await assigned();
    const { customerId } = await company.stored('sales_order', orderId);
    const studentId = await student(customerId, 1);
    const match = await company.records.findOne('user_match', { orderId });
    const body = { id: match?.id, studentId };
    expect(await company.act('academic', '/v1/user/match/match', body)).toMatchObject({ code: '0' });
    expect(await service(id)).toMatchObject({ studentId });
  });

  it('takes what its students asked, thought and did along, what they ask at that moment too', async () => {
    const { id, orderId } = await assigned();
    const { customerId } = await company.stored('sales_order', orderId);
    const studentId = await student(customerId, 2);
    const { project: projectId } = company.ids;
    const { call, records, database } = company;
    const tell = (event: StudentEvent) => {
      const text = JSON.stringify(event);
      return call(undefined, '/v1/student/app/event/create', { ...signed(text, testStudentSecret), event: text });
    };
    const ask = () => tell({ kind: 'ask', studentId, projectId: String(projectId), content: '<p>？</p>' });
    const targetId = String(staff.supervisor1);
    expect(await tell({ kind: 'comment', studentId, targetType: 'teacher', targetId, score: 5 })).toMatchObject({
      code: '0',
    });
    const studied = { studySeconds: 60, lessonFinished: 0, questionDone: 0, questionCorrect: 0, paperDone: 0 };
    await records.insert('study_daily_stat', {
      ...{ ...studied, studentId, projectId, statDate: '2026-01-02', signIn: false, score: 1, reachedMinute: 0 },
    });
    for (let turn = 0; turn < 6; turn++) {
      const to = { staffId: turn % 2 === 0 ? staff.supervisor2 : staff.supervisor1, handoverNote: '交接' };
      const answers = await Promise.all([ask(), move('leader', 'transfer', id, to), ask()]);
      expect(answers.map(({ code }) => code)).toEqual(['0', '0', '0']);
    }
    const carried = ['student_question', 'comment', 'study_daily_stat'].map(
      (table) => `select t.supervisor_id, t.supervisor_dept_id, t.version, '${table}' as of from ${table} t
        where t.student_id = '${studentId}'`,
    );
    const rows = await database.rows(carried.join(' union all '));
    expect(rows).toHaveLength(14);
    const { supervisor1 } = staff;
    for (const row of rows)
      expect(row).toMatchObject({ supervisor_id: supervisor1, supervisor_dept_id: company.ids.group1, version: 1 });
  });
});

describe('a batch of services', () => {
  const batch = async (over: Input, by = 'leader') =>
    company.act(by, '/v1/service/batch/create', {
      ...{ kind: 'pool', rule: 'even', limit: 100, projectId: company.ids.project, ...over },
    });
  const distribute = async (id: string, by = 'leader') => {
    const looked = await company.act(by, '/v1/service/batch/distribute', { id, preview: true });
    expect(looked).toMatchObject({ code: '0' });
    const shown = looked.data.preview as Preview;
    const done = await company.act(by, '/v1/service/batch/distribute', { id, previewed: shown.digest });
    expect(done, JSON.stringify(done)).toMatchObject({ code: '0' });
    const items = await company.records.find('service_batch_item', { batchId: id });
    return { shown: shown.rows.map((row) => row.map(({ value }) => value)), items };
  };
  const pooled = async (count: number) => {
    await company.database.rows(
      "update study_service set status = 'terminated', own_state = 'frozen', pool_id = null where own_state = 'pooled'",
    );
    await company.database.rows("update study_service set status = 'terminated' where own_state = 'assigned'");
    for (let at = 0; at < count; at++) await company.paid(1_000_000);
  };
  const receivers = (...weights: readonly number[]) =>
    weights.map((weight, at) => ({ staffId: [staff.supervisor1, staff.supervisor2, staff.leader][at], weight }));

  it('is shared out evenly, as it was looked at', async () => {
    await pooled(7);
    const id = String((await batch({ receivers: receivers(1, 1, 1) })).data.id);
    const { shown, items } = await distribute(id);
    expect(shown).toHaveLength(7);
    const given = new Map(items.map(({ serviceNo, toStaffId }) => [serviceNo, toStaffId]));
    for (const [serviceNo, , , to] of shown) {
      const receiver = await company.records.findOne('staff', { name: to });
      expect(given.get(serviceNo)).toBe(receiver?.id);
    }
    const counts = [staff.supervisor1, staff.supervisor2, staff.leader].map(
      (one) => items.filter(({ toStaffId }) => toStaffId === one).length,
    );
    expect(counts).toEqual([3, 2, 2]);
    expect(await company.stored('service_batch', id)).toMatchObject({ status: 'done', given: 7, failed: 0 });
    expect((await company.act('leader', '/v1/service/batch/distribute', { id, preview: true })).code).not.toBe('0');
  });

  it('goes by weight, or to who has the least', async () => {
    await pooled(4);
    const weighed = await distribute(String((await batch({ rule: 'weight', receivers: receivers(3, 1) })).data.id));
    expect(weighed.items.filter(({ toStaffId }) => toStaffId === staff.supervisor1)).toHaveLength(3);
    for (let at = 0; at < 2; at++) await company.paid(1_000_000);
    const loaded = await distribute(String((await batch({ rule: 'load', receivers: receivers(1, 1) })).data.id));
    expect(loaded.items.map(({ toStaffId }) => toStaffId)).toEqual([staff.supervisor2, staff.supervisor2]);
  });

  it('tells of each row that is refused, and does the others', async () => {
    await pooled(4);
    const people = [{ staffId: staff.supervisor1 }, { staffId: staff.elsewhere }];
    const id = String((await batch({ receivers: people })).data.id);
    const { items } = await distribute(id);
    expect(items.filter(({ problem }) => problem === null)).toHaveLength(2);
    const problems = items.map(({ problem }) => problem).filter((problem) => problem !== null);
    expect(problems).toEqual([expect.stringContaining('elsewhere'), expect.stringContaining('elsewhere')]);
    expect(await company.stored('service_batch', id)).toMatchObject({ given: 2, failed: 2 });
    expect(await company.records.count('study_service', { ownState: 'pooled' })).toBe(2);
  });

  it('is taken back whole by who did it just now, and can be shared out again; not once somebody worked with it', async () => {
    await pooled(3);
    const id = String((await batch({ receivers: receivers(1, 1) })).data.id);
    const first = await distribute(id);
    const back = (by: string) => company.act(by, '/v1/service/batch/undistribute', { id });
    expect(codeOf(await back('supervisor1'))).toBe('E_NO_PERMISSION');
    expect(codeOf(await company.act('admin', '/v1/service/batch/undistribute', { id }))).toBe('E_CUSTOMER_TAKE_BACK');
    expect(codeOf(await back('leader'))).toBe('0');
    expect(await company.records.count('study_service', { ownState: 'pooled', status: 'pending' })).toBe(3);
    expect(await company.stored('service_batch', id)).toMatchObject({
      ...{ status: 'draft', given: 0, failed: 0, doneAt: null },
    });
    const [one] = first.items;
    const lines = await company.records.find('service_batch_item', { batchId: id, serviceId: one?.serviceId });
    expect(lines.map(({ problem }) => problem).sort()).toEqual(['已撤销，在原处', null].sort());
    await distribute(id);
    const given = await company.records.find('study_service', { ownState: 'assigned', status: 'waiting_contact' });
    await company.records.insert('follow_up', {
      ...{ bizType: 'study_service', bizId: given[0]?.id, method: 'wechat', result: 'connected', content: '已联系' },
      ...{ staffId: given[0]?.supervisorId, departmentId: given[0]?.supervisorDeptId },
    });
    await company.database.rows('update follow_up set created_at = now() where biz_id = $1', [given[0]?.id]);
    expect(codeOf(await back('leader'))).toBe('E_CUSTOMER_TAKE_BACK');
    expect(await company.records.count('study_service', { ownState: 'pooled' })).toBe(0);
    expect(await company.stored('service_batch', id)).toMatchObject({ status: 'done', given: 3 });
  });

  it('takes over what a leaver has, with a note; he cannot go before', async () => {
    await pooled(2);
    const first = await distribute(String((await batch({ receivers: receivers(1) })).data.id));
    expect(first.items).toHaveLength(2);
    await company.database.rows("update staff set status = 'leaving' where id = $1", [staff.supervisor1]);
    const leaving = await company.act('admin', '/v1/sys/user/finish/leave', { id: staff.supervisor1 });
    expect(codeOf(leaving)).toBe('E_LEAVE_SERVICES');
    const to = [{ staffId: staff.supervisor2 }];
    const moving = { kind: 'staff', fromStaffId: staff.supervisor1, receivers: to };
    expect(JSON.stringify((await batch(moving)).data)).toContain('/handoverNote');
    expect(
      (await batch({ ...moving, handoverNote: '交接', receivers: [{ staffId: staff.supervisor1 }] })).code,
    ).not.toBe('0');
    const id = String((await batch({ ...moving, handoverNote: '离职交接' })).data.id);
    const { items } = await distribute(id);
    expect(items.every(({ problem }) => problem === null)).toBe(true);
    expect(
      await company.records.count('study_service', { supervisorId: staff.supervisor2, handoverNote: '离职交接' }),
    ).toBe(2);
    expect(await company.act('admin', '/v1/sys/user/finish/leave', { id: staff.supervisor1 })).toMatchObject({
      code: '0',
    });
  });

  it('is made by leaders alone, and what somebody else changed meanwhile has to be looked at again', async () => {
    await pooled(3);
    expect(codeOf(await batch({ receivers: [{ staffId: staff.supervisor2 }] }, 'supervisor2'))).toBe('E_NO_PERMISSION');
    expect((await batch({ receivers: [] })).code).not.toBe('0');
    const id = String((await batch({ receivers: [{ staffId: staff.supervisor2 }] })).data.id);
    expect(codeOf(await company.act('leader', '/v1/service/batch/distribute', { id }))).toBe('E_PREVIEW');
    const looked = await company.act('leader', '/v1/service/batch/distribute', { id, preview: true });
    await company.paid(1_000_000);
    const late = await company.act('leader', '/v1/service/batch/distribute', {
      id,
      previewed: (looked.data.preview as Preview).digest,
    });
    expect(codeOf(late)).toBe('E_PREVIEW');
    expect(await company.stored('service_batch', id)).toMatchObject({ status: 'draft' });
  });
});
