import { formatMessage } from '../../../engine/model/texts/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { logisticsText } from '../../texts/domain/logistics-text.ts';
import { moveStock } from './stock.ts';

/** Rules of textbooks: what comes in and what is counted is entered in the ledger, and a new edition takes over. */
export const textbookRules: DomainRules = {
  entity: 'textbook',
  transitions: {
    receive: {
      after: ({ id }, { quantity, remark }, context) =>
        moveStock({ textbookId: id, reason: 'purchase', onHand: Number(quantity), locked: 0, remark }, context),
    },
    count: {
      after: ({ id, stockOnHand }, { counted, remark }, context) =>
        moveStock(
          { textbookId: id, reason: 'adjust', onHand: Number(counted) - Number(stockOnHand), locked: 0, remark },
          context,
        ),
    },
    revise: { check: refuseTakenCode, after: makeEdition },
  },
};

async function refuseTakenCode(_: StoredRecord, { newCode }: Values, { records }: RuleContext): Promise<void> {
  if ((await records.findOne('textbook', { code: newCode })) === undefined) return;
  throw invalidInput([
    {
      code: 'E_INPUT_DUPLICATE',
      pointer: '/newCode',
      title: formatMessage(logisticsText('textbook.newCode')),
      got: String(newCode),
    },
  ]);
}

/** The next edition: the same book with nothing of it in stock, for the same classes. */
async function makeEdition(book: StoredRecord, input: Values, { records }: RuleContext): Promise<void> {
  const { name, projectId, subjectName, safetyStock } = book;
  const textbookId = await records.insert('textbook', {
    ...{ name, projectId, subjectName, safetyStock, formerId: book.id, stockOnHand: 0, stockLocked: 0, status: 'on' },
    ...{ code: input.newCode, edition: input.newEdition, isbn: input.newIsbn },
    ...{ costPrice: input.newCostPrice, deductPrice: input.newDeductPrice },
  });
  for (const { classTypeId, quantity, place } of await records.find('textbook_use', { textbookId: book.id }))
    await records.insert('textbook_use', { textbookId, classTypeId, quantity, place });
}
