import { authorOf } from '../../kernel/caller/caller.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';

/** The company's own accounts, which may fall below zero: what people have is what these gave. */
const systemNames = { exchange: '兑换账户', grant: '发放账户' } as const;

/** Points that change hands, once: one row each on the giving and the receiving account. */
export type PointsMove = {
  readonly txnNo: string;
  readonly from: StoredRecord;
  readonly to: StoredRecord;
  readonly points: number;
  readonly bizType: 'exchange' | 'exchange_cancel' | 'adjust' | 'refund_clawback';
  readonly bizId: string;
  readonly remark: string;
};

/** The account of a member of staff, held for the rest of the transaction; undefined where he never had points. */
export async function heldAccountOf(staffId: string, context: RuleContext): Promise<StoredRecord | undefined> {
  const found = await context.records.findOne('points_account', { staffId });
  return found === undefined ? undefined : held(found.id, context);
}

/** Opens the account of a member of staff who never had points; the caller holds his row. */
export async function openAccount(person: StoredRecord, { records }: RuleContext): Promise<StoredRecord> {
  const values = { accountNo: `YG-${person.id}`, kind: 'user', audience: 'staff', staffId: person.id };
  const empty = { name: person.name, balance: 0, totalEarned: 0, totalSpent: 0, frozen: false };
  const id = await records.insert('points_account', { ...values, ...empty });
  return { ...values, ...empty, id, version: 1 };
}

/** An account as it stands once nobody else can change it until the transaction ends. */
export function held(id: string, { records }: RuleContext): Promise<StoredRecord | undefined> {
  return records.lockOne('points_account', id);
}

/** One of the company's accounts, held; made when it is first needed. Taken after the accounts of people, always. */
export async function systemAccount(key: keyof typeof systemNames, context: RuleContext): Promise<StoredRecord> {
  const accountNo = `SYS-${key.toUpperCase()}`;
  const known =
    (await context.records.findOne('points_account', { accountNo })) ?? (await open(accountNo, key, context));
  return (await held(known.id, context)) ?? known;
}

/** Opens a company account; two who need it first wait for one another at the top department. */
async function open(accountNo: string, key: keyof typeof systemNames, context: RuleContext): Promise<StoredRecord> {
  const { records } = context;
  const [top] = await records.find('department', { parentId: null }, 1);
  if (top !== undefined) await records.lock('department', top.id);
  const meanwhile = await records.findOne('points_account', { accountNo });
  if (meanwhile !== undefined) return meanwhile;
  const values = { accountNo, kind: 'system', audience: 'system', name: systemNames[key] };
  const empty = { balance: 0, totalEarned: 0, totalSpent: 0, frozen: false };
  const id = await records.insert('points_account', { ...values, ...empty });
  return { ...values, ...empty, id, version: 1 };
}

/** Moves points between two held accounts and writes both rows: what one loses the other gains. */
export async function movePoints(move: PointsMove, context: RuleContext): Promise<void> {
  await book(move, move.from, 'out', context);
  await book(move, move.to, 'in', context);
}

async function book(
  { txnNo, points, bizType, bizId, remark }: PointsMove,
  account: StoredRecord,
  direction: 'in' | 'out',
  { records, caller, now }: RuleContext,
): Promise<void> {
  const balance = Number(account.balance) + (direction === 'in' ? points : -points);
  const total = direction === 'in' ? 'totalEarned' : 'totalSpent';
  await records.update('points_account', account.id, { balance, [total]: Number(account[total]) + points });
  await records.insertLater('points_ledger', {
    txnNo,
    accountId: account.id,
    audience: account.audience,
    direction,
    points,
    balanceAfter: balance,
    bizType,
    bizId,
    remark,
    operatorId: authorOf(caller),
    occurredAt: now,
  });
}
