import type { Message } from '../../../engine/model/texts/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { commonText } from '../../texts/common-text.ts';
import { smsText } from '../../texts/domain/sms-text.ts';
import { refuseSms } from './errors.ts';

/** What a promotion ends with, so that whoever gets it knows how to get no more. */
export const optOutHint = '拒收请回复R';

/** What the product sends of itself; anything else goes to customers. */
export type SmsUsage = 'shipped';

/** Variables of a text, by the field of the customer they stand for. */
const ofCustomers: Readonly<Record<string, Message>> = {
  name: smsText('sms.customer.name'),
  city: smsText('sms.customer.city'),
  examYear: smsText('sms.customer.examYear'),
};
/** The same of what the product sends of itself. */
const ofNotices: Readonly<Record<SmsUsage, Readonly<Record<string, Message>>>> = {
  shipped: {
    name: smsText('sms.shipped.name'),
    courier: smsText('sms.shipped.courier'),
    trackingNo: smsText('sms.shipped.trackingNo'),
    count: smsText('sms.shipped.count'),
  },
};

function variablesOf({ usage }: Values): Readonly<Record<string, Message>> {
  return usage === 'shipped' ? ofNotices[usage] : ofCustomers;
}

const variable = /\{([^{}]*)\}/g;

/** Refuses a text that says a variable nobody knows, or a promotion that does not say how to get no more. */
export function checkText(template: Values): void {
  const { content, kind } = template;
  const variables = variablesOf(template);
  const text = String(content ?? '');
  const unknown = (got: string | Message) => refuseSms('E_SMS_VARIABLE', { got, known: namesOf(variables) });
  for (const [whole, name = ''] of text.matchAll(variable)) if (!Object.hasOwn(variables, name)) throw unknown(whole);
  if (/[{}]/.test(text.replaceAll(variable, ''))) throw unknown(smsText('sms.brace'));
  if (kind === 'marketing' && !text.trimEnd().endsWith(optOutHint)) throw refuseSms('E_SMS_OPT_OUT_HINT');
}

function namesOf(variables: Readonly<Record<string, Message>>): Message {
  const list = Object.entries(variables).map(([name, title]) => smsText('sms.variable', { name: `{${name}}`, title }));
  return commonText('common.list', { list });
}

/** The text for one receiver, a customer unless the template is of a notice; or the title of the variable there is nothing for. */
export function textFor(template: Values, values: Values): { readonly text: string } | { readonly missing: Message } {
  const { sign, content } = template;
  const variables = variablesOf(template);
  let missing: Message | undefined;
  const filled = String(content).replaceAll(variable, (_, name: string) => {
    const value = values[name];
    if (value === null || value === undefined || value === '')
      missing = variables[name] ?? smsText('sms.unknown', { name });
    return String(value ?? '');
  });
  return missing === undefined ? { text: `【${String(sign)}】${filled}` } : { missing };
}

/** Whether an answer asks for no more messages. */
export function isOptOut(text: string): boolean {
  return /^(R|T|TD|N|退订|拒收)$/.test(text.normalize('NFKC').trim().toUpperCase());
}
