import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileStore } from '../../files/store/file-store.ts';
import { verifyPassword } from '../../kernel/crypto/password.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { filesOf } from '../../testing/test-database.ts';
import { crmDemo } from '../crm-demo.ts';
import { afternoon, demoPassword, documents, type Filled, fillNew } from './filled-demo.testing.ts';
import { brokenSales } from './world/sales-invariants.testing.ts';

let demo: Filled;

beforeAll(async () => {
  demo = await fillNew();
});

afterAll(() => demo.close());

it('has agreements in every state, the signed ones with the file that was sealed, and two templates in two editions', async () => {
  expect(await demo.count('select count(distinct status) from agreement')).toBe(11);
  const loose = `select count(*) from agreement a left join file_object f on f.id = a.file and f.biz_id = a.id::text
    where a.status in ('sent', 'viewed', 'signed', 'archived', 'void', 'reviewing') and f.sha256 is distinct from a.content_hash`;
  expect(await demo.count(loose)).toBe(0);
  expect(await demo.count('select count(*) from agreement_template where edition = 2')).toBe(2);
  const told = `select count(*) from sales_order o join agreement a on a.order_id = o.id where (o.agreement_status = 'signed') <> (a.status in ('signed', 'archived'))`;
  expect(await demo.count(told)).toBe(0);
});

describe('the histories of the demo data', () => {
  it('give every customer one owner at a time', async () => {
    const states = `select count(*) from customer where (own_state = 'owned') <> (owner_id is not null and pool_id is null)`;
    expect(await demo.count(states)).toBe(0);
    const overlaps = `select count(*) from owner_record a join owner_record b on a.subject_id = b.subject_id and a.id <> b.id
      and tstzrange(a.started_at, a.ended_at) && tstzrange(b.started_at, b.ended_at)`;
    expect(await demo.count(overlaps)).toBe(0);
    const live = `select count(*) from customer c left join owner_record r on r.subject_id = c.id and r.ended_at is null
      where c.own_state <> 'frozen' and (r.to_staff_id is distinct from c.owner_id or (c.owner_id is not null and r.to_dept_id is distinct from c.owner_dept_id))`;
    expect(await demo.count(live)).toBe(0);
    const begun = `select count(*) from customer c join owner_record r on r.subject_id = c.id and r.ended_at is null
      where c.own_state = 'owned' and c.assigned_at is distinct from r.started_at`;
    expect(await demo.count(begun)).toBe(0);
  });

  it('give every number to one customer', async () => {
    const shared =
      'select count(*) from (select 1 from customer_phone group by phone_hash having count(*) > 1) as shared';
    expect(await demo.count(shared)).toBe(0);
    const missing = `select count(*) from customer c where not exists
      (select 1 from customer_phone p where p.customer_id = c.id and p.kind = 'main' and p.phone_hash = c.mobile_hash)`;
    expect(await demo.count(missing)).toBe(0);
  });

  it('agree with the counts and dates on the customer', async () => {
    const differing = `select count(*) from customer c
      left join lateral (select count(*) as n, max(created_at) as latest from follow_up where customer_id = c.id) f on true
      left join lateral (select count(*) as n, min(started_at) as earliest from call_record where customer_id = c.id) k on true
      where c.follow_count <> f.n or c.last_follow_at is distinct from f.latest
        or c.call_count <> k.n or c.first_call_at is distinct from k.earliest`;
    expect(await demo.count(differing)).toBe(0);
    const planned = `select count(*) from customer c where c.own_state = 'owned' and c.next_follow_at is distinct from
      (select f.next_follow_at from follow_up f where f.customer_id = c.id and f.created_at >= c.assigned_at order by f.created_at desc limit 1)`;
    expect(await demo.count(planned)).toBe(0);
  });

  it('keep every contact within the time of the colleague who made it', async () => {
    const outside = (table: string, time: string) => `select count(*) from ${table} t where not exists (
      select 1 from owner_record r where r.subject_id = t.customer_id and r.to_staff_id = t.staff_id
        and t.${time} >= r.started_at and t.${time} <= coalesce(r.ended_at, 'infinity'))`;
    expect(await demo.count(outside('follow_up', 'created_at'))).toBe(0);
    expect(await demo.count(outside('call_record', 'started_at'))).toBe(0);
  });

  it('have a call of the same people behind every contact by telephone', async () => {
    const without = `select count(*) from follow_up f left join call_record k on k.id = f.call_record_id where f.method = 'call'
      and (k.customer_id is distinct from f.customer_id or k.staff_id is distinct from f.staff_id
        or (k.status = 'answered') <> (f.result <> 'no_answer') or k.started_at > f.created_at)`;
    expect(await demo.count(without)).toBe(0);
  });

  it('show an open opportunity exactly where the customer is interested', async () => {
    const differing = `select count(*) from customer c where c.own_state <> 'frozen' and (c.stage = 'interested') <> exists
      (select 1 from opportunity o where o.customer_id = c.id and o.owner_id = c.owner_id and o.stage not in ('won', 'lost'))`;
    expect(await demo.count(differing)).toBe(0);
  });

  it('have an order behind every deal, and its money in the ledger', async () => {
    const differing = `select count(*) from customer c
      left join lateral (select count(*) as n, coalesce(sum(paid_total - refunded_total), 0) as paid, min(first_paid_at) as first
        from sales_order where customer_id = c.id and first_paid_at is not null) o on true
      where c.order_count <> o.n or c.paid_total <> o.paid or c.deal_at is distinct from o.first or (o.n > 0) <> (c.stage = 'deal')`;
    expect(await demo.count(differing)).toBe(0);
    const ledger = `select count(*) from sales_order o where o.paid_total - o.refunded_total <>
      (select coalesce(sum(amount), 0) from performance_ledger where order_id = o.id and role_kind = 'seller')`;
    expect(await demo.count(ledger)).toBe(0);
    const won = `select count(*) from opportunity p left join sales_order o on o.opportunity_id = p.id
      where p.stage = 'won' and o.first_paid_at is distinct from p.closed_at`;
    expect(await demo.count(won)).toBe(0);
    expect(await brokenSales(demo.database)).toEqual([]);
    for (const some of ["kind = 'renew'", 'refunded_total > 0', "status = 'part_paid'", "status = 'pending_payment'"])
      expect(await demo.count(`select count(*) from sales_order where ${some}`), some).toBeGreaterThan(0);
  });

  it('keep work orders to their states, and what people have in points to what they were given and spent', async () => {
    const unassigned = `select count(*) from work_order where assignee_id is null
      and status in ('pending_accept', 'processing', 'paused', 'pending_confirm', 'closed')`;
    expect(await demo.count(unassigned)).toBe(0);
    expect(
      await demo.count(`select count(*) from work_order where (status = 'closed') <> (closed_at is not null)`),
    ).toBe(0);
    const backwards = `select count(*) from work_order where created_at > assigned_at or assigned_at > first_respond_at
      or first_respond_at > resolved_at or resolved_at > closed_at or coalesce(closed_at, resolved_at, created_at) > $1`;
    expect(await demo.count(backwards, [afternoon])).toBe(0);
    const foreign = `select count(*) from work_order w join customer c on c.id = w.customer_id 
      where w.assignee_id <> c.owner_id and w.type in ('service', 'complaint')`;
    expect(await demo.count(foreign)).toBe(0);
    // Each kind has its orders in every state, some late, near to it, gone up twice, and what one led to.
    const kinds = await demo.database.rows(`select type, count(distinct status)::int as states, count(*)::int as orders,
      bool_or(escalation_level = 2) as raised from work_order where exists (select 1 from staff where id in (assignee_id, creator_id)
      and account = 'group_leader') group by type order by type`);
    expect(kinds).toHaveLength(6);
    for (const kind of kinds) expect(kind).toMatchObject({ states: 8, raised: true });
    expect(kinds.every(({ orders }) => Number(orders) >= 14)).toBe(true);
    for (const pair of [
      ['complaint', 'call_back'],
      ['rescue', 'refund'],
    ])
      expect(
        await demo.count(`select count(*) from work_order w join work_order p on p.id = w.parent_id
          where p.type = '${pair[0]}' and w.type = '${pair[1]}'`),
      ).toBeGreaterThan(0);
    expect(
      await demo.count(`select count(*) from work_order where type in ('rescue', 'refund') and order_id is null`),
    ).toBe(0);
    expect(await demo.count('select coalesce(sum(balance), 0) as count from points_account')).toBe(0);
    const differing = `select count(*) from points_account a where a.balance <>
      (select coalesce(sum(case direction when 'in' then points else -points end), 0) from points_ledger where account_id = a.id)`;
    expect(await demo.count(differing)).toBe(0);
    const purse = `select balance as count from points_account a join staff s on s.id = a.staff_id where s.account = $1`;
    expect([await demo.count(purse, ['sales']), await demo.count(purse, ['sales2'])]).toEqual([1260, 80]);
  });

  it('lead from a rescue that failed over its refund order to the refund that names it, one after the other', async () => {
    const chains = await demo.database.rows(`select s.account, w.status, r.status as refund,
        p.created_at < p.resolved_at and p.resolved_at <= w.created_at and w.first_respond_at < r.created_at
          and (w.resolved_at is not distinct from r.paid_out_at) as ordered,
        p.type = 'rescue' and p.rescue_result = 'fail' and p.status = 'closed' and w.type = 'refund' as led,
        w.order_id = r.order_id and p.order_id = r.order_id and w.customer_id = r.customer_id as same
      from refund r join work_order w on w.id = r.work_order_id left join work_order p on p.id = w.parent_id
        join staff s on s.id = w.assignee_id`);
    expect(chains.length).toBeGreaterThanOrEqual(4);
    for (const chain of chains) expect(chain).toMatchObject({ ordered: true, led: true, same: true });
    const open = chains.filter(({ refund }) => refund !== 'done');
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['processing']));
    expect(chains.length - open.length).toBeGreaterThan(0);
    // Nothing was given back where a rescue saved the order.
    const saved = `select count(*) from work_order w join work_order p on p.id = w.parent_id
      where w.type = 'refund' and p.type = 'rescue' and p.rescue_result <> 'fail'`;
    expect(await demo.count(saved)).toBe(0);
  });

  it('have reviews in every state by two inspectors, and behind every state of a call its review', async () => {
    const rows = await demo.database.rows(
      'select status, count(distinct inspector_id)::int as inspectors from qa_review group by 1',
    );
    const states = new Map(rows.map(({ status, inspectors }) => [status, inspectors]));
    expect([...states.keys()].sort()).toEqual(['appealing', 'checking', 'done', 'final', 'pending']);
    expect(states.get('final')).toBe(2);
    const differing = `select count(*) from call_record k left join qa_review r on r.target_id = k.id
      where k.qa_status <> case when r.id is null then 'none' when r.result is null then 'pending'
        when r.result = 'pass' then 'passed' else 'failed' end`;
    expect(await demo.count(differing)).toBe(0);
    const late = `select count(*) from qa_review where greatest(created_at, submitted_at, appealed_at, final_at) > $1
      or submitted_at < created_at or appealed_at < submitted_at or final_at < coalesce(appealed_at, submitted_at)
      or (status = 'done' and submitted_at < $1::timestamptz - interval '3 days')`;
    expect(await demo.count(late, [afternoon])).toBe(0);
    const mine = `select count(distinct r.status) from qa_review r join staff s on s.id = r.staff_id where s.account = 'sales'`;
    expect(await demo.count(mine)).toBeGreaterThanOrEqual(3);
  });

  it('have the words where they were found, and recordings that can be heard', async () => {
    const misplaced = `select count(*) from forbidden_word_hit h join call_record k on k.id = h.source_id
      where substr(k.transcript, h.text_offset + 1, length(h.matched)) <> h.matched`;
    expect(await demo.count(misplaced)).toBe(0);
    const counted = `select count(*) from call_record k where k.forbidden_hit_count <>
      (select count(*) from forbidden_word_hit h where h.source_id = k.id and h.status <> 'ignored')`;
    expect(await demo.count(counted)).toBe(0);
    expect(await demo.count(`select count(distinct level || status) from forbidden_word_hit`)).toBeGreaterThan(3);
    // Who calls in is the caller.
    const turned = `select count(*) from call_record k join customer c on c.id = k.customer_id
      where c.mobile_hash is distinct from (case k.direction when 'in' then k.caller_hash else k.callee_hash end)`;
    expect(await demo.count(turned)).toBe(0);
    expect(await demo.count(`select count(*) from call_record where direction = 'in'`)).toBeGreaterThan(0);
    const rows = await demo.database.rows(
      'select f.* from file_object f join call_record k on k.recording_id = f.id and f.biz_id = k.id::text',
    );
    expect(rows.length).toBeGreaterThan(8);
    const store = createFileStore(filesOf(demo.database));
    for (const { storage_key: key, size, sha256 } of rows) {
      const content = await buffer(await store.read(String(key)));
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([Number(size), sha256]);
      expect(content.toString('latin1', 0, 4)).toBe('RIFF');
    }
    expect(rows.reduce((sum, { size }) => sum + Number(size), 0)).toBeLessThan(15_000_000);
  });

  it('have questions in every state with their threads, comments, and days of study', async () => {
    const asked = `select count(distinct status) as states, count(*) as asked, (select count(*) from comment) as comments, (select count(distinct student_id) from user_log) as students, count(*) filter (where answered_at is not null and not exists (select 1 from student_answer a where a.question_id = q.id)) as silent from student_question q`;
    expect(Object.values(await demo.one(asked)).map(Number)).toEqual([6, 18, 15, 40, 0]);
    const exams = `select (select count(*) from question where parent_id is null) as questions, (select count(distinct kind) from question) as kinds,
      (select count(distinct track) from question) as tracks, (select count(distinct status) from question) as states,
      (select count(*) from paper) as papers, (select count(distinct length(path) - length(replace(path, '/', ''))) from exam_catalog) as levels,
      (select count(*) from exam_attempt) as attempts, (select count(distinct status) from exam_attempt) as attempt_states,
      (select count(*) from exam_attempt where mark_due < $1) as late, (select count(*) from question_transfer) as transfers`;
    expect(Object.values(await demo.one(exams, [afternoon])).map(Number)).toEqual([30, 9, 5, 4, 3, 3, 11, 6, 1, 2]);
  });

  it('have laws, words, teachers, whom these teach and what they did with them', async () => {
    const figures = `select (select count(*) from law_regulation) as laws, (select count(distinct validity) from law_regulation) as validities, (select count(*) from english_word) as words,
      (select count(*) from teacher) as teachers, (select count(distinct status) from teacher_trainee) as trainees, (select count(distinct kind) from teacher_interaction) as kinds,
      (select count(*) from student_account_op) as ops, (select count(distinct op || status) from student_account_op) as steps`;
    expect(Object.values(await demo.one(figures)).map(Number)).toEqual([50, 4, 300, 6, 2, 4, 18, 12]);
  });

  it('have courses of three levels, videos and tasks in every state, rooms, and four weeks of sessions', async () => {
    const figures = `select (select count(*) from course) as courses, (select count(*) from course_chapter l join course_chapter c on c.id = l.parent_id where l.kind = 'lesson' and c.parent_id is not null) as lessons,
      (select count(*) from video) as videos, (select count(distinct status) from video) as video_states, (select count(*) from material) as materials, (select count(*) from classroom) as rooms,
      (select count(distinct date_trunc('week', start_at at time zone 'Asia/Shanghai')) from class_session) as weeks, (select count(distinct status) from class_session) as session_states,
      (select count(distinct status) from academic_task) as task_states, (select count(*) from academic_task where status = 'overdue') as overdue,
      (select count(*) from student_account_op where op <> 'reset_password' and proofs is null) as unproved, (select count(distinct course_id) from lesson_record) as learnt`;
    expect(Object.values(await demo.one(figures)).map(Number)).toEqual([3, 40, 12, 5, 10, 4, 4, 3, 5, 1, 0, 2]);
  });

  it('end now', async () => {
    const later = `select count(*) from (select created_at from customer union all select created_at from follow_up
      union all select started_at from call_record union all select started_at from owner_record union all select created_at from lead union all select occurred_at from performance_ledger) as every
      where created_at > $1`;
    expect(await demo.count(later, [afternoon])).toBe(0);
  });

  it('hold about a quarter of the customers in the pool and five contacts of each kind per customer', async () => {
    const pooled = await demo.count(`select count(*) from customer where own_state = 'pooled'`);
    expect(pooled).toBeGreaterThan(180);
    expect(pooled).toBeLessThan(320);
    expect(demo.report?.customer).toBe(1000);
    expect((demo.report?.follow_up ?? 0) / 1000).toBeCloseTo(5, -1);
    expect((demo.report?.call_record ?? 0) / 1000).toBeCloseTo(5, -1);
  });
});

describe('the demo accounts', () => {
  it('carry the role of their name, a department and projects', async () => {
    const rows = await demo.database.rows(
      `select s.account, r.code, s.first_login, cardinality(s.project_ids) as projects, d.name as department
      from staff s join role r on r.id = s.role_ids[1] join department d on d.id = s.department_id where s.account = any($1) order by s.account`,
      [
        'admin manager group_leader sales sales2 promoter teacher teacher2 finance academic logistics content_ops'.split(
          ' ',
        ),
      ],
    );
    expect(rows.map((row) => [row.account, row.code])).toEqual([
      ['academic', 'academic'],
      ['admin', 'admin'],
      ['content_ops', 'content_ops'],
      ['finance', 'finance'],
      ['group_leader', 'group_leader'],
      ['logistics', 'logistics'],
      ['manager', 'manager'],
      ['promoter', 'promoter'],
      ['sales', 'sales'],
      ['sales2', 'sales'],
      ['teacher', 'teacher'],
      ['teacher2', 'teacher'],
    ]);
    expect(rows.every((row) => row.first_login === false && Number(row.projects) > 0)).toBe(true);
    expect(
      new Set(
        rows
          .filter((row) => row.code !== 'admin' && /sales|leader/.test(String(row.account)))
          .map((row) => row.department),
      ).size,
    ).toBe(1);
  });

  it('are given leads for more than one day of them by every rule in force', async () => {
    const { waiting } = await demo.one(`select count(*)::int as waiting from lead where status = 'valid'`);
    const rows = await demo.database.rows(`select r.name, r.daily_cap_per_staff::int as cap,
        (select count(*)::int from staff s where s.receive_leads and s.status = 'active'
          and s.department_id = any(r.department_ids)) as people from assign_rule r where r.enabled`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { name, cap, people } of rows)
      expect(Number(cap) * Number(people), String(name)).toBeGreaterThan(2 * Number(waiting));
  });

  it('open with the demo password and are found by their encrypted number', async () => {
    const protect = createProtection(demo.database.secretKey);
    const {
      password_hash: hash,
      mobile,
      mobile_hash: mobileHash,
    } = await demo.one(`select * from staff where account = 'sales'`);
    expect(await verifyPassword(String(hash), demoPassword)).toBe(true);
    const clear = protect.decrypt(String(mobile));
    expect(clear).toMatch(/^1[3-9]\d{9}$/);
    expect(protect.hash(clear)).toBe(mobileHash);
  });

  it('find work of today: due, overdue, new, claimed and done', async () => {
    const figures = await demo.one(
      `select count(*)::int as owned, count(*) filter (where next_follow_at < $1::date + 1 and next_follow_at >= $1::date)::int as due,
        count(*) filter (where next_follow_at < $1::date)::int as overdue, count(*) filter (where stage = 'fresh')::int as fresh,
        count(*) filter (where claimed_at >= $1::date)::int as claimed, count(*) filter (where last_follow_at >= $1::date)::int as done
       from customer where owner_id = (select id from staff where account = 'sales')`,
      ['2026-03-18 00:00+08'],
    );
    expect(figures.owned).toBe(60);
    for (const [figure, least] of Object.entries({ due: 6, overdue: 3, fresh: 6, claimed: 2, done: 6 })) {
      expect(figures[figure], figure).toBeGreaterThanOrEqual(least);
    }
  });

  it('see the promoter with leads waiting, at work and repeated', async () => {
    const rows = await demo.database.rows(
      `select distinct status from lead where promoter_id = (select id from staff where account = 'promoter')`,
    );
    expect(rows.map((row) => row.status)).toEqual(
      expect.arrayContaining(['valid', 'duplicate', 'following', 'converted']),
    );
  });
});

describe('filling', () => {
  it('leaves a database alone that has rows', async () => {
    expect(await demo.fill({ seed: 7 })).toBeUndefined();
    expect(await demo.count('select count(*) from customer')).toBe(1000);
  });

  it('lets the product count on from the last number of the day', async () => {
    const differing = `select count(*) from number_sequence s where s.name = 'customer.customerNo' and s.value <>
      (select max(right(customer_no, 6)::int) from customer where customer_no like 'KH' || s.period || '%')`;
    expect(await demo.count(differing)).toBe(0);
    expect(await demo.count('select count(distinct name) from number_sequence')).toBe(31);
  });

  it('makes the same rows again from the same seed, and others from another', async () => {
    const digest = `select md5(string_agg(concat_ws('|', id, customer_no, name, mobile_hash, stage, owner_id, last_follow_at, follow_count, remark), ',' order by id)) as text from customer`;
    const texts = `select md5(string_agg(content, ',' order by id)) as text from follow_up`;
    const [again, other] = [await fillNew(), await fillNew({ seed: 7 })];
    try {
      expect(await again.one(digest)).toEqual(await demo.one(digest));
      expect(await again.one(texts)).toEqual(await demo.one(texts));
      expect(await other.one(digest)).not.toEqual(await demo.one(digest));
    } finally {
      await again.close();
      await other.close();
    }
  });

  it('finds something done today even soon after midnight', async () => {
    const night = await fillNew({ now: new Date('2026-03-17T16:20:00Z') });
    try {
      const done = `select count(*) from follow_up where created_at >= '2026-03-18 00:00+08' and staff_id = (select id from staff where account = 'sales')`;
      expect(await night.count(done)).toBeGreaterThan(0);
      expect(await night.count(`select count(*) from follow_up where created_at > '2026-03-17T16:20:00Z'`)).toBe(0);
    } finally {
      await night.close();
    }
  });
});

it('goes on by the calls of the students’ app: what they do just now, and what follows from it', async () => {
  const now = afternoon.toISOString();
  const { migratorUrl, secretKey } = demo.database;
  await crmDemo.finish?.({ documents, migratorUrl, now, protection: createProtection(secretKey) });
  const told = `select (select count(*) from student_question) as asked, (select count(*) from exam_attempt) as attempts,
    (select count(*) from comment) as comments, (select count(distinct student_id) from study_daily_stat) > 40 as studied,
    (select count(*) from operation_log where action like 'student_question.%') as logged,
    (select count(*) from exam_attempt where status = 'submitted' and submitted_at = $1 and objective_score is not null) as handed`;
  expect(await demo.one(told, [now])).toEqual({
    ...{ asked: 20, attempts: 12, comments: 17, studied: true, logged: 5, handed: 1 },
  });
  const live = `select count(*) from class_session k join lesson_record l on l.session_id = k.id and l.kind = 'live' and l.project_id = k.project_id
    join comment c on c.target_id = k.id and c.target_type = 'live' join student_question q on q.biz_id = k.id and q.biz_type = 'live'
    where k.classroom_id is null and q.biz_title = k.title and l.watched_seconds = 3600`;
  expect(await demo.count(live)).toBe(1);
  const states = `select count(distinct status) from student_question`;
  expect(await demo.count(states)).toBe(6);
  const late = `select count(*) from student_question where status = 'follow_up' and due_at = $1::timestamptz + interval '24 hours'`;
  expect(await demo.count(late, [now])).toBe(1);
  const today = `select count(*) from study_daily_stat where stat_date = '2026-03-18' and paper_done = 1 and sign_in`;
  expect(await demo.count(today)).toBe(1);
  // What waits for a decision can be approved: it says what its order is.
  const reviews = `select count(*) from order_review v join sales_order o on o.id = v.order_id where v.result = 'pending'`;
  const kept = `${reviews} and length(v.digest) = 64 and (v.snapshot->>'payableTotal')::bigint = o.payable_total
    and jsonb_array_length(v.snapshot->'items') > 0`;
  expect(await demo.count(kept)).toBe(await demo.count(reviews));
  expect(await demo.count(reviews)).toBeGreaterThan(0);
});
