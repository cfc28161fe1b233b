import { randomBytes } from 'node:crypto';
import type { LoadedRow, Sealed } from '../../../db/load/table-writer.ts';
import { day } from '../values/calendar.ts';
import { type Line, type ProjectCode, projectFacts } from '../values/catalogue.ts';
import { demoId } from '../values/demo-ids.ts';
import type { DepartmentPlan } from '../values/departments.ts';
import { mobileNumber, type Person, person } from '../values/names.ts';
import { Random } from '../values/random.ts';

/** A colleague as the histories of customers need him. */
export type Colleague = {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly role: string;
  readonly departmentId: string;
  readonly line: Line | undefined;
  readonly seatCode: string;
  readonly isLeaving: boolean;
};

/** What a colleague's row is made with. */
export type StaffSecrets = { readonly seal: (text: string) => Sealed; readonly passwordHash: string };

type Add = (entity: string, row: LoadedRow) => void;

/** Accounts of salespeople that visitors sign in with. */
export const demoAccounts: readonly string[] = ['sales', 'sales2'];

type Hiring = {
  readonly plans: readonly DepartmentPlan[];
  readonly departments: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
  readonly jobs: ReadonlyMap<string, string>;
  readonly projects: ReadonlyMap<ProjectCode, string>;
  readonly founded: number;
  readonly secrets: StaffSecrets;
  readonly random: Random;
  readonly add: Add;
};

/** Hires who the departments are planned with, and last who joined late; answers them in that order. */
export function hire(hiring: Hiring): readonly Colleague[] {
  const taken = new Set<string>();
  const staff: Colleague[] = [];
  for (const plan of hiring.plans) {
    const named = (plan.accounts ?? []).map(({ account, role }) => ({ account, role }));
    const others = Object.entries(plan.colleagues ?? {}).flatMap(([role, count]) =>
      Array.from({ length: count }, () => ({ account: undefined, role })),
    );
    for (const { account, role } of [...named, ...others])
      staff.push(
        hireOne(plan, role, account, staff.length + 1, taken, isFirstToLeave(plan, role, staff, hiring), hiring),
      );
  }
  const random = new Random(13);
  for (const plan of hiring.plans)
    for (const { account, role } of plan.late ?? [])
      staff.push(hireOne(plan, role, account, staff.length + 1, taken, false, { ...hiring, random }));
  return staff;
}

/** Whether the next to be hired is the one of his department who leaves. */
function isFirstToLeave(
  plan: DepartmentPlan,
  role: string,
  staff: readonly Colleague[],
  { departments }: Hiring,
): boolean {
  const departmentId = departments.get(plan.code);
  const isThere = staff.some((one) => one.departmentId === departmentId && one.isLeaving);
  return plan.isLeaving === true && role === 'sales' && !isThere;
}

function hireOne(
  plan: DepartmentPlan,
  role: string,
  account: string | undefined,
  place: number,
  taken: Set<string>,
  isLeaving: boolean,
  hiring: Hiring,
): Colleague {
  const { random, secrets } = hiring;
  const who = newcomer(taken, random);
  const hired = hiring.founded + random.int(0, 300) * day;
  const seatCode = String(8000 + place);
  const roleId = hiring.roles.get(role);
  const colleague = {
    id: demoId(hiring.founded, random),
    account: account ?? who.pinyin,
    name: who.name,
    role,
    departmentId: hiring.departments.get(plan.code) ?? '',
    line: plan.line,
    seatCode,
    isLeaving,
  };
  hiring.add('staff', {
    id: colleague.id,
    createdAt: hiring.founded,
    createdBy: null,
    account: colleague.account,
    passwordHash: secrets.passwordHash,
    name: who.name,
    mobile: secrets.seal(mobileNumber(place, 'staff')),
    staffNo: `QM${String(place).padStart(5, '0')}`,
    gender: who.gender,
    departmentId: colleague.departmentId,
    jobId: hiring.jobs.get(role) ?? null,
    roleIds: roleId === undefined ? [] : [roleId],
    projectIds: projectsOf(plan.line, hiring.projects),
    ...(phoneRoles.has(role) ? seatOf(seatCode, demoAccounts.includes(account ?? ''), secrets) : noSeat),
    firstLogin: false,
    receiveLeads: role === 'sales' && !isLeaving,
    leadWeight: role === 'sales' ? random.int(5, 15) : null,
    hireDate: new Date(hired).toISOString().slice(0, 10),
    status: isLeaving ? 'leaving' : 'active',
    passwordChangedAt: hired,
  });
  return colleague;
}

const phoneRoles: ReadonlySet<string> = new Set(['sales', 'group_leader', 'promoter']);
const noSeat = { hlAgentId: null, dlswAgentId: null, xzjAgentId: null, seatCode: null, sipPassword: null };

/** What somebody on the telephone has: a seat, and of the demo accounts one with every provider. */
function seatOf(seatCode: string, isDemo: boolean, { seal }: Hiring['secrets']) {
  return {
    hlAgentId: `hl${seatCode}`,
    dlswAgentId: isDemo ? `dlsw${seatCode}` : null,
    xzjAgentId: isDemo ? `xzj${seatCode}` : null,
    seatCode,
    sipPassword: seal(randomBytes(12).toString('base64url')),
  };
}

/** A person whose account and name nobody else has. */
function newcomer(taken: Set<string>, random: Random): Person {
  for (;;) {
    const who = person(random);
    if (taken.has(who.pinyin) || taken.has(who.name)) continue;
    taken.add(who.pinyin).add(who.name);
    return who;
  }
}

/** Ids of the projects of a line, of all without one. */
export function projectsOf(line: Line | undefined, projects: ReadonlyMap<ProjectCode, string>): readonly string[] {
  const wanted = projectFacts.filter((project) => line === undefined || project.line === line);
  return wanted.flatMap(({ code }) => projects.get(code) ?? []);
}
