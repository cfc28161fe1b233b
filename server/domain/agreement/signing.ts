import { randomInt } from 'node:crypto';
import {
  askSigningCode,
  refuseSigning,
  type SignedAnswer,
  type SigningAnswer,
  signAgreement,
  viewSigning,
} from '../../../contract/signing/agreement-signing.ts';
import { maskValue } from '../../../engine/model/documents/index.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import type { Message } from '../../../engine/model/texts/index.ts';
import { calendarInForce } from '../../db/holiday-store.ts';
import { systemCaller } from '../../kernel/caller/caller.ts';
import type { CallContext, OpenContext } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { implementOpen, type Operation } from '../../kernel/operation/operation.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { mutate } from '../../records/change/mutate.ts';
import { agreementText } from '../../texts/domain/agreement-text.ts';
import { ownRules } from './agreement.ts';
import { refuseAgreement } from './errors.ts';
import { noteEvent } from './events.ts';
import { isItsLink } from './link.ts';
import { submit } from './messages.ts';
import { processOf } from './process.ts';
import { bodyOf, sealedBytes } from './sealed-file.ts';

type Link = { readonly agreement?: string; readonly sign?: string };

/** Guesses at one code, how long it holds, and how many there are in a day. */
const codes = { tries: 5, validMs: 10 * 60_000, pauseMs: 60_000, aDay: 5 } as const;

/** What whoever holds the link of an agreement may do: read it, ask for a code, sign with it, refuse. */
export const signingOperations: readonly Operation[] = [
  implementOpen(viewSigning, (link, open) =>
    atLink(link, open, (agreement, context) => look(agreement, open, context)),
  ),
  implementOpen(askSigningCode, (link, open) => atLink(link, open, sendCode)),
  implementOpen(signAgreement, ({ code, ...link }, open) =>
    atLink(link, open, (agreement, context) => signWith(code, agreement, open, context)),
  ),
  implementOpen(refuseSigning, ({ reason, ...link }, open) =>
    atLink(link, open, async (agreement, context) => {
      refuseOver(agreement, context.now);
      await noteEvent(agreement, { kind: 'refused', device: open.origin.userAgent, detail: reason }, context);
      await move(agreement, 'refuse', { reason }, context);
      return { done: true, left: 0 };
    }),
  ),
];

/** Does something with the agreement a link leads to, held meanwhile: the server's own work, from where the signer is. */
async function atLink<Answer>(
  { agreement: id = '', sign = '' }: Link,
  open: OpenContext,
  work: (agreement: StoredRecord, context: RuleContext) => Promise<Answer>,
): Promise<Answer> {
  const caller = { ...systemCaller, ip: open.origin.ip };
  const base = { ...open, caller, page: undefined, idempotencyKey: undefined };
  const context: CallContext = { ...base, calendar: await calendarInForce(open) };
  return mutate('agreement.signing', {}, context, async (inside) => {
    const agreement = isId(id) ? await inside.records.lockOne('agreement', id) : undefined;
    if (agreement === undefined || agreement.sentAt === null || !isItsLink(agreement, sign, open))
      throw refuseAgreement('E_SIGNING_LINK');
    return work(agreement, inside);
  });
}

/** What an agreement is when its link leads nowhere any more. */
const over: Readonly<Record<string, Message>> = {
  rejected: agreementText('agreement.over.rejected'),
  expired: agreementText('agreement.over.expired'),
  revoked: agreementText('agreement.over.revoked'),
  void: agreementText('agreement.over.void'),
  signed: agreementText('agreement.over.signed'),
  archived: agreementText('agreement.over.signed'),
};

function refuseOver({ status, expireAt }: StoredRecord, now: string): void {
  const why = over[String(status)] ?? (String(expireAt) <= now ? over.expired : undefined);
  if (why !== undefined) throw refuseAgreement('E_SIGNING_OVER', { why });
}

async function look(agreement: StoredRecord, open: OpenContext, context: RuleContext): Promise<SigningAnswer> {
  const isSigned = agreement.status === 'signed' || agreement.status === 'archived';
  if (!isSigned) refuseOver(agreement, context.now);
  const bytes = await sealedBytes(agreement, context);
  if (agreement.status === 'sent') {
    await noteEvent(agreement, { kind: 'viewed', device: open.origin.userAgent }, context);
    await move(agreement, 'opened', {}, context);
  }
  const template = await context.records.findOne('agreement_template', { id: agreement.templateId });
  return {
    ...{ title: String(template?.name), agreementNo: String(agreement.agreementNo), body: bodyOf(bytes) },
    ...{ hash: String(agreement.contentHash), signerName: String(agreement.signerName) },
    mobile: maskValue('mobile', String(agreement.signerMobile)),
    expireAt: String(agreement.expireAt),
    signedAt: typeof agreement.signedAt === 'string' ? agreement.signedAt : null,
  };
}

async function sendCode(agreement: StoredRecord, context: RuleContext): Promise<SignedAnswer> {
  refuseOver(agreement, context.now);
  await refuseTooMany(agreement, context);
  const { records, now, protection } = context;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const id = await records.insert('agreement_message', {
    ...{ agreementId: agreement.id, kind: 'code', dueAt: now, sentAt: now, status: 'sent', attempts: 1, codeTries: 0 },
    codeHash: protection.hash(`${agreement.id} ${code}`),
  });
  await noteEvent(agreement, { kind: 'code' }, context);
  const text = `验证码 ${code}，10 分钟内有效，用于签署协议 ${String(agreement.agreementNo)}。请勿告诉他人。`;
  try {
    await submit(id, agreement, text, context);
  } catch {
    throw refuseAgreement('E_SIGNING_SMS');
  }
  return { done: true, left: codes.tries };
}

async function refuseTooMany({ id }: StoredRecord, { records, now }: RuleContext): Promise<void> {
  const sent = await records.find('agreement_message', { agreementId: id, kind: 'code' });
  const age = ({ dueAt }: StoredRecord) => Date.parse(now) - Date.parse(String(dueAt));
  const last = Math.min(...sent.map(age));
  if (last < codes.pauseMs)
    throw refuseAgreement('E_SIGNING_WAIT', { seconds: Math.ceil((codes.pauseMs - last) / 1000) });
  if (sent.filter((message) => age(message) < 86_400_000).length >= codes.aDay)
    throw refuseAgreement('E_SIGNING_CODES');
}

/** A wrong code is counted and answered, not refused: what is refused leaves nothing behind, and could be tried for ever. */
async function signWith(
  code: string,
  agreement: StoredRecord,
  open: OpenContext,
  context: RuleContext,
): Promise<SignedAnswer> {
  refuseOver(agreement, context.now);
  const { records, protection, now } = context;
  const [sent] = await records.find(
    'agreement_message',
    { agreementId: agreement.id, kind: 'code', status: 'sent' },
    1,
  );
  const tried = Number(sent?.codeTries ?? codes.tries);
  const isOld = Date.parse(now) - Date.parse(String(sent?.dueAt)) > codes.validMs;
  if (sent === undefined || tried >= codes.tries || isOld) return { done: false, left: 0 };
  if (protection.hash(`${agreement.id} ${code}`) !== sent.codeHash) {
    await records.update('agreement_message', sent.id, { codeTries: tried + 1 });
    await noteEvent(agreement, { kind: 'wrong_code', device: open.origin.userAgent }, context);
    return { done: false, left: codes.tries - tried - 1 };
  }
  await records.update('agreement_message', sent.id, { status: 'used' });
  const detail = `验证码发至 ${maskValue('mobile', String(agreement.signerMobile))}`;
  await noteEvent(agreement, { kind: 'signed', device: open.origin.userAgent, detail }, context);
  await move(agreement, 'sign', {}, context);
  if ((await processOf(agreement, context)).isFiledAtOnce) await move(agreement, 'archive', {}, context);
  return { done: true, left: 0 };
}

function move({ id }: StoredRecord, key: string, input: Values, context: RuleContext): Promise<void> {
  return context.records.bySystem(() =>
    applySystemTransition({ entity: 'agreement', key, id, input, rules: ownRules }, context),
  );
}
