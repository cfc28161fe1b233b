import type { DocumentSet } from '../../../../engine/model/documents/index.ts';
import type { LoadedRow } from '../../../db/load/table-writer.ts';
import { day, startOfDay, yearOf } from '../values/calendar.ts';
import { type ChannelCode, channelFacts, type Line, type ProjectCode, projectFacts } from '../values/catalogue.ts';
import { demoId } from '../values/demo-ids.ts';
import type { DemoScale } from '../values/demo-size.ts';
import { type DepartmentPlan, departmentPlans } from '../values/departments.ts';
import { type Random, type Some, some, type Weighted } from '../values/random.ts';
import { type Colleague, demoAccounts, hire, projectsOf, type StaffSecrets } from './colleagues.ts';
import { addJobs, jobIds } from './job-rows.ts';
import { addRoles } from './role-rows.ts';

/** The demo company: who and what the customers' rows refer to. */
export type Organisation = {
  /** Ids of roles by their code. */
  readonly roleIds: ReadonlyMap<string, string>;
  readonly projectId: (code: ProjectCode) => string;
  readonly channels: Weighted<{ readonly id: string; readonly code: ChannelCode; readonly cost: number }>;
  readonly poolId: (line: Line) => string;
  /** Sales staff of a line beside the demo accounts, which get their customers by order. */
  readonly sales: (line: Line) => Some<Colleague>;
  readonly leaderOf: (departmentId: string) => Colleague | undefined;
  readonly promoters: Some<Colleague>;
  readonly byAccount: (account: string) => Colleague;
  readonly byId: (id: string) => Colleague | undefined;
  readonly staff: readonly Colleague[];
  /** Who is about to leave the company. */
  readonly leaver: Colleague | undefined;
};

/** The span the histories fill: from the first customer until now. */
export type Period = { readonly start: number; readonly now: number };

type Add = (entity: string, row: LoadedRow) => void;

const lines: readonly Line[] = ['academic', 'profession'];
const poolNames: Readonly<Record<Line, string>> = { academic: '学历与法律公海', profession: '职业资格公海' };

/** Writes the company's own rows and answers what the rest refers to. */
export function buildOrganisation(
  documents: DocumentSet,
  scale: DemoScale,
  period: Period,
  secrets: StaffSecrets,
  random: Random,
  add: Add,
): Organisation {
  const founded = startOfDay(period.start) - 400 * day;
  const base = () => ({ id: demoId(founded, random), createdAt: founded, createdBy: null });
  const projects = addProjects(base, add, period.now);
  const channels = channelFacts.map(([code, name, kind, costMode, cost, weight]) => {
    const row = { ...base(), code, name, kind, costMode, enabled: true };
    add('channel', row);
    return [{ id: row.id, code, cost }, weight] as const;
  });
  const roles = addRoles(documents, base, founded, add);
  const plans = departmentPlans(scale.branches);
  const departments = new Map(plans.map((plan) => [plan.code, demoId(founded, random)]));
  const jobs = jobIds(founded);
  const staff = hire({ plans, departments, roles, jobs, projects, founded, secrets, random, add });
  addJobs({ ids: jobs, departments, roles, staff }, founded, add);
  addDepartments(plans, departments, staff, founded, add);
  const pools = new Map(
    lines.map((line) => [line, addPool(line, base(), holdLimit(scale, staff), projects, departments, staff, add)]),
  );
  return lookUps({ projects, channels: some(channels), pools, staff, roles });
}

/** The next day in the calendar that reads `MM-DD`. */
function nextExam(monthAndDay: string, now: number): string {
  const thisYear = `${yearOf(now)}-${monthAndDay}`;
  return Date.parse(thisYear) > now ? thisYear : `${yearOf(now) + 1}-${monthAndDay}`;
}

type Base = () => { readonly id: string; readonly createdAt: number; readonly createdBy: null };

function addProjects(base: Base, add: Add, now: number): ReadonlyMap<ProjectCode, string> {
  const types = new Map(
    (['qualification', 'degree'] as const).map((code, place) => {
      const row = {
        ...base(),
        code,
        name: code === 'degree' ? '学历提升' : '职业资格',
        sortNo: place + 1,
        enabled: true,
      };
      add('project_item_type', row);
      return [code, row.id];
    }),
  );
  return new Map(
    projectFacts.map(({ code, name, itemType, exam }, place) => {
      const row = {
        ...base(),
        code,
        name,
        itemTypeId: types.get(itemType),
        examDate: nextExam(exam, now),
        sortNo: place + 1,
        enabled: true,
      };
      add('project', row);
      return [code, row.id];
    }),
  );
}

function addDepartments(
  plans: readonly DepartmentPlan[],
  ids: ReadonlyMap<string, string>,
  staff: readonly Colleague[],
  founded: number,
  add: Add,
): void {
  const paths = new Map<string, string>();
  for (const [place, plan] of plans.entries()) {
    const id = ids.get(plan.code) ?? '';
    const path = `${plan.parent === null ? '/' : paths.get(plan.parent)}${id}/`;
    paths.set(plan.code, path);
    const leader = staff.find(
      (one) => one.departmentId === id && (one.role === 'group_leader' || one.role === 'manager'),
    );
    add('department', {
      id,
      createdAt: founded,
      createdBy: null,
      code: plan.code,
      name: plan.name,
      parentId: plan.parent === null ? null : (ids.get(plan.parent) ?? null),
      path,
      kind: plan.kind,
      function: plan.function,
      leaderId: leader?.id ?? null,
      sortNo: place + 1,
      enabled: true,
    });
  }
}

/** Room for twice what a colleague holds on average, or nobody could be given another customer. */
function holdLimit({ customers }: DemoScale, staff: readonly Colleague[]): number {
  const sales = staff.filter((one) => one.role === 'sales').length;
  return Math.max(200, Math.ceil((customers * 1.5) / sales / 100) * 100);
}

function addPool(
  line: Line,
  base: ReturnType<Base>,
  limit: number,
  projects: ReadonlyMap<ProjectCode, string>,
  departments: ReadonlyMap<string, string>,
  staff: readonly Colleague[],
  add: Add,
): string {
  const { id: admin } = found(staff, 'manager');
  add('pool', {
    ...base,
    name: poolNames[line],
    kind: 'business',
    projectIds: projectsOf(line, projects),
    memberDepartmentIds: [departments.get('business') ?? ''],
    adminIds: [admin],
    holdLimit: limit,
    noFollowDays: 15,
    noDealDays: 90,
    enabled: true,
  });
  return base.id;
}

function found(staff: readonly Colleague[], account: string): Colleague {
  const colleague = staff.find((one) => one.account === account);
  if (colleague === undefined) throw new RangeError(`demo data: nobody is called ${account}`);
  return colleague;
}

function lookUps(parts: {
  readonly projects: ReadonlyMap<ProjectCode, string>;
  readonly channels: Organisation['channels'];
  readonly pools: ReadonlyMap<Line, string>;
  readonly staff: readonly Colleague[];
  readonly roles: ReadonlyMap<string, string>;
}): Organisation {
  const { projects, channels, pools, staff, roles } = parts;
  const others = staff.filter((one) => one.role === 'sales' && !demoAccounts.includes(one.account));
  const byLine = new Map(lines.map((line) => [line, some(others.filter((one) => one.line === line))]));
  const leaders = new Map(staff.filter((one) => one.role === 'group_leader').map((one) => [one.departmentId, one]));
  const everySales = some(others);
  const byId = new Map(staff.map((one) => [one.id, one]));
  return {
    staff,
    roleIds: roles,
    leaver: staff.find(({ isLeaving }) => isLeaving),
    byId: (id) => byId.get(id),
    channels,
    promoters: some(staff.filter((one) => one.role === 'promoter')),
    projectId: (code) => projects.get(code) ?? '',
    poolId: (line) => pools.get(line) ?? '',
    sales: (line) => byLine.get(line) ?? everySales,
    leaderOf: (departmentId) => leaders.get(departmentId),
    byAccount: (account) => found(staff, account),
  };
}
