import { refuse } from '../../kernel/errors/app-error.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { refuseMall } from './errors.ts';
import { heldAccountOf, movePoints, openAccount, systemAccount } from './points.ts';

/** More points than these wait for a second person. */
const maxAlone = 1000;

/** Rules of adjustments: few points move at once, many when somebody else has agreed; nobody adjusts his own. */
export const pointsGrantRules: DomainRules = {
  entity: 'points_grant',
  beforeCreate: async (values, context) => {
    await personOf(values, context);
    return { status: Number(values.points) > maxAlone ? 'pending' : 'done' };
  },
  afterCreate: async (_, values, context) => {
    if (values.status === 'done') await book(values, context);
  },
  transitions: { approve: { after: (record, _, context) => book(record, context) } },
};

/** The person whose points change; refuses those who left, and the caller himself. */
async function personOf({ staffId }: Values, { records, caller }: RuleContext): Promise<StoredRecord> {
  if (staffId === caller.staffId) throw refuseMall('E_MALL_OWN');
  const person = await records.findOne('staff', { id: String(staffId) });
  if (person === undefined) throw refuse('E_NOT_FOUND');
  if (person.status !== 'active') throw refuseMall('E_MALL_LEFT');
  return person;
}

/** Moves the points: the account of the person is held before that of the company, as everywhere. */
async function book(grant: Values, context: RuleContext): Promise<void> {
  const person = await personOf(grant, context);
  const points = Number(grant.points);
  // Two first grants to one person must not open two accounts.
  await context.records.lock('staff', person.id);
  const account = (await heldAccountOf(person.id, context)) ?? (await openAccount(person, context));
  const company = await systemAccount('grant', context);
  const balance = Number(account.balance);
  if (grant.direction === 'out' && balance < points) throw refuseMall('E_MALL_POINTS', { need: points, balance });
  const [from, to] = grant.direction === 'out' ? [account, company] : [company, account];
  const grantNo = String(grant.grantNo);
  await movePoints(
    { txnNo: grantNo, from, to, points, bizType: 'adjust', bizId: grantNo, remark: String(grant.reason) },
    context,
  );
}
