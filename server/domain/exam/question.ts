import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { CheckAnswer } from '../../../engine/model/wire/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { textOfHtml } from '../../kernel/text/html-text.ts';
import { examText } from '../../texts/domain/exam-text.ts';
import { refuseInExam } from './errors.ts';
import { rescoreOffer, startRescore } from './rescore-job.ts';
import { factsOf, type StemFacts } from './stem.ts';
import { answerFacts, keepAnswer, openPaperWith, type SimilarQuestion, similarStems } from './store.ts';

/** Formatted texts that may be left out, but not be there and say nothing. */
const optionalTexts = {
  modelAnswer: examText('question.modelAnswer'),
  analysis: examText('question.analysis'),
} as const;

/** Rules of questions that documents cannot say: what a stem says, which is like it, which answer counts. */
export const questionRules: DomainRules = {
  entity: 'question',

  async beforeCreate(values, context) {
    refuseEmptyTexts(values);
    const facts = stemOf(values.stem);
    if (values.parentId == null) await compare(facts, { projectId: String(values.projectId) }, context);
    return facts;
  },

  async afterCreate(id, _, context) {
    await keepAnswer(context.db, id, await answerFacts(context.db, id), false);
  },

  async beforeModify(record, changes, context) {
    refuseEmptyTexts(changes);
    if (changes.stem === undefined && changes.projectId === undefined) return {};
    const facts = stemOf(changes.stem ?? record.stem);
    const projectId = String(changes.projectId ?? record.projectId);
    const isSame = facts.stemHash === record.stemHash && projectId === record.projectId;
    if (record.parentId === null && !isSame) await compare(facts, { projectId, except: record.id }, context);
    return facts;
  },

  async afterModify(record, _, context) {
    const facts = await answerFacts(context.db, record.id);
    const done = Number(record.doneCount);
    if (done > 0 && facts.optionCount !== record.optionCount)
      throw refuseInExam('E_QUESTION_ANSWERED', { count: done, options: Number(record.optionCount) });
    if (facts.answerKey === record.answerKey && facts.optionCount === record.optionCount) return;
    const isNewVersion = record.status !== 'draft' && record.answerKey !== null;
    await keepAnswer(context.db, record.id, facts, isNewVersion);
    if (!isNewVersion || context.tell === undefined) return;
    const offer = await rescoreOffer(record, Number(record.answerVersion) + 1, context);
    if (offer !== undefined) context.tell(offer);
  },

  actions: { rescore: startRescore },

  transitions: {
    offline: {
      async check({ id }, _, { db }) {
        const name = await openPaperWith(db, id);
        if (name !== undefined) throw refuseInExam('E_QUESTION_IN_USE', { name });
      },
    },
  },

  checks: { stem: checkStem },
};

function stemOf(stem: unknown): StemFacts {
  const facts = factsOf(String(stem ?? ''));
  if (facts === undefined) throw refuseInExam('E_QUESTION_STEM');
  return facts;
}

function refuseEmptyTexts(values: Values): void {
  for (const [key, field] of Object.entries(optionalTexts)) {
    const text = values[key];
    if (typeof text === 'string' && textOfHtml(text) === '' && !text.includes('<img'))
      throw refuseInExam('E_QUESTION_TEXT', { field });
  }
}

/** Refuses a stem the project has, and tells of those like it. */
async function compare(
  { stemHash, stemText }: StemFacts,
  place: { readonly projectId: string; readonly except?: string },
  { records, db, tell }: RuleContext,
): Promise<void> {
  const { projectId, except } = place;
  const same = await records.find('question', { projectId, stemHash, parentId: null }, 2);
  const other = same.find(({ id }) => id !== except);
  if (other !== undefined) throw refuseInExam('E_QUESTION_SAME', { no: noOf(other) });
  if (tell === undefined) return;
  for (const question of await similarStems(db, stemText, place))
    tell({ title: formatMessage(examText('question.similarKept')), value: namedSimilar(question) });
}

/** Says while a stem is written which questions have it or one like it, in whichever project. */
async function checkStem(value: unknown, id: string | undefined, { db }: CallContext): Promise<CheckAnswer> {
  const facts = factsOf(String(value ?? ''));
  const similar = facts === undefined ? [] : await similarStems(db, facts.stemText, { except: id });
  if (similar.length === 0) return { free: true };
  return {
    free: false,
    message: formatMessage(examText('question.similar', { questions: similar.map(namedSimilar) })),
  };
}

function namedSimilar({ questionNo, project, similarity }: SimilarQuestion): string {
  return formatMessage(
    examText('question.namedSimilar', { questionNo, project, percent: Math.floor(similarity * 100) }),
  );
}

function noOf({ questionNo }: StoredRecord): string {
  return String(questionNo);
}
