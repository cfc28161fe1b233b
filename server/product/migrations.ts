import type { Migration } from '../db/tables/migration.ts';

/** Migrations of the shipped documents, oldest first. A key never changes and is never taken out. */
export const migrations: readonly Migration[] = [
  {
    // How a role sees masked fields lay in the role; it lies in masking policies, one per role and kind. Left empty, the
    // old column goes once nodes that still read it are gone: until then they mask everything.
    key: '0001-masking-policies-of-roles',
    statements: [
      `create table if not exists masking_policy (
        id uuid not null primary key,
        created_at timestamp(3) with time zone not null default now(), created_by uuid,
        updated_at timestamp(3) with time zone not null default now(), updated_by uuid,
        deleted_at timestamp(3) with time zone, version integer not null default 1,
        target_type text not null, target_id character varying(40) not null, target_name character varying(50),
        role_id uuid, department_id uuid, staff_id uuid, field text not null, mode text not null default 'mask',
        reveal_daily_limit integer not null default 50, call_only boolean not null default false,
        enabled boolean not null default true,
        effective_from timestamp(3) with time zone, effective_to timestamp(3) with time zone)`,
      `insert into masking_policy (id, target_type, target_id, target_name, role_id, field, mode, reveal_daily_limit)
        select distinct on (r.id, policy ->> 'mask') gen_random_uuid(), 'role', r.id::text, r.name, r.id,
          policy ->> 'mask', policy ->> 'mode', coalesce((policy ->> 'revealDailyLimit')::integer, 50)
        from role r cross join lateral jsonb_array_elements(r.field_policies) policy
        where r.deleted_at is null and jsonb_typeof(r.field_policies) = 'array'`,
      'update role set field_policies = null where field_policies is not null',
    ],
  },
  {
    // Nothing ever read the table; its rows now hold what is changed of a node of the document, and columns of their own.
    key: '0002-menu-changes',
    statements: ["do $$ begin if to_regclass('public.menu') is not null then delete from menu; end if; end $$"],
  },
  {
    // Calls of before were told by line and browser alike, and nobody can say any more by which: they count as they did.
    key: '0003-calls-of-before-are-confirmed',
    statements: [
      `do $$ begin if to_regclass('public.call_record') is not null then
        alter table call_record add column if not exists confirmation text not null default 'pending';
        update call_record set confirmation = case provider when 'manual' then 'manual' else 'line' end
          where status not in ('dialing', 'ringing', 'talking');
      end if; end $$`,
    ],
  },
  {
    // An order had one file and the answers of a call-back as a text nobody filled in; it has several, and answers are rows.
    key: '0004-files-and-answers-of-work-orders',
    statements: [
      `do $$ begin if exists (select from information_schema.columns where table_schema = 'public'
          and table_name = 'work_order' and column_name = 'attachment') then
        alter table work_order add column if not exists attachments jsonb;
        update work_order set attachments = jsonb_build_array(attachment) where attachment is not null;
        alter table work_order drop column attachment, drop column if exists callback_answers,
          drop column if exists callback_attempts;
        alter table work_order add column if not exists pause_until timestamp(3) with time zone;
        update work_order set pause_until = paused_at + interval '72 hours' - paused_minutes * interval '1 minute'
          where status = 'paused';
        update work_order set paused_at = null where status <> 'paused' and paused_at is not null;
      end if; end $$`,
    ],
  },
  {
    // Rows told whose they are by way of their student; they carry it, so that an index finds them.
    key: '0005-supervision-carried-by-rows',
    statements: ['student_question', 'comment', 'study_daily_stat'].map(
      (table) => `do $$ begin if to_regclass('public.${table}') is not null then
        alter table ${table} add column if not exists supervisor_id uuid,
          add column if not exists supervisor_dept_id uuid;
        update ${table} t set supervisor_id = s.supervisor_id, supervisor_dept_id = s.supervisor_dept_id
          from student s where s.id = t.student_id and s.supervisor_id is not null;
      end if; end $$`,
    ),
  },
  {
    // Supervisors see what was sent of the orders they have the service of.
    key: '0006-supervision-carried-by-shipments',
    statements: [
      `do $$ begin if to_regclass('public.shipment') is not null and to_regclass('public.study_service') is not null then
        alter table shipment add column if not exists supervisor_id uuid, add column if not exists supervisor_dept_id uuid;
        update shipment t set supervisor_id = s.supervisor_id, supervisor_dept_id = s.supervisor_dept_id
          from study_service s where s.order_id = t.order_id and s.supervisor_id is not null;
      end if; end $$`,
    ],
  },
  {
    // Goods have a ledger that sums to how many there are: what there was before it begins it.
    key: '0007-goods-have-a-ledger',
    statements: [
      `do $$ begin if to_regclass('public.commodity') is not null and to_regclass('public.commodity_ledger') is null then
        create table commodity_ledger (
          id uuid not null primary key,
          created_at timestamp(3) with time zone not null default now(), created_by uuid,
          commodity_id uuid not null, reason text not null, on_hand_delta integer not null,
          on_hand_after integer not null, exchange_id uuid);
        insert into commodity_ledger (id, commodity_id, reason, on_hand_delta, on_hand_after)
          select gen_random_uuid(), id, 'adjust', stock_on_hand, stock_on_hand from commodity where stock_on_hand > 0;
      end if; end $$`,
    ],
  },
  {
    // Supervisors see how far the lessons of their students are.
    key: '0008-supervision-carried-by-lessons',
    statements: [
      `do $$ begin if to_regclass('public.lesson_record') is not null and to_regclass('public.video') is not null then
        alter table lesson_record add column if not exists supervisor_id uuid,
          add column if not exists supervisor_dept_id uuid, add column if not exists project_id uuid;
        update lesson_record t set supervisor_id = s.supervisor_id, supervisor_dept_id = s.supervisor_dept_id,
            project_id = coalesce((select v.project_id from video v where v.id = t.video_id), s.project_ids[1])
          from student s where s.id = t.student_id;
      end if; end $$`,
    ],
  },
];
