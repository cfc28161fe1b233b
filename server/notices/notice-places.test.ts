import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NoticeAnswer } from '../../contract/notices.ts';
import type { EntityDocument, PageDocument } from '../../engine/model/documents/index.ts';
import { parseExpression, pathsRead } from '../../engine/model/expression/index.ts';
import type { Role } from '../parity/expectations.testing.ts';
import { accountOf, addPeople } from '../parity/people.testing.ts';
import { type Holder, RowMaker } from '../parity/row-maker.testing.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;
let maker: RowMaker;
let holders: ReadonlyMap<string, Holder>;

beforeAll(async () => {
  company = await startTestApp();
  holders = await addPeople(company);
  maker = new RowMaker(company);
}, 60_000);

afterAll(() => company.close());

/** Notices that documents declare, by entity and key of what makes them. */
function declaredNotices() {
  return [...company.documents.entities.values()].flatMap((entity) => {
    const made = (key: string, values: Readonly<Record<string, string>> | undefined) => ({ entity, key, values });
    const effects = (entity.states ?? []).flatMap(({ transitions }) =>
      transitions.flatMap(({ key, effects: all = [] }) =>
        all.filter((one) => one.create === 'notification').map((one) => made(key, one.values)),
      ),
    );
    const schedules = (entity.schedules ?? [])
      .filter((one) => one.create === 'notification')
      .map((one) => made(one.key, one.values));
    return [...effects, ...schedules];
  });
}

/** What tells a record from others: its label and its numbers. */
function namesOf({ label, fields }: EntityDocument): readonly string[] {
  const numbers = fields.filter(({ unique, type }) => unique === true && type === 'string');
  return [String(label), ...numbers.map(({ key }) => key)];
}

/** Who gets the declared notices, and whose the record is: those of each kind who hold the page of it. */
const readers: Readonly<Record<string, readonly Role[]>> = {
  work_order: ['sales', 'group_leader', 'manager', 'supervisor', 'supervisor_leader', 'quality_inspector'],
  study_service: ['supervisor', 'supervisor_leader', 'manager'],
  qa_review: ['quality_inspector'],
  customer: ['sales', 'group_leader', 'manager'],
  sales_order: ['sales', 'group_leader', 'manager'],
  invoice: ['sales', 'group_leader', 'manager', 'finance'],
  refund: ['sales', 'group_leader', 'manager', 'finance'],
  shipment: ['sales', 'group_leader', 'manager'],
  agreement: ['sales', 'group_leader', 'manager', 'academic'],
  student_account_op: ['supervisor', 'academic'],
  academic_task: ['academic'],
  // Theirs lead to the order.
  payment: [],
  payment_plan: [],
};

/** The kinds of orders that come to somebody: the inspector has complaints and call-backs, call-backs are not for sales. */
function kindsFor(role: Role): readonly string[] {
  if (role === 'quality_inspector') return ['complaint', 'call_back'];
  const kinds = ['service', 'complaint', 'after_sales', 'rescue', 'refund'];
  return role === 'sales' ? kinds : [...kinds, 'call_back'];
}

/** Files of code that write notices, and the entity each is about; null where it is about no record. */
const tellers: Readonly<Record<string, readonly (string | null)[]>> = {
  'domain/agreement/messages.ts': ['agreement'],
  'domain/agreement/seal-check.ts': ['agreement'],
  'domain/announcement/tell-staff.ts': [null],
  'domain/call/call-notices.ts': ['call_record'],
  'domain/customer/handover/handover-job.ts': [null],
  'domain/customer/follow-up/mentions.ts': ['customer'],
  'domain/customer/lead/notices.ts': ['customer', null],
  'domain/customer/opportunity/renewal.ts': ['customer', 'study_service'],
  'domain/logistics/stock.ts': ['textbook'],
  'domain/orders/reviewers.ts': ['sales_order'],
  'domain/timetable/session.ts': [null],
};

const listed = async (account: string) =>
  (await company.call<readonly NoticeAnswer[]>(account, '/v1/sys/user/notify/all/query')).data;

/** What is wrong with where a notice about the reader's own record leads; undefined where he sees the record there. */
async function faultOf(role: Role, entity: string, over: Readonly<Record<string, unknown>> = {}) {
  const holder = holders.get(`${role} own`);
  if (holder === undefined) throw new TypeError(`nobody holds ${role}`);
  const linkId = await maker.make(entity, holder, over);
  const id = await company.records.insert('notification', {
    ...{ receiverId: holder.staffId, type: '16', title: '通知', content: '内容', stage: '1', status: '1' },
    ...{ linkEntity: entity, linkId },
  });
  const place = (await listed(accountOf(role))).find((notice) => notice.id === id)?.place;
  const page = [...company.documents.pages.values()].find((one) => one.path === place?.path);
  if (place?.id !== linkId || page === undefined) return `${role} has no page of ${entity}`;
  const opened = await company.call(
    accountOf(role),
    viewOf(page),
    { id: linkId, fields: ['id'] },
    { 'x-app-page': page.name },
  );
  return opened.code === '0' ? undefined : `${role} ${page.name} ${entity}: ${opened.message}`;
}

function viewOf(page: PageDocument): string {
  return page.kind === 'panorama' || page.kind === 'detail' ? page.api.view : '';
}

describe('a notice about a record', () => {
  it('is declared with the record it is about, and its words name that record', () => {
    const declared = declaredNotices();
    expect(declared.length).toBeGreaterThan(10);
    expect([...new Set(declared.map(({ entity }) => entity.name))].sort()).toEqual(Object.keys(readers).sort());
    const wrong = declared.flatMap(({ entity, key, values = {} }) => {
      const outcome = parseExpression(values.content ?? 'null');
      const read = outcome.ok ? pathsRead(outcome.expression, 'record') : [];
      const linked = company.documents.entities.get(String(values.linkEntity).replaceAll("'", ''));
      const isNamed =
        namesOf(entity).some((name) => read.includes(name)) ||
        (linked !== undefined && namesOf(linked).some((name) => read.some((one) => one.endsWith(`.${name}`))));
      const isLinked = values.linkEntity !== undefined && values.linkId !== undefined;
      return isNamed && isLinked ? [] : [`${entity.name} ${key}`];
    });
    expect(wrong).toEqual([]);
  });

  it('is written in code by nothing this test does not know', () => {
    const server = path.resolve(import.meta.dirname, '..');
    const files = readdirSync(path.join(server, 'domain'), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join('domain', file.split(path.sep).join('/')))
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .filter((file) => /insert(Later)?\(\s*'notification'/.test(readFileSync(path.join(server, file), 'utf8')));
    expect(files.sort()).toEqual(Object.keys(tellers).sort());
  });

  it('opens a page on which its reader sees the record', async () => {
    const faults: unknown[] = [];
    const read = Object.entries(readers).filter(([entity]) => entity !== 'qa_review');
    const kindsOf = (entity: string, role: (typeof read)[number][1][number]) =>
      entity === 'work_order' ? kindsFor(role).map((type) => ({ type })) : [{}];
    const told = read.flatMap(([entity, roles]) =>
      roles.flatMap((role) => kindsOf(entity, role).map((over) => [role, entity, over] as const)),
    );
    for (const [role, entity, over] of told) faults.push(await faultOf(role, entity, over));
    // A review stands on the page of its call: that is what its notices are about.
    for (const role of ['sales', 'group_leader', 'supervisor', 'quality_inspector'] as const)
      faults.push(await faultOf(role, 'call_record'));
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  it('leads nowhere once its reader may not see the record, or no page of it is his', async () => {
    expect(await faultOf('teacher', 'customer')).toBe('teacher has no page of customer');
    const holder = holders.get('sales own');
    const linkId = await maker.make('customer', holder as Holder);
    const { rows } = company.database;
    await company.records.insert('notification', {
      ...{ receiverId: holder?.staffId, type: '15', title: '曾经', content: '内容', stage: '1', status: '1' },
      ...{ linkEntity: 'customer', linkId },
    });
    const place = async () => (await listed(accountOf('sales'))).find(({ title }) => title === '曾经')?.place;
    expect(await place()).toMatchObject({ id: linkId });
    await rows('update customer set owner_id = $2, owner_dept_id = $3 where id = $1', [
      linkId,
      ...[holders.get('sales other')?.staffId, holders.get('sales other')?.departmentId],
    ]);
    expect(await place()).toBeNull();
  });
});
