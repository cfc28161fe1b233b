import type { ProfileAnswer } from '../../contract/session.ts';
import { maskValue } from '../../engine/model/documents/index.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import type { RecordStore, StoredRecord } from '../kernel/operation/record-store.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { personFacts } from './person-facts.ts';

/** Everything the caller's own page tells him of himself. */
export async function profileOf(context: CallContext): Promise<ProfileAnswer> {
  const { staffId: id } = context.caller;
  const records = new SqlRecordStore(context, { staffId: id, now: context.now });
  const person = await records.findOne('staff', { id });
  if (person === undefined) throw refuse('E_SESSION');
  const [departments, leader, roles, { projects, agents }] = await Promise.all([
    departmentNames(String(person.departmentId), records),
    nameOf('staff', person.leaderId, records),
    rolesOf(person, records),
    personFacts(context, id),
  ]);
  const { account, name, mobile, departmentId } = person;
  const given = (key: string) => (typeof person[key] === 'string' ? person[key] : null);
  return {
    id,
    account: String(account),
    name: String(name),
    mobile: typeof mobile === 'string' ? maskValue('mobile', mobile) : '',
    staffNo: given('staffNo'),
    departmentId: String(departmentId),
    departments,
    leader,
    roles,
    ...(projects === undefined ? {} : { projects }),
    ...agents,
    hireDate: given('hireDate'),
    passwordChangedAt: given('passwordChangedAt'),
  };
}

/** A department and those above it by name, the uppermost first. */
async function departmentNames(id: string, records: RecordStore): Promise<readonly string[]> {
  const chain = await records.upFrom('department', id);
  const rows = await Promise.all(chain.map((one) => records.findOne('department', { id: one })));
  return rows.flatMap((row) => (row === undefined ? [] : [String(row.name)])).reverse();
}

async function nameOf(entity: string, id: unknown, records: RecordStore): Promise<string | null> {
  if (typeof id !== 'string') return null;
  const row = await records.findOne(entity, { id });
  return row === undefined ? null : String(row.name);
}

async function rolesOf(person: StoredRecord, records: RecordStore) {
  const rows = await Promise.all(idsOf(person.roleIds).map((id) => records.findOne('role', { id })));
  return rows.flatMap((row) => (row === undefined ? [] : [{ id: row.id, name: String(row.name) }]));
}

function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
