import { formatMessageIn } from '../../../engine/model/texts/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { SmsRefused } from '../../kernel/services/sms-service.ts';
import { type SmsUsage, textFor } from './sms-text.ts';

/** Milliseconds the provider may take over one message. */
const patience = 5000;
/** Attempts at a message before it is given up: about an hour. */
const maxAttempts = 8;
const firstRetry = 30_000;

/** A message the product sends of itself, to one number; `key` is the same at every attempt. */
export type SmsNotice = {
  readonly key: string;
  readonly usage: SmsUsage;
  readonly mobile: string;
  /** What the variables of the template say. */
  readonly values: Values;
  /** Attempts there were before. */
  readonly attempts: number;
};

/** What became of it: handed over, left out, to be tried again at a moment, or given up. */
export type NoticeOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'skipped' | 'failed'; readonly problem: string }
  | { readonly kind: 'later'; readonly at: string; readonly problem: string };

/** The approved template for messages of a kind; undefined where nobody wrote one, or the product sends no messages. */
export async function templateFor(
  usage: SmsUsage,
  { records, documents }: RuleContext,
): Promise<StoredRecord | undefined> {
  if (!documents.entities.has('sms_template')) return undefined;
  return records.findOne('sms_template', { usage, status: 'approved' });
}

/** Hands a notice over, but to nobody who wants no more messages: whoever dies before noting it hands it over again under the same key. */
export async function sendNotice(notice: SmsNotice, context: RuleContext): Promise<NoticeOutcome> {
  const { key, usage, mobile, values, attempts } = notice;
  const template = await templateFor(usage, context);
  if (template === undefined) return { kind: 'skipped', problem: '没有通过的短信模板' };
  if ((await context.records.findOne('sms_opt_out', { mobile })) !== undefined)
    return { kind: 'skipped', problem: '已退订' };
  const made = textFor(template, values);
  if ('missing' in made) return { kind: 'skipped', problem: `没有${formatMessageIn('zh-CN', made.missing)}` };
  try {
    await context.services.sms.provider.submit({ key, mobile, text: made.text }, AbortSignal.timeout(patience));
    return { kind: 'sent' };
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    if (error instanceof SmsRefused || attempts + 1 >= maxAttempts) return { kind: 'failed', problem };
    return { kind: 'later', problem, at: new Date(Date.parse(context.now) + firstRetry * 2 ** attempts).toISOString() };
  }
}
