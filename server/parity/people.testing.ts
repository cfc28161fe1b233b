import { type TestRows, testPasswordHash } from '../testing/test-app.ts';
import { places, type Role, roles } from './expectations.testing.ts';
import type { RowClass } from './row-classes.ts';
import type { Holder } from './row-maker.testing.ts';

/** Of which role's rows which class they are. */
export type HolderKey = `${Role} ${RowClass}`;

/** The account that holds just this role. */
export const accountOf = (role: Role) => `parity_${role}`;

/** Adds for every role somebody who holds it, and the holders of the rows of each class as he sees them. */
export async function addPeople({ records, ids }: TestRows): Promise<ReadonlyMap<HolderKey, Holder>> {
  const passwordHash = await testPasswordHash();
  const type = await records.insert('project_item_type', { code: 'other', name: '其他', enabled: true });
  const foreign = await records.insert('project', {
    code: 'foreign',
    name: '不负责的项目',
    itemTypeId: type,
    enabled: true,
  });
  let count = 0;
  const person = async (account: string, department: string, roleIds: readonly unknown[] = []): Promise<Holder> => {
    const departmentId = String(ids[department]);
    const staffId = await records.insert('staff', {
      account,
      name: account,
      passwordHash,
      mobile: `1380000${String(1000 + count++)}`,
      departmentId,
      roleIds,
      projectIds: [ids.project],
      firstLogin: false,
      receiveLeads: true,
      status: 'active',
    });
    return { staffId, departmentId, projectId: String(ids.project) };
  };
  const holders = new Map<HolderKey, Holder>();
  for (const role of roles) {
    const { home, below, away } = places[role];
    const own = await person(accountOf(role), home, role === 'nobody' ? [] : [ids[`role:${role}`]]);
    holders.set(`${role} own`, own);
    holders.set(`${role} deleted`, own);
    holders.set(`${role} foreignProject`, { ...own, projectId: foreign });
    holders.set(`${role} department`, await person(`beside_${role}`, home));
    if (below !== undefined) holders.set(`${role} below`, await person(`below_${role}`, below));
    holders.set(`${role} other`, await person(`away_${role}`, away));
    holders.set(`${role} pool`, await person(`pool_${role}`, home));
  }
  return holders;
}
