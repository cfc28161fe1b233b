import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** A question whose stem is like another: `similarity` between 0 and 1. */
export type SimilarQuestion = { readonly questionNo: string; readonly project: string; readonly similarity: number };

const similarEnough = 0.85;
const maxNamed = 5;

/**
 * Live questions of their own whose stems are at least 85 % like some words, the most alike first; of one project where
 * it is given. Found by an index.
 */
export function similarStems(
  db: Db,
  words: string,
  { projectId, except }: { readonly projectId?: string | undefined; readonly except?: string | undefined },
): Promise<readonly SimilarQuestion[]> {
  const find = async (transaction: Db) => {
    // The index knows what is similar by this setting; it holds to the end of the transaction.
    await sql`select set_config('pg_trgm.similarity_threshold', ${String(similarEnough)}, true)`.execute(transaction);
    const { rows } = await sql<SimilarQuestion>`select q.question_no as "questionNo", p.name as project,
        similarity(q.stem_text, ${words}) as similarity
      from question q join project p on p.id = q.project_id
      where q.stem_text % ${words} and q.parent_id is null and q.deleted_at is null
        and (${projectId ?? null}::uuid is null or q.project_id = ${projectId ?? null}::uuid)
        and (${except ?? null}::uuid is null or q.id <> ${except ?? null}::uuid)
      order by similarity desc, q.id limit ${maxNamed}`.execute(transaction);
    return rows;
  };
  return db.isTransaction ? find(db) : db.transaction().execute(find);
}

/** What an answer is made of: a digest of all that makes it right, and how many options there are to choose from. */
export type AnswerFacts = { readonly answerKey: string; readonly optionCount: number };

/** The answer of a question as its rows have it now. */
export async function answerFacts(db: Db, questionId: string): Promise<AnswerFacts> {
  const { rows } =
    await sql<AnswerFacts>`select encode(sha256(convert_to(concat_ws(E'\\n', q.kind, q.model_answer, q.partial_rule,
        (select string_agg(o.place || ':' || o.correct, ',' order by o.place) from question_option o
          where o.question_id = q.id and o.deleted_at is null),
        (select string_agg(b.accepted, E'\\n' order by b.place) from question_blank b
          where b.question_id = q.id and b.deleted_at is null),
        (select string_agg(c.content || ':' || c.score, E'\\n' order by c.place) from question_criterion c
          where c.question_id = q.id and c.deleted_at is null)), 'UTF8')), 'hex') as "answerKey",
      (select count(*)::int from question_option o where o.question_id = q.id and o.deleted_at is null) as "optionCount"
    from question q where q.id = ${questionId}::uuid`.execute(db);
  return rows[0] ?? { answerKey: '', optionCount: 0 };
}

/** Writes down what the answer of a question is now; a new version of it where it may have been answered before. */
export async function keepAnswer(
  db: Db,
  questionId: string,
  { answerKey, optionCount }: AnswerFacts,
  isNewVersion: boolean,
): Promise<void> {
  await sql`update question set answer_key = ${answerKey}, option_count = ${optionCount},
      answer_version = answer_version + ${isNewVersion ? 1 : 0} where id = ${questionId}::uuid`.execute(db);
}

/** An answer that was scored by an earlier version of its question's answer. */
export type OutdatedAnswer = { readonly id: string; readonly attemptId: string };

const outdated = (questionId: string, version: number) => sql`from attempt_answer w
  join exam_attempt a on a.id = w.attempt_id and a.deleted_at is null and a.status not in ('doing', 'void')
  where w.question_id = ${questionId}::uuid and w.answer_version < ${version} and w.deleted_at is null`;

/** How many attempts that were handed in have an answer scored by an earlier version. */
export async function countOutdated(db: Db, questionId: string, version: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${outdated(questionId, version)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The first of them, by their attempts: in one order for everybody. */
export async function outdatedAnswers(
  db: Db,
  questionId: string,
  version: number,
  most: number,
): Promise<readonly OutdatedAnswer[]> {
  const { rows } = await sql<OutdatedAnswer>`select w.id, w.attempt_id as "attemptId" ${outdated(questionId, version)}
    order by w.attempt_id limit ${most}`.execute(db);
  return rows;
}

/** What the objective answers of an attempt come to. */
export async function objectiveSum(db: Db, attemptId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(score), 0)::float8 as sum from attempt_answer
    where attempt_id = ${attemptId}::uuid and objective and deleted_at is null`.execute(db);
  return rows[0]?.sum ?? 0;
}

/** A question of a paper in its place; `score` is what it counts there. */
export type PaperItem = {
  readonly questionId: string;
  readonly title: string;
  readonly projectId: string;
  readonly sectionTitle: string;
  readonly score: number;
};

/** The questions of a paper in their order. */
export async function paperItems(db: Db, paperId: string): Promise<readonly PaperItem[]> {
  const { rows } = await sql<PaperItem>`select q.id as "questionId", q.title, q.project_id as "projectId",
      s.title as "sectionTitle", coalesce(s.each_score, i.score)::float8 as score
    from paper_section s join paper_question i on i.section_id = s.id and i.deleted_at is null
      join question q on q.id = i.question_id
    where s.paper_id = ${paperId}::uuid and s.deleted_at is null
    order by s.place, i.place, i.id`.execute(db);
  return rows;
}

/** A question as it was when its paper was published; `score` as it stands in the bank. */
export type FrozenText = {
  readonly id: string;
  readonly parentId: string | null;
  readonly no: string;
  readonly kind: string;
  readonly stem: string;
  readonly score: number;
  readonly partialRule: string;
  readonly modelAnswer: string | null;
  readonly analysis: string | null;
  readonly answerVersion: number;
  readonly options: readonly { readonly id: string; readonly content: string; readonly correct: boolean }[];
  readonly blanks: readonly string[];
  readonly criteria: readonly { readonly content: string; readonly score: number }[];
};

/** Questions and their sub-questions with all they consist of; sub-questions in their order. */
export async function frozenTexts(db: Db, ids: readonly string[]): Promise<readonly FrozenText[]> {
  const { rows } = await sql<FrozenText>`select q.id, q.parent_id as "parentId", q.question_no as no, q.kind, q.stem,
      q.score::float8 as score, q.partial_rule as "partialRule", q.model_answer as "modelAnswer", q.analysis,
      q.answer_version as "answerVersion",
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'content', o.content, 'correct', o.correct) order by o.place)
        from question_option o where o.question_id = q.id and o.deleted_at is null), '[]') as options,
      coalesce((select jsonb_agg(b.accepted order by b.place)
        from question_blank b where b.question_id = q.id and b.deleted_at is null), '[]') as blanks,
      coalesce((select jsonb_agg(jsonb_build_object('content', c.content, 'score', c.score) order by c.place)
        from question_criterion c where c.question_id = q.id and c.deleted_at is null), '[]') as criteria
    from question q
    where (q.id = any(${ids}::uuid[]) or q.parent_id = any(${ids}::uuid[])) and q.deleted_at is null
    order by q.sub_no nulls first, q.id`.execute(db);
  return rows;
}

/** The name of a paper that is open now and has a question; undefined where none has. */
export async function openPaperWith(db: Db, questionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select p.name from paper_question i
      join paper_section s on s.id = i.section_id and s.deleted_at is null
      join paper p on p.id = s.paper_id and p.deleted_at is null
    where i.question_id = ${questionId}::uuid and i.deleted_at is null and p.status = 'published'
      and (p.end_at is null or p.end_at > now()) limit 1`.execute(db);
  return rows[0]?.name;
}

/** The last edition of a paper and those made of it. */
export async function lastEdition(db: Db, originId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(edition), 1)::int as last from paper
    where id = ${originId}::uuid or origin_id = ${originId}::uuid`.execute(db);
  return rows[0]?.last ?? 1;
}

/** The name of something bound to a catalogue of another project; undefined where nothing is. */
export async function foreignBinding(db: Db, catalogId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select q.title as name from catalog_question b
      join question q on q.id = b.question_id join exam_catalog c on c.id = b.catalog_id
      where c.id = ${catalogId}::uuid and b.deleted_at is null and q.project_id <> c.project_id
    union all select p.name from catalog_paper b join paper p on p.id = b.paper_id
      join exam_catalog c on c.id = b.catalog_id
      where c.id = ${catalogId}::uuid and b.deleted_at is null and p.project_id <> c.project_id limit 1`.execute(db);
  return rows[0]?.name;
}
