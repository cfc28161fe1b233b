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
