import { signedAddress } from '../../files/signed-address.ts';
import type { DomainRules, RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { reachableFile } from '../../records/read/readable-file.ts';
import { agreementText } from '../../texts/domain/agreement-text.ts';
import { ofOrder } from './draft.ts';
import { refuseAgreement } from './errors.ts';
import { noteEvent } from './events.ts';
import { filled, isFillable } from './fill.ts';
import { fillingOf } from './filling.ts';
import { publicUrl } from './link.ts';
import { queueMessage, waiting } from './messages.ts';
import { daysAfter, processOf, remindersOf } from './process.ts';
import { bodyOf, sealedBytes, sealText } from './sealed-file.ts';
import { settleOrder } from './settle.ts';

const signed = ['signed', 'archived'];
const hour = 3_600_000;

/**
 * Rules of agreements that documents cannot say: what they take over from their order, the text that is filled in and
 * sealed when it is sent, what is noted of its signing, and when one may be void.
 */
export const agreementRules: DomainRules = {
  entity: 'agreement',

  async beforeCreate(values, context) {
    return { ...(await ofOrder(values, context)), status: values.mode === 'offline' ? 'pending_upload' : 'draft' };
  },

  afterCreate: (_, values, context) => settleOrder(values, context),

  transitions: {
    send: { check: refuseUnready, set: seal, after: sent },
    sign: { set: signedValues, after: madeBinding },
    refuse: { after: (agreement, _, context) => settleOrder(agreement, context) },
    expire: { after: (agreement, _, context) => settleOrder(agreement, context) },
    revoke: { after: (agreement, _, context) => settleOrder(agreement, context) },
    upload: {
      set: scanDigest,
      async after({ id }, _, context) {
        const agreement = await context.records.findOne('agreement', { id });
        if (agreement !== undefined) await noteEvent(agreement, { kind: 'uploaded' }, context);
      },
    },
    approve: {
      async check(agreement, _, context) {
        await sealedBytes(agreement, context);
      },
      async after(agreement, input, context) {
        await noteEvent(agreement, { kind: 'approved' }, context);
        await madeBinding(agreement, input, context);
      },
    },
    void: { check: refuseInForce, after: (agreement, _, context) => settleOrder(agreement, context) },
  },

  actions: {
    async read(agreement, _, context) {
      const { id: __, ...file } = await fileOf(agreement, context);
      const bytes = await sealedBytes(agreement, context);
      return { ...file, hash: agreement.contentHash, body: file.mime === 'text/html' ? bodyOf(bytes) : null };
    },
    async download(agreement, _, context) {
      const { id: fileId, ...file } = await fileOf(agreement, context);
      await sealedBytes(agreement, context);
      const { sessionId } = context.caller;
      return {
        ...file,
        hash: agreement.contentHash,
        address: signedAddress({ fileId, sessionId, use: 'save' }, context),
      };
    },
    remind,
  },
};

/** The area by itself: what follows within it from what the server does. */
export const ownRules: RuleBook = new Map([[agreementRules.entity, agreementRules]]);

/** What must hold of an agreement that is sent: somebody to sign it, a way to reach him, a text that can be filled in. */
async function refuseUnready(agreement: StoredRecord, _: Values, context: RuleContext): Promise<void> {
  publicUrl(context);
  if (typeof agreement.signerName !== 'string' || typeof agreement.signerMobile !== 'string')
    throw refuseAgreement('E_AGREEMENT_SIGNER');
  if (!isFillable(String((await templateOf(agreement, context))?.body))) throw refuseAgreement('E_AGREEMENT_SPLIT');
}

async function templateOf({ templateId }: Values, { records }: RuleContext): Promise<StoredRecord | undefined> {
  return records.findOne('agreement_template', { id: templateId });
}

/** The text as it is agreed on: the template's, with what it says of this order, never to be changed again. */
async function seal(agreement: StoredRecord, _: Values, context: RuleContext): Promise<Values> {
  const template = await templateOf(agreement, context);
  const order = await context.records.findOne('sales_order', { id: agreement.orderId });
  const body =
    template === undefined ? '' : filled(String(template.body), await fillingOf(agreement, template, context));
  const { signWithin } = await processOf(agreement, context);
  const text = { title: String(template?.name), agreementNo: String(agreement.agreementNo), body };
  return {
    ...(await sealText(agreement.id, { ...text, orderNo: String(order?.orderNo) }, context)),
    expireAt: daysAfter(context.now, signWithin),
  };
}

/** Who signs has the link, and is reminded of it. */
async function sent({ id, ...before }: StoredRecord, _: Values, context: RuleContext): Promise<void> {
  const agreement = (await context.records.findOne('agreement', { id })) ?? { ...before, id };
  await noteEvent(agreement, { kind: 'sent' }, context);
  await queueMessage(id, 'link', context.now, context);
  const process = await processOf({ ...before, id }, context);
  for (const moment of remindersOf(process, daysAfter(context.now, process.signWithin), context.now))
    await queueMessage(id, 'remind', moment, context);
}

async function signedValues(agreement: StoredRecord, _: Values, context: RuleContext): Promise<Values> {
  await sealedBytes(agreement, context);
  const { fileWithin } = await processOf(agreement, context);
  return fileWithin === undefined ? {} : { archiveDueAt: daysAfter(context.now, fileWithin) };
}

/** Once one is signed, the one that it is signed in the place of is void; the order knows. */
async function madeBinding(agreement: StoredRecord, _: Values, context: RuleContext): Promise<void> {
  const { records } = context;
  const replaced =
    typeof agreement.replacesId === 'string'
      ? await records.lockOne('agreement', agreement.replacesId, { status: signed })
      : undefined;
  if (replaced !== undefined) {
    const move = { entity: 'agreement', key: 'void', id: replaced.id, rules: ownRules };
    const input = { reason: `由协议 ${String(agreement.agreementNo)} 重签` };
    await records.bySystem(() => applySystemTransition({ ...move, input }, context));
  }
  await settleOrder(agreement, context);
}

/** What is in force stays: an agreement is void after the order was refunded in full, or once it was signed anew. */
async function refuseInForce({ id, orderId }: StoredRecord, _: Values, { records }: RuleContext): Promise<void> {
  const order = await records.findOne('sales_order', { id: orderId });
  if (order?.refundFlag === 'full') return;
  if ((await records.count('agreement', { replacesId: id, status: signed })) === 0)
    throw refuseAgreement('E_AGREEMENT_VOID');
}

async function scanDigest(_: StoredRecord, { file }: Values, { records }: RuleContext): Promise<Values> {
  return { contentHash: (await records.findOne('file_object', { id: file }))?.sha256 ?? null };
}

async function fileOf(agreement: StoredRecord, context: RuleContext) {
  if (typeof agreement.file !== 'string') throw refuseAgreement('E_AGREEMENT_NO_FILE');
  const { id, name, mime, size } = await reachableFile(agreement.file, context);
  return { id, name: String(name), mime: String(mime), size: Number(size) };
}

/** Reminds the signer by hand, at most once an hour. */
async function remind(agreement: StoredRecord, _: Values, context: RuleContext): Promise<Values> {
  if (!waiting.includes(agreement.status))
    throw refuseAgreement('E_SIGNING_OVER', { why: agreementText('agreement.notWaiting') });
  const since = { key: 'dueAt', moment: new Date(Date.parse(context.now) - hour).toISOString() };
  const found = { agreementId: agreement.id, kind: ['link', 'remind'], status: ['queued', 'sent'] };
  const recent = await context.records.find('agreement_message', found);
  if (recent.some(({ dueAt }) => String(dueAt) >= since.moment && String(dueAt) <= context.now))
    throw refuseAgreement('E_AGREEMENT_REMINDED');
  await queueMessage(agreement.id, 'remind', context.now, context);
  return {};
}
