import { Readable } from 'node:stream';
import { saveFile } from '../../files/file-rows.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import type { Piece, Schedule } from '../../kernel/operation/schedule.ts';
import { InvoiceRefused, type IssuedInvoice } from '../../kernel/services/invoice-service.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { nextToIssue } from './store.ts';

/** Milliseconds the provider may take over one invoice. */
const patience = 5000;
/** Attempts before somebody has to look at it: about half an hour. */
const maxAttempts = 8;
const firstRetry = 15_000;
/** Bytes a document may have. */
const maxBytes = 10_000_000;

/** Issues what is on its way, one a piece: whoever dies before noting it asks again with the same key. */
export function issueSchedule(rules: RuleBook): Schedule {
  return {
    key: 'invoice.issuing',
    title: '开票',
    entity: 'invoice',
    timing: { every: 10_000 },
    async piece(from, context): Promise<Piece> {
      const id = await nextToIssue(context.db, from, context.now);
      if (id === undefined) return { done: 0, next: null };
      const invoice = await context.records.lockOne('invoice', id, { status: 'issuing' });
      if (invoice !== undefined) await issue(invoice, rules, context);
      return { done: 1, next: id };
    },
  };
}

async function issue(invoice: StoredRecord, rules: RuleBook, context: RuleContext): Promise<void> {
  const move = (key: string, input: Values) =>
    context.records.bySystem(() =>
      applySystemTransition({ entity: 'invoice', key, id: invoice.id, input, rules }, context),
    );
  let issued: IssuedInvoice;
  try {
    issued = await context.services.invoices.issue(await orderOf(invoice, context), AbortSignal.timeout(patience));
  } catch (error) {
    const failReason = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    const attempts = Number(invoice.attempts) + 1;
    if (error instanceof InvoiceRefused || attempts >= maxAttempts) return move('fail', { failReason });
    const retryAt = new Date(Date.parse(context.now) + firstRetry * 2 ** (attempts - 1)).toISOString();
    return move('wait', { failReason, retryAt });
  }
  await keepDocument(invoice, issued, context);
  await move('issued', { invoiceNo: issued.invoiceNo });
}

async function orderOf({ id, redOfId, ...invoice }: StoredRecord, { records }: RuleContext) {
  const blue = typeof redOfId === 'string' ? await records.findOne('invoice', { id: redOfId }) : undefined;
  return {
    ...{ key: id, kind: String(invoice.kind), title: String(invoice.title), content: String(invoice.content) },
    ...{ taxNo: textOf(invoice.taxNo), amount: Number(invoice.amount), redOf: textOf(blue?.invoiceNo) },
  };
}

/** The document becomes the file of the invoice: whoever may see the invoice may read it. */
async function keepDocument(invoice: StoredRecord, { document }: IssuedInvoice, context: RuleContext): Promise<void> {
  const stored = await context.services.files.write(Readable.from([document]), maxBytes);
  const meta = {
    name: `发票${String(invoice.invoiceApplyNo)}.pdf`,
    mime: 'application/pdf',
    kind: 'doc',
  } as const;
  const file = await saveFile({ ...meta, entity: 'invoice', id: invoice.id, private: true }, stored, context);
  await context.records.update('invoice', invoice.id, { file });
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
