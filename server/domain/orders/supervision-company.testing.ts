import { type Answer, codeOf, type OrderCompany, startOrderCompany } from './order-company.testing.ts';

const accounts = ['supervisor1', 'supervisor2', 'leader', 'elsewhere'] as const;

type Values = Readonly<Record<string, unknown>>;
type Served = { readonly id: string; readonly orderId: string };

/** A company that sells, with supervisors of the project, their leader, and one of no project. */
export type SupervisionCompany = OrderCompany & {
  readonly people: Readonly<Record<(typeof accounts)[number], string>>;
  /** Runs a transition of a service. */
  move(by: string, key: string, id: string, input?: Values): Promise<Answer>;
  /** A service of an order just paid, with its first supervisor. */
  assigned(): Promise<Served>;
  /** One that is served. */
  serving(): Promise<Served>;
};

/** Starts it. */
export async function startSupervisionCompany(): Promise<SupervisionCompany> {
  const sales = await startOrderCompany();
  const ids = new Map<string, string>();
  for (const [at, account] of accounts.entries()) ids.set(account, await person(sales, account, at));
  const idOf = (account: (typeof accounts)[number]) => String(ids.get(account));
  const people = {
    ...{ supervisor1: idOf('supervisor1'), supervisor2: idOf('supervisor2') },
    ...{ leader: idOf('leader'), elsewhere: idOf('elsewhere') },
  };
  const move: SupervisionCompany['move'] = (by, key, id, input = {}) =>
    sales.act(by, `/v1/study/service/${key}`, { id, ...input });
  const assigned = async () => {
    const orderId = await sales.paid(1_000_000);
    const made = await sales.records.findOne('study_service', { orderId });
    const id = String(made?.id);
    await sales.database.rows('update pool set member_department_ids = $1 where kind = $2', [
      [sales.ids.group1],
      'supervisor',
    ]);
    const answer = await move('admin', 'assign', id, { staffId: people.supervisor1 });
    if (codeOf(answer) !== '0') throw new TypeError(JSON.stringify(answer));
    return { id, orderId };
  };
  return {
    ...sales,
    people,
    move,
    assigned,
    async serving() {
      const made = await assigned();
      await sales.database.rows("update study_service set status = 'serving' where id = $1", [made.id]);
      return made;
    },
  };
}

async function person({ ids, records }: OrderCompany, account: string, at: number): Promise<string> {
  const like = await records.findOne('staff', { id: ids.sales });
  const role = account === 'leader' ? 'supervisor_leader' : 'supervisor';
  return records.insert('staff', {
    ...{ account, name: account, mobile: `1371000${1000 + at}`, passwordHash: like?.passwordHash },
    ...{ departmentId: ids.group1, roleIds: [ids[`role:${role}`]], receiveLeads: false },
    ...{ projectIds: account === 'elsewhere' ? [] : [ids.project], firstLogin: false, status: 'active' },
  });
}
