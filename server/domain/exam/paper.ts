import { modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { numbersFor } from '../../records/change/write-row.ts';
import { refuseInExam } from './errors.ts';
import { frozenPaper } from './frozen-paper.ts';
import { frozenTexts, lastEdition, type PaperItem, paperItems } from './store.ts';

const maxSections = 20;
const maxQuestions = 200;
/** What the next edition of a paper takes over. */
const copiedFields = [
  ...['name', 'projectId', 'typeId', 'kind', 'year', 'track', 'passScore', 'durationMinutes', 'attemptLimit'],
  'showAnswer',
];

/** Rules of papers that documents cannot say: which questions stand in them, and what is kept when they are published. */
export const paperRules: DomainRules = {
  entity: 'paper',

  async afterCreate(id, values, context) {
    refuseMisplaced(await paperItems(context.db, id), values.projectId);
  },

  async afterModify(record, changes, context) {
    refuseMisplaced(await paperItems(context.db, record.id), changes.projectId ?? record.projectId);
  },

  transitions: {
    publish: { set: (paper, _, context) => freeze(paper, context) },
  },

  actions: { copy },
};

/** A question stands once in a paper, of its project. */
function refuseMisplaced(items: readonly PaperItem[], projectId: unknown): void {
  const seen = new Set<string>();
  for (const { questionId, title, projectId: own } of items) {
    if (own !== projectId) throw refuseInExam('E_PAPER_PROJECT', { title });
    if (seen.has(questionId)) throw refuseInExam('E_PAPER_TWICE', { title });
    seen.add(questionId);
  }
}

/** Holds the questions, so that none goes offline meanwhile, and keeps them as they read now. */
async function freeze(paper: StoredRecord, { db, records }: RuleContext): Promise<Values> {
  const items = await paperItems(db, paper.id);
  const ids = items.map(({ questionId }) => questionId);
  const held = new Set((await records.lockMany('question', ids, { status: 'published' })).map(({ id }) => id));
  const gone = items.find(({ questionId }) => !held.has(questionId));
  if (gone !== undefined) throw refuseInExam('E_PAPER_QUESTION', { title: gone.title });
  return { snapshot: frozenPaper(items, await frozenTexts(db, ids)) };
}

/** Makes the next edition of a paper, a draft with the same questions; answers its id. */
async function copy(paper: StoredRecord, _: Values, context: RuleContext): Promise<{ readonly id: string }> {
  const { records, db } = context;
  const originId = typeof paper.originId === 'string' ? paper.originId : paper.id;
  await records.hold(`paper edition ${originId}`);
  const id = await records.insert('paper', {
    ...Object.fromEntries(copiedFields.map((key) => [key, paper[key] ?? null])),
    ...(await numbersFor(modelOf(context.documents, 'paper'), context)),
    ...{ originId, edition: (await lastEdition(db, originId)) + 1, status: 'draft' },
  });
  for (const section of await records.find('paper_section', { paperId: paper.id }, maxSections)) {
    const { place, title, note, eachScore } = section;
    const sectionId = await records.insert('paper_section', { paperId: id, place, title, note, eachScore });
    for (const item of await records.find('paper_question', { sectionId: section.id }, maxQuestions))
      await records.insert('paper_question', {
        ...{ sectionId, place: item.place, questionId: item.questionId, score: item.score },
      });
  }
  return { id };
}
