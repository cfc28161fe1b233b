import type { Values } from '../../kernel/operation/record-store.ts';
import { refuseSms } from './errors.ts';

/** What a promotion ends with, so that whoever gets it knows how to get no more. */
export const optOutHint = '拒收请回复R';

/** Variables of a text, by the field of the customer they stand for. */
const variables: Readonly<Record<string, string>> = { name: '姓名', city: '城市', examYear: '报考年份' };

const variable = /\{([^{}]*)\}/g;

/** Refuses a text that says a variable nobody knows, or a promotion that does not say how to get no more. */
export function checkText({ content, kind }: Values): void {
  const text = String(content ?? '');
  for (const [whole, name = ''] of text.matchAll(variable))
    if (!Object.hasOwn(variables, name)) throw refuseSms('E_SMS_VARIABLE', { got: whole, known: knownNames() });
  if (/[{}]/.test(text.replaceAll(variable, '')))
    throw refuseSms('E_SMS_VARIABLE', { got: '单独的花括号', known: knownNames() });
  if (kind === 'marketing' && !text.trimEnd().endsWith(optOutHint)) throw refuseSms('E_SMS_OPT_OUT_HINT');
}

function knownNames(): string {
  return Object.entries(variables)
    .map(([name, title]) => `{${name}} ${title}`)
    .join('、');
}

/** The text for one customer; or the title of the variable he has nothing for. */
export function textFor(
  { sign, content }: Values,
  customer: Values,
): { readonly text: string } | { readonly missing: string } {
  let missing: string | undefined;
  const filled = String(content).replaceAll(variable, (_, name: string) => {
    const value = customer[name];
    if (value === null || value === undefined || value === '') missing = variables[name] ?? name;
    return String(value ?? '');
  });
  return missing === undefined ? { text: `【${String(sign)}】${filled}` } : { missing };
}

/** Whether an answer asks for no more messages. */
export function isOptOut(text: string): boolean {
  return /^(R|T|TD|N|退订|拒收)$/.test(text.normalize('NFKC').trim().toUpperCase());
}
