import { type Place, saidPlace } from '../../../kernel/errors/app-error.ts';
import { modelOf } from '../../../kernel/operation/context.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import { maxFound, type StoredRecord } from '../../../kernel/operation/record-store.ts';
import { logChange } from '../../../records/log/operation-log.ts';
import { mayKnowOf } from '../../../records/read/view.ts';
import { customerText } from '../../../texts/domain/customer-text.ts';
import { refuseCustomer } from '../errors/errors.ts';

/**
 * Holds a number for the rest of the transaction: what looks whether it is known and then writes it down runs one after
 * another. A number nobody has yet is no row that could be locked.
 */
export function holdNumber(mobile: string, context: RuleContext): Promise<void> {
  return holdNumbers([mobile], context);
}

/** The same of several numbers, in an order that is the same for everybody. */
export function holdNumbers(mobiles: readonly string[], { records }: RuleContext): Promise<void> {
  return records.holdValues('mobile', mobiles);
}

/** The live customer who has this number, as main or further phone. */
export async function customerByPhone(mobile: string, context: RuleContext): Promise<StoredRecord | undefined> {
  return (await customersByPhone([mobile], context)).get(mobile);
}

/** The live customers who have these numbers, by number; those nobody has are left out. */
export async function customersByPhone(
  mobiles: readonly string[],
  { records }: RuleContext,
): Promise<ReadonlyMap<string, StoredRecord>> {
  if (mobiles.length === 0) return new Map();
  const phones = await records.find('customer_phone', { phone: mobiles }, maxFound);
  if (phones.length === 0) return new Map();
  const ids = [...new Set(phones.map(({ customerId }) => customerId))];
  const customers = new Map((await records.find('customer', { id: ids }, maxFound)).map((one) => [one.id, one]));
  return new Map(
    phones.flatMap(({ phone, customerId }) => {
      const customer = customers.get(String(customerId));
      return customer === undefined ? [] : [[String(phone), customer] as const];
    }),
  );
}

/** Where a number was given, for what is wrong with it. */
const mainPlace: Place = { pointer: '/mobile', title: customerText('customer.mobile') };

/** Whose a number is: of a customer, and of a lead that waits to become one. */
export type KnownNumber = { readonly customer?: StoredRecord | undefined; readonly waiting?: StoredRecord | undefined };

/** Whose these numbers are, by number. */
export async function knownNumbers(
  numbers: readonly string[],
  context: RuleContext,
): Promise<ReadonlyMap<string, KnownNumber>> {
  if (numbers.length === 0) return new Map();
  const [customers, leads] = await Promise.all([
    customersByPhone(numbers, context),
    context.records.find('lead', { mobile: numbers, status: 'valid' }, maxFound),
  ]);
  // The newest come first, and shall stay.
  const waiting = new Map(leads.toReversed().map((lead) => [String(lead.mobile), lead]));
  return new Map(numbers.map((one) => [one, { customer: customers.get(one), waiting: waiting.get(one) }]));
}

/** Refuses a number that is known: of another customer, or of a lead that waits to become one. */
export async function refuseKnownNumber(
  number: string,
  ownCustomerId: string | undefined,
  context: RuleContext,
  place: Place = mainPlace,
): Promise<void> {
  const known = (await knownNumbers([number], context)).get(number);
  await refuseKnown(known ?? {}, ownCustomerId, context, place);
}

/** The same of a number of which it is known whose it is. */
export async function refuseKnown(
  { customer, waiting }: KnownNumber,
  ownCustomerId: string | undefined,
  context: RuleContext,
  place: Place = mainPlace,
): Promise<void> {
  await refuseTaken(customer, ownCustomerId, context, place);
  if (waiting === undefined) return;
  if (!(await mayKnowOf('lead', waiting.id, context))) throw refuseUnnamed(place);
  throw refuseCustomer('E_CUSTOMER_LEAD_WAITING', {}, { faults: [{ code: 'E_INPUT_DUPLICATE', ...saidPlace(place) }] });
}

/** Who does not see the row hears that the number is known, and nothing of whose or what it is. */
function refuseUnnamed(place: Place) {
  return refuseCustomer(
    'E_CUSTOMER_EXISTS',
    { owner: customerText('customer.colleague') },
    { faults: [{ code: 'E_INPUT_DUPLICATE', ...saidPlace(place) }] },
  );
}

/** Refuses a number that belongs to another customer, saying whose he is to who may see him. */
export async function refuseTakenPhone(
  number: string,
  ownCustomerId: string | undefined,
  context: RuleContext,
  place: Place = mainPlace,
): Promise<void> {
  await refuseTaken(await customerByPhone(number, context), ownCustomerId, context, place);
}

async function refuseTaken(
  taken: StoredRecord | undefined,
  ownCustomerId: string | undefined,
  context: RuleContext,
  place: Place,
): Promise<void> {
  if (taken === undefined || taken.id === ownCustomerId) return;
  if (!(await mayKnowOf('customer', taken.id, context))) throw refuseUnnamed(place);
  const fault = { code: 'E_INPUT_DUPLICATE', ...saidPlace(place) } as const;
  if (taken.ownState === 'pooled') throw refuseCustomer('E_CUSTOMER_EXISTS_POOLED', {}, { faults: [fault] });
  const owner =
    typeof taken.ownerId === 'string' ? await context.records.findOne('staff', { id: taken.ownerId }) : undefined;
  throw refuseCustomer(
    'E_CUSTOMER_EXISTS',
    { owner: owner?.name ?? customerText('customer.colleague') },
    { faults: [fault] },
  );
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

/** Puts a number in the place of another among those of a customer: his main one where it was that. */
export async function moveNumber(
  customerId: string,
  { from, to }: { readonly from: string; readonly to: string },
  context: RuleContext,
): Promise<void> {
  const { records, documents } = context;
  const customer = await records.lockOne('customer', customerId);
  if (customer === undefined) return;
  const phone = await records.findOne('customer_phone', { customerId, phone: from });
  const known = await records.findOne('customer_phone', { customerId, phone: to });
  if (phone !== undefined && known === undefined)
    await records.update('customer_phone', phone.id, { phone: to, verified: false, invalid: false });
  if (customer.mobile !== from) return;
  await records.update('customer', customerId, { mobile: to });
  if (known !== undefined) await keepMainOnly(customerId, known.id, phone?.id, context);
  const change = { entity: modelOf(documents, 'customer'), id: customerId, action: 'moveNumber', title: '修改手机号' };
  await logChange({ ...change, before: { mobile: from }, after: { mobile: to } }, context);
}

/** A further number of his that becomes the main one; the row of the former goes. */
async function keepMainOnly(
  customerId: string,
  mainId: string,
  formerId: string | undefined,
  { records }: RuleContext,
): Promise<void> {
  if (formerId !== undefined) await records.remove('customer_phone', formerId);
  await records.update('customer_phone', mainId, { customerId, kind: 'main' });
}
