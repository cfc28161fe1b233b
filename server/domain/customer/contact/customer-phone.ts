import { normaliseLandline, normaliseMobile } from '../../../../engine/model/fields/index.ts';
import { saidPlace } from '../../../kernel/errors/app-error.ts';
import { invalidInput } from '../../../kernel/errors/invalid-input.ts';
import type { DomainRules, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { Values } from '../../../kernel/operation/record-store.ts';
import { customerText } from '../../../texts/domain/customer-text.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { holdNumber, refuseKnownNumber } from './phones.ts';

const place = { pointer: '/phone', title: customerText('customer.number') } as const;

/** Rules of further numbers of a customer: written in one way, nobody else's, and the main one left to the customer. */
export const customerPhoneRules: DomainRules = {
  entity: 'customer_phone',

  async beforeCreate(values, context) {
    return { phone: await freeNumber(values, context) };
  },

  async beforeModify(record, changes, context) {
    if (changes.customerId !== undefined && changes.customerId !== record.customerId) throw refuseOtherCustomer();
    const wanted = { ...record, ...changes };
    if (wanted.phone === record.phone && wanted.kind === record.kind) return {};
    if (record.kind === 'main') throw refuseCustomer('E_CUSTOMER_MAIN_PHONE');
    const phone = await freeNumber(wanted, context);
    return phone === record.phone ? { phone } : { phone, verified: false };
  },

  async beforeDelete({ kind }) {
    if (kind === 'main') throw refuseCustomer('E_CUSTOMER_MAIN_PHONE');
  },
};

/** The number as it is stored: a landline with its area code, anything else a mobile; refused where it is known. */
async function freeNumber({ phone, kind, customerId }: Values, context: RuleContext): Promise<string> {
  const number = kind === 'landline' ? normaliseLandline(String(phone)) : normaliseMobile(String(phone));
  if (number === undefined) throw invalidInput([{ code: 'E_INPUT_FORMAT', ...saidPlace(place) }]);
  await holdNumber(number, context);
  await refuseKnownNumber(number, String(customerId), context, place);
  return number;
}

function refuseOtherCustomer() {
  const place = { pointer: '/customerId', title: customerText('customer.customer') };
  return invalidInput([{ code: 'E_INPUT_READONLY', ...saidPlace(place) }]);
}
