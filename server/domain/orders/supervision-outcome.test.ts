import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
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
  await company.close();
});

type Input = Record<string, unknown>;
const move = (by: string, key: string, id: string, input: Input = {}) => company.move(by, key, id, input);
const service = (id: string) => company.stored('study_service', id);
const serving = () => company.serving();

describe('a student', () => {
  const risk = (by: string, id: string, riskLevel: string, riskReason?: string) =>
    move(by, 'assess/risk', id, { riskLevel, ...(riskReason === undefined ? {} : { riskReason }) });
  const rescues = (orderId: string) => company.records.find('work_order', { orderId, type: 'rescue' });

  it('is rescued by a work order of his order, one at a time, and his leader is told', async () => {
    const { id, orderId } = await serving();
    await company.database.rows('update study_service set leader_id = $1 where id = $2', [staff.leader, id]);
    expect((await risk('supervisor1', id, 'high')).message).toContain('有风险的须写明原因');
    for (const by of ['sales', 'academic'])
      expect(codeOf(await risk(by, id, 'high', '要退费'))).toBe('E_NO_PERMISSION');
    expect(codeOf(await risk('supervisor2', id, 'high', '要退费'))).toBe('E_NOT_FOUND');
    expect(codeOf(await risk('supervisor1', id, 'middle', '三周没有听课'))).toBe('0');
    expect(await rescues(orderId)).toEqual([]);
    const both = await Promise.all([
      risk('supervisor1', id, 'high', '要退费'),
      risk('supervisor1', id, 'high', '要退费'),
    ]);
    expect(both.map(codeOf)).toEqual(['0', '0']);
    const { customerId } = await company.stored('sales_order', orderId);
    expect(await rescues(orderId)).toMatchObject([
      {
        ...{ customerId, status: 'pending_assign', priority: 'high', creatorId: staff.supervisor1 },
        assigneeDeptId: company.ids.group1,
      },
    ]);
    expect(await service(id)).toMatchObject({ riskLevel: 'high', riskReason: '要退费', status: 'serving' });
    const told = { receiverId: staff.leader, linkEntity: 'study_service', linkId: id, title: '学员评为高风险' };
    expect(await company.records.count('notification', told)).toBeGreaterThan(0);
    // Another is made once that one is over.
    await company.database.rows("update work_order set status = 'cancelled' where order_id = $1", [orderId]);
    expect(codeOf(await risk('leader', id, 'high', '又要退费'))).toBe('0');
    expect(await rescues(orderId)).toHaveLength(2);
  });

  const over = async () => {
    const { id, orderId } = await serving();
    // Before its end nobody ends it, whatever his rights.
    expect((await move('admin', 'finish', id)).code).not.toBe('0');
    expect(await service(id)).toMatchObject({ status: 'serving' });
    await company.database.rows("update study_service set service_end_on = '2026-01-01' where id = $1", [id]);
    await schedules.run('study_service.finish');
    const [call] = await company.records.find('work_order', { orderId, type: 'call_back' });
    expect(call).toMatchObject({ serviceId: id, callbackKind: 'exam' });
    await company.database.rows("update work_order set status = 'processing', assignee_id = $1 where id = $2", [
      staff.supervisor1,
      call?.id,
    ]);
    return { id, orderId, callId: String(call?.id) };
  };
  const renewals = async (orderId: string) => {
    const { customerId } = await company.stored('sales_order', orderId);
    return company.records.find('opportunity', { customerId });
  };

  it('is asked for his result when his service is over; who goes on is an opportunity of his seller, once', async () => {
    const { id, orderId, callId } = await over();
    const resolve = (more: Input) =>
      company.act('supervisor1', '/v1/work/order/resolve', {
        ...{ id: callId, solution: '已回访', callbackResult: 'done', ...more },
      });
    expect((await resolve({ examResult: 'pass' })).message).toContain('考后回访须填考试结果与续费意向');
    expect(await resolve({ examResult: 'pass', renewIntention: 'yes' })).toMatchObject({ code: '0' });
    expect(await service(id)).toMatchObject({ status: 'finished', examResult: 'pass', renewIntention: 'yes' });
    const [made, ...others] = await renewals(orderId);
    expect(others).toEqual([]);
    const { sales, group1, project } = company.ids;
    expect(made).toMatchObject({
      ...{ ownerId: sales, ownerDeptId: group1, projectId: project, stage: 'contact', amount: 1_000_000 },
      classTypeId: company.classTypes[0],
    });
    const told = { receiverId: sales, linkEntity: 'customer', linkId: made?.customerId, title: '学员有续费意向' };
    expect(await company.records.count('notification', told)).toBe(1);
    const again = { examResult: 'pass', renewIntention: 'yes' };
    expect(codeOf(await move('supervisor1', 'outcome', id, again))).toBe('0');
    expect(codeOf(await move('sales', 'outcome', id, again))).toBe('E_NO_PERMISSION');
    expect(await renewals(orderId)).toHaveLength(1);
  });

  it('is left to the opportunity that is open, and to the leader where nobody has the customer', async () => {
    const yes = { examResult: 'unknown', renewIntention: 'yes' };
    const first = await serving();
    const { customerId } = await company.stored('sales_order', first.orderId);
    const body = { title: '升级', customerId, projectId: company.ids.project, amount: 100 };
    expect(await company.act('sales', '/v1/opportunity/create', body)).toMatchObject({ code: '0' });
    expect(codeOf(await move('supervisor1', 'outcome', first.id, { ...yes, renewIntention: 'maybe' }))).toBe('0');
    expect(codeOf(await move('supervisor1', 'outcome', first.id, yes))).toBe('0');
    expect(await renewals(first.orderId)).toMatchObject([{ title: '升级' }]);
    const second = await serving();
    const pooled = `update customer set own_state = 'pooled', pool_id = $1, owner_id = null, owner_dept_id = null
      where id = (select customer_id from sales_order where id = $2)`;
    await company.database.rows(pooled, [company.ids.pool, second.orderId]);
    await company.database.rows('update study_service set leader_id = $1 where id = $2', [staff.leader, second.id]);
    expect(codeOf(await move('supervisor1', 'outcome', second.id, yes))).toBe('0');
    expect(await renewals(second.orderId)).toEqual([]);
    const told = { receiverId: staff.leader, linkId: second.id, title: '学员有续费意向' };
    expect(await company.records.count('notification', told)).toBe(1);
  });
});

it('nobody contacts in time goes back to the pool of itself, and his leader is told', async () => {
  const { id } = await company.assigned();
  const overdue = (hours: number) =>
    company.database.rows(
      `update study_service set first_contact_due = now() - interval '${hours} hours', leader_id = $1 where id = $2`,
      [staff.leader, id],
    );
  await overdue(23);
  await schedules.run('study_service.autoReturn');
  expect(await service(id)).toMatchObject({ status: 'waiting_contact', supervisorId: staff.supervisor1 });
  await overdue(25);
  await schedules.run('study_service.autoReturn');
  expect(await service(id)).toMatchObject({
    ...{ status: 'pending', ownState: 'pooled', supervisorId: null, returnReason: '超过首联截止 24 小时' },
    poolId: expect.any(String),
  });
  const [last] = await company.records.find('owner_record', { subjectId: id, endedAt: null });
  expect(last).toMatchObject({ action: 'auto_return', operatorId: null });
  const told = { receiverId: staff.leader, linkId: id, title: '督学服务超时退回' };
  expect(await company.records.count('notification', told)).toBe(1);
  expect((await move('admin', 'auto/return', id)).code).not.toBe('0');
});

describe('what is sent of an order', () => {
  const seen = async (by: string, id: string) => {
    const body = { id, fields: ['shipmentNo', 'receiverMobile'] };
    return company.act(by, '/v1/shipment/view', body);
  };

  it('is seen by who supervises the student, masked, and by nobody who did before', async () => {
    const { classTypes, ids } = company;
    const book = {
      ...{ code: 'JCS', name: '教材', projectId: ids.project, edition: '2026 版', costPrice: 2000, deductPrice: 5000 },
      ...{ safetyStock: 0, uses: [{ classTypeId: classTypes[0], quantity: 1 }] },
    };
    expect(await company.act('admin', '/v1/textbook/create', book)).toMatchObject({ code: '0' });
    const { id, orderId } = await serving();
    const [sent] = await company.records.find('shipment', { orderId });
    const shipmentId = String(sent?.id);
    expect(sent).toMatchObject({ supervisorId: staff.supervisor1, supervisorDeptId: ids.group1 });
    expect((await seen('supervisor1', shipmentId)).data).toMatchObject({
      receiverMobile: expect.stringContaining('****'),
    });
    expect(codeOf(await seen('supervisor2', shipmentId))).toBe('E_NOT_FOUND');
    const to = { staffId: staff.supervisor2, handoverNote: '交接' };
    // What is made for the order just then is his whose the order is afterwards, too.
    const { orderNo } = await company.stored('sales_order', orderId);
    const items = [{ textbookId: (await company.records.findOne('textbook', { code: 'JCS' }))?.id, quantity: 1 }];
    const [given, more] = await Promise.all([
      move('leader', 'transfer', id, to),
      company.act('logistics', '/v1/shipment/create', { orderNo, items }),
    ]);
    expect([given.code, more.code]).toEqual(['0', '0']);
    for (const one of [shipmentId, String(more.data.id)]) {
      expect(codeOf(await seen('supervisor2', one))).toBe('0');
      expect(codeOf(await seen('supervisor1', one))).toBe('E_NOT_FOUND');
    }
    expect(await company.stored('shipment', shipmentId)).toMatchObject({ version: sent?.version });
    expect(codeOf(await company.act('supervisor2', '/v1/shipment/pick', { id: shipmentId }))).toBe('E_NO_PERMISSION');
  });
});

describe('figures of supervisors', () => {
  type Row = Readonly<Record<string, unknown>>;
  /** The same by SQL of its own: services by their supervisor, the rest by who did it. */
  const oracle = `select s.id, s.taken, s.serving, s.risky, s.under_way, s.contacted, s.renewing, s.passed, f.contacts, w.resolved, w.called from (
      select supervisor_id as id, count(*)::int as taken,
        (count(*) filter (where status in ('waiting_contact', 'serving', 'paused')))::int as serving,
        (count(*) filter (where risk_level = 'high' and status not in ('finished', 'terminated')))::int as risky,
        (count(*) filter (where status = 'serving'))::float8 as under_way,
        (count(*) filter (where status = 'serving' and coalesce(next_contact_at, now()) >= now()))::int as contacted,
        (count(*) filter (where renew_intention = 'yes'))::int as renewing,
        (count(*) filter (where exam_result = 'pass'))::int as passed
      from study_service where supervisor_id is not null group by 1) s
    left join (select staff_id as id, count(*)::int as contacts from follow_up where biz_type = 'study_service' group by 1) f
      using (id)
    left join (select assignee_id as id, count(*)::int as resolved,
        (count(*) filter (where type = 'call_back' and callback_result = 'done'))::int as called
      from work_order where resolved_at is not null group by 1) w using (id)`;

  it('are those of their services, contacts and work orders, for whoever may see them', async () => {
    const { database, ids, records } = company;
    await database.rows("update department set function = 'supervision' where id = $1", [ids.group1]);
    const { id } = await serving();
    const [inTime] = [await serving(), await serving()];
    const late = "update study_service set next_contact_at = now() - interval '1 hour' where id <> $1";
    await database.rows(late, [inTime.id]);
    const { customerId } = await service(id);
    for (const staffId of [staff.supervisor1, staff.supervisor1, staff.supervisor2])
      await records.insert('follow_up', {
        ...{ bizType: 'study_service', bizId: id, customerId, staffId, departmentId: ids.group1 },
        ...{ method: 'wechat', result: 'connected', content: '学得不错' },
      });
    const ask = async (by: string, over: Input = {}) => {
      const body = { dimensions: ['supervisor'], ...over };
      const { data } = await company.act(by, '/v1/report/supervisor/stat/query', body);
      return new Map([data.rows].flat().map((row) => [String((row as Row).key), row as Row]));
    };
    const seen = await ask('leader');
    const expected = await database.rows(oracle);
    expect(expected.length).toBeGreaterThan(1);
    for (const one of expected)
      expect(seen.get(String(one.id)), JSON.stringify([...seen])).toMatchObject({
        ...{ taken: one.taken, serving: one.serving, atRisk: one.risky, renewing: one.renewing, passed: one.passed },
        contactRate: Number(one.under_way) === 0 ? null : (Number(one.contacted) * 100) / Number(one.under_way),
        ...{ contacts: one.contacts ?? 0, resolved: one.resolved ?? 0, callBacks: one.called ?? 0 },
      });
    expect([...seen.values()].some(({ contactRate }) => Number(contactRate) > 0 && Number(contactRate) < 100)).toBe(
      true,
    );
    // Of one project its services and the work orders about its orders are known, contacts are not.
    const [own] = (await ask('leader', { projectIds: [ids.project] })).values();
    expect(own).toMatchObject({ taken: expect.any(Number), contacts: null, resolved: expect.any(Number) });
    expect((await ask('leader', { projectIds: [crypto.randomUUID()] })).size).toBe(0);
    expect([...(await ask('supervisor1')).keys()]).toEqual([staff.supervisor1]);
    expect(codeOf(await company.act('sales', '/v1/report/supervisor/stat/query', {}))).toBe('E_NO_PERMISSION');
  });
});
