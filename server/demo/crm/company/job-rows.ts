import type { LoadedRow } from '../../../db/load/table-writer.ts';
import { demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';

/** A job of the demo company: whoever has the role has it. */
type JobFacts = {
  readonly role: string;
  readonly code: string;
  readonly name: string;
  readonly department: string;
  readonly level: 'staff' | 'leader' | 'supervisor' | 'manager' | 'director';
  readonly duty: string;
};

const jobs: readonly JobFacts[] = [
  {
    role: 'sales',
    code: 'GW-YW',
    name: '业务顾问',
    department: 'business',
    level: 'staff',
    duty: '<p>跟进名下客户，促成报名与续费。</p>',
  },
  {
    role: 'group_leader',
    code: 'GW-ZZ',
    name: '业务组长',
    department: 'business',
    level: 'leader',
    duty: '<p>带领小组，分配客户，审核优惠。</p>',
  },
  {
    role: 'manager',
    code: 'GW-JL',
    name: '事业部经理',
    department: 'hq',
    level: 'manager',
    duty: '<p>负责事业部的目标与人员。</p>',
  },
  {
    role: 'promoter',
    code: 'GW-TG',
    name: '推广专员',
    department: 'promotion',
    level: 'staff',
    duty: '<p>投放与获取线索。</p>',
  },
  {
    role: 'hr',
    code: 'GW-RS',
    name: '人事专员',
    department: 'hr',
    level: 'staff',
    duty: '<p>招聘、入职、离职与组织架构维护。</p>',
  },
];

/** Places beside those that are taken. */
const open = 3;

/** Ids of the jobs by role; a sequence of their own, so that the other rows are the same with and without them. */
export function jobIds(founded: number): ReadonlyMap<string, string> {
  const random = new Random(20_260_101);
  return new Map(jobs.map(({ role }) => [role, demoId(founded, random)]));
}

type Company = {
  readonly ids: ReadonlyMap<string, string>;
  readonly departments: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
  readonly staff: readonly { readonly role: string }[];
};

/** The rows of the jobs: each with a few places more than there are people on it. */
export function addJobs(
  { ids, departments, roles, staff }: Company,
  founded: number,
  add: (entity: string, row: LoadedRow) => void,
): void {
  for (const { role, department, ...facts } of jobs) {
    const id = ids.get(role);
    const roleId = roles.get(role);
    if (id === undefined) continue;
    add('job', {
      id,
      createdAt: founded,
      createdBy: null,
      ...facts,
      departmentId: departments.get(department) ?? '',
      headcount: staff.filter((one) => one.role === role).length + open,
      // Who leads is made so by an administrator, not by whoever engages people.
      defaultRoleIds: roleId === undefined || facts.level !== 'staff' ? [] : [roleId],
      enabled: true,
    });
  }
}
