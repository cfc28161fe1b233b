import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import { refuseInExam } from './errors.ts';
import { foreignBinding } from './store.ts';

/** Rules of catalogues that documents cannot say: what may be bound to them, and that something is when they come out. */
export const examCatalogRules: DomainRules = {
  entity: 'exam_catalog',

  afterCreate: (id, _, context) => refuseForeign(id, context),
  afterModify: ({ id }, _, context) => refuseForeign(id, context),

  async beforeDelete({ id }, { records }) {
    const bound =
      (await records.count('catalog_question', { catalogId: id })) +
      (await records.count('catalog_paper', { catalogId: id }));
    if (bound > 0) throw refuseInExam('E_CATALOG_BOUND', { count: bound });
  },

  transitions: {
    publish: {
      async check({ id }, _, { records }) {
        const catalogId = [...(await records.downFrom('exam_catalog', [id]))];
        const bound = [
          await records.count('catalog_question', { catalogId }),
          await records.count('catalog_paper', { catalogId }),
        ];
        if (bound.every((count) => count === 0)) throw refuseInExam('E_CATALOG_EMPTY');
      },
    },
  },
};

async function refuseForeign(catalogId: string, { db }: RuleContext): Promise<void> {
  const name = await foreignBinding(db, catalogId);
  if (name !== undefined) throw refuseInExam('E_CATALOG_PROJECT', { name });
}
