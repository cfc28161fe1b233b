import { dayOf } from '../../../engine/model/time/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import type { Piece, Schedule } from '../../kernel/operation/schedule.ts';
import { SmsRefused } from '../../kernel/services/sms-service.ts';
import { productTitle } from '../../kernel/text/product-title.ts';
import { signingLink } from './link.ts';
import { nextMessage } from './store.ts';

/** Milliseconds the provider may take over one message. */
const patience = 5000;
/** Attempts at a message before it is given up: about an hour. */
const maxAttempts = 8;
const firstRetry = 30_000;
/** States in which an agreement waits for its signer. */
export const waiting: readonly unknown[] = ['sent', 'viewed'];

/** Lets the signer of an agreement have a message at a moment. */
export async function queueMessage(
  agreementId: string,
  kind: 'link' | 'remind',
  dueAt: string,
  { records }: RuleContext,
) {
  await records.insert('agreement_message', { agreementId, kind, dueAt, status: 'queued', attempts: 0, codeTries: 0 });
}

/** Sends what is due, one a piece: whoever dies before noting it hands it over again under the same key. */
export const messageSchedule: Schedule = {
  key: 'agreement.messages',
  title: '签署链接与催签',
  entity: 'agreement',
  timing: { every: 10_000 },
  async piece(from, context): Promise<Piece> {
    const id = await nextMessage(context.db, from, context.now);
    if (id === undefined) return { done: 0, next: null };
    const message = await context.records.lockOne('agreement_message', id, { status: 'queued' });
    if (message !== undefined) await send(message, context);
    return { done: 1, next: id };
  },
};

async function send(message: StoredRecord, context: RuleContext): Promise<void> {
  const note = (values: Readonly<Record<string, unknown>>) =>
    context.records.update('agreement_message', message.id, values);
  const agreement = await context.records.findOne('agreement', { id: message.agreementId });
  if (agreement === undefined || !waiting.includes(agreement.status)) {
    await note({ status: 'dropped' });
    return;
  }
  try {
    await submit(message.id, agreement, await textOf(message, agreement, context), context);
    await note({ status: 'sent', sentAt: context.now, attempts: Number(message.attempts) + 1 });
  } catch (error) {
    const attempts = Number(message.attempts) + 1;
    const isOver = error instanceof SmsRefused || attempts >= maxAttempts;
    const dueAt = new Date(Date.parse(context.now) + firstRetry * 2 ** (attempts - 1)).toISOString();
    const why = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    await note({ attempts, error: why, ...(isOver ? { status: 'failed' } : { dueAt }) });
    if (isOver) await tellUnsent(agreement, why, context);
  }
}

/** Hands a text over to whoever sends messages, for the signer of an agreement. */
export function submit(key: string, agreement: StoredRecord, text: string, context: RuleContext): Promise<void> {
  const message = {
    key,
    mobile: String(agreement.signerMobile),
    text: `【${productTitle(context.documents)}】${text}`,
  };
  return context.services.sms.provider.submit(message, AbortSignal.timeout(patience));
}

async function textOf({ kind }: StoredRecord, agreement: StoredRecord, context: RuleContext): Promise<string> {
  const template = await context.records.findOne('agreement_template', { id: agreement.templateId });
  const until = dayOf(String(agreement.expireAt));
  const words = kind === 'remind' ? '还没有签署，请尽快签署' : '请您签署';
  return `《${String(template?.name)}》${words}，${until} 前有效：${signingLink(agreement, context)}`;
}

async function tellUnsent({ id, agreementNo, ownerId }: StoredRecord, why: string, { records }: RuleContext) {
  await records.insert('notification', {
    ...{ receiverId: ownerId, type: '16', title: '签署短信没有发出', stage: '1', status: '1' },
    ...{ linkEntity: 'agreement', linkId: id },
    content: `协议【${String(agreementNo)}】的签署短信没有发出：${why}`.slice(0, 500),
  });
}
