import { sql } from 'kysely';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { mutate } from '../../records/change/mutate.ts';
import { analysisText } from '../../texts/analysis-text.ts';
import { analysesFor } from './read-analyses.ts';

const entity = 'home_shortcut';

type Pinned = { readonly analyses: readonly string[] };

/** The analyses somebody put on his home page, in order, as far as he sees them. */
export async function pinnedOf(context: CallContext): Promise<readonly string[]> {
  const { caller, db } = context;
  const { rows } = await sql<{ readonly analyses: readonly string[] | null }>`
    select analyses from home_shortcut where deleted_at is null and staff_id = ${caller.staffId}`.execute(db);
  const pinned = rows[0]?.analyses ?? [];
  if (pinned.length === 0) return [];
  const seen = new Set((await analysesFor(context)).map(({ id }) => id));
  return pinned.filter((id) => seen.has(id));
}

/** Keeps the whole order of the home page. */
export async function pin(input: Pinned, context: CallContext): Promise<readonly string[]> {
  const { analyses } = input;
  const seen = new Set((await analysesFor(context)).map(({ id }) => id));
  for (const [index, id] of analyses.entries()) {
    const at = `/analyses/${index}`;
    const title = analysisText('analysis.ofHome');
    if (!seen.has(id)) throw wrongInput(at, title, analysisText('analysis.visible'), id);
    if (analyses.indexOf(id) !== index) throw wrongInput(at, title, analysisText('analysis.twice'), id);
  }
  return mutate('home_analysis.save', input, context, async ({ records, caller }) => {
    // Two windows of one person write one after another.
    await records.lock('staff', caller.staffId);
    const owner = { staffId: caller.staffId };
    const known = await records.findOne(entity, owner);
    if (known === undefined) await records.insert(entity, { ...owner, analyses });
    else await records.update(entity, known.id, { analyses });
    return analyses;
  });
}
