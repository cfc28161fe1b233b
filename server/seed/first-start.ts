import { inTransaction } from '../db/connection/connect.ts';
import { readablePassword } from '../kernel/crypto/kept-secrets.ts';
import { insertAccount, insertShippedRoles, insertTopDepartment } from './first-rows.ts';
import { type Seeding, seedContext } from './seed-context.ts';

/** The account production begins with; its password is shown once and must be changed. */
export type FirstAccount = { readonly account: string; readonly password: string };

/** Account and role of the first administrator; the platform ships the role. */
const administrator = 'admin';

/**
 * Fills an empty production database with what nobody could sign in without: the shipped roles, a top
 * department and one administrator. Answers undefined where there are roles already.
 */
export async function fillFirstStart(seeding: Seeding): Promise<FirstAccount | undefined> {
  return inTransaction(seeding.db, async (transaction) => {
    const context = seedContext({ ...seeding, db: transaction });
    if ((await context.records.count('role', {})) > 0) return undefined;
    const roleIds = await insertShippedRoles(context);
    const departmentId = await insertTopDepartment(context);
    const password = readablePassword();
    const roleId = roleIds.get(administrator);
    const who = { account: administrator, name: '管理员', password, departmentId, roleId, place: 0, firstLogin: true };
    await insertAccount(who, context);
    return { account: administrator, password };
  });
}
