import type { Values } from '../../kernel/operation/record-store.ts';
import { refuseSms } from './errors.ts';

/** What a promotion ends with, so that whoever gets it knows how to get no more. */
export const optOutHint = '拒收请回复R';

/** What the product sends of itself; anything else goes to customers. */
export type SmsUsage = 'shipped';

/** Variables of a text, by the field of the customer they stand for. */
const ofCustomers: Readonly<Record<string, string>> = { name: '姓名', city: '城市', examYear: '报考年份' };
/** The same of what the product sends of itself. */
const ofNotices: Readonly<Record<SmsUsage, Readonly<Record<string, string>>>> = {
  shipped: { name: '收件人', courier: '快递公司', trackingNo: '运单号', count: '册数' },
};

function variablesOf({ usage }: Values): Readonly<Record<string, string>> {
  return usage === 'shipped' ? ofNotices[usage] : ofCustomers;
}

const variable = /\{([^{}]*)\}/g;

/** Refuses a text that says a variable nobody knows, or a promotion that does not say how to get no more. */
export function checkText(template: Values): void {
  const { content, kind } = template;
  const variables = variablesOf(template);
  const text = String(content ?? '');
  const unknown = (got: string) => refuseSms('E_SMS_VARIABLE', { got, known: namesOf(variables) });
  for (const [whole, name = ''] of text.matchAll(variable)) if (!Object.hasOwn(variables, name)) throw unknown(whole);
  if (/[{}]/.test(text.replaceAll(variable, ''))) throw unknown('单独的花括号');
  if (kind === 'marketing' && !text.trimEnd().endsWith(optOutHint)) throw refuseSms('E_SMS_OPT_OUT_HINT');
}

function namesOf(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, title]) => `{${name}} ${title}`)
    .join('、');
}

/** The text for one receiver, a customer unless the template is of a notice; or the title of the variable there is nothing for. */
export function textFor(template: Values, values: Values): { readonly text: string } | { readonly missing: string } {
  const { sign, content } = template;
  const variables = variablesOf(template);
  let missing: string | undefined;
  const filled = String(content).replaceAll(variable, (_, name: string) => {
    const value = values[name];
    if (value === null || value === undefined || value === '') missing = variables[name] ?? name;
    return String(value ?? '');
  });
  return missing === undefined ? { text: `【${String(sign)}】${filled}` } : { missing };
}

/** Whether an answer asks for no more messages. */
export function isOptOut(text: string): boolean {
  return /^(R|T|TD|N|退订|拒收)$/.test(text.normalize('NFKC').trim().toUpperCase());
}
