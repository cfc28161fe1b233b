import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../../kernel/operation/record-store.ts';
import { mayKnowOf } from '../../../records/read/view.ts';
import { refuseCustomer } from '../errors/errors.ts';

/**
 * Holds a number for the rest of the transaction: what looks whether it is known and then writes it down runs one after
 * another. A number nobody has yet is no row that could be locked.
 */
export function holdNumber(mobile: string, { records }: RuleContext): Promise<void> {
  return records.holdValue('mobile', mobile);
}

/** The live customer who has this number, as main or further phone. */
export async function customerByPhone(mobile: string, { records }: RuleContext): Promise<StoredRecord | undefined> {
  const phone = await records.findOne('customer_phone', { phone: mobile });
  return phone === undefined ? undefined : records.findOne('customer', { id: phone.customerId });
}

/** Where a number was given, for what is wrong with it. */
type Place = { readonly pointer: string; readonly title: string };
const mainPlace: Place = { pointer: '/mobile', title: '手机号' };

/** Refuses a number that is known: of another customer, or of a lead that waits to become one. */
export async function refuseKnownNumber(
  number: string,
  ownCustomerId: string | undefined,
  context: RuleContext,
  place: Place = mainPlace,
): Promise<void> {
  await refuseTakenPhone(number, ownCustomerId, context, place);
  const waiting = await context.records.findOne('lead', { mobile: number, status: 'valid' });
  if (waiting === undefined) return;
  if (!(await mayKnowOf('lead', waiting.id, context))) throw refuseUnnamed(place);
  throw refuseCustomer('E_CUSTOMER_LEAD_WAITING', {}, { faults: [{ code: 'E_INPUT_DUPLICATE', ...place }] });
}

/** Who does not see the row hears that the number is known, and nothing of whose or what it is. */
function refuseUnnamed(place: Place) {
  return refuseCustomer(
    'E_CUSTOMER_EXISTS',
    { owner: '其他同事' },
    { faults: [{ code: 'E_INPUT_DUPLICATE', ...place }] },
  );
}

/** Refuses a number that belongs to another customer, saying whose he is to who may see him. */
export async function refuseTakenPhone(
  number: string,
  ownCustomerId: string | undefined,
  context: RuleContext,
  place: Place = mainPlace,
): Promise<void> {
  const taken = await customerByPhone(number, context);
  if (taken === undefined || taken.id === ownCustomerId) return;
  if (!(await mayKnowOf('customer', taken.id, context))) throw refuseUnnamed(place);
  const fault = { code: 'E_INPUT_DUPLICATE', ...place } as const;
  if (taken.ownState === 'pooled') throw refuseCustomer('E_CUSTOMER_EXISTS_POOLED', {}, { faults: [fault] });
  const owner =
    typeof taken.ownerId === 'string' ? await context.records.findOne('staff', { id: taken.ownerId }) : undefined;
  throw refuseCustomer('E_CUSTOMER_EXISTS', { owner: owner?.name ?? '其他同事' }, { faults: [fault] });
}

/** Adds the row of the main number, which every customer has. */
export async function addMainPhone(customerId: string, mobile: string, { records }: RuleContext): Promise<void> {
  await records.insertLater('customer_phone', {
    customerId,
    phone: mobile,
    kind: 'main',
    verified: false,
    invalid: false,
  });
}

/** Keeps the row of the main number up to date. */
export async function keepMainPhone(customerId: string, mobile: string, context: RuleContext): Promise<void> {
  const { records } = context;
  const main = await records.findOne('customer_phone', { customerId, kind: 'main' });
  if (main === undefined) await addMainPhone(customerId, mobile, context);
  else if (main.phone !== mobile)
    await records.update('customer_phone', main.id, { phone: mobile, verified: false, invalid: false });
}
