import { sql } from 'kysely';
import { queryShortcuts, saveShortcuts } from '../../../contract/home.ts';
import { mayOpen } from '../../kernel/caller/caller.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { mutate } from '../../records/change/mutate.ts';
import { homeText } from '../../texts/home-text.ts';

const entity = 'home_shortcut';

/** The pages somebody put on his home page: kept with the person, so that they are there on every device. */
export const shortcutOperations: readonly CallerOperation[] = [
  implement(queryShortcuts, async (_, context) => shortcutsOf(context)),
  implement(saveShortcuts, async (input, context) => {
    checkPages(input.pages, context);
    return mutate('home_shortcut.save', input, context, async ({ records, caller }) => {
      // Two windows of one person write one after another.
      await records.lock('staff', caller.staffId);
      const owner = { staffId: caller.staffId };
      const known = await records.findOne(entity, owner);
      if (known === undefined) await records.insert(entity, { ...owner, pages: input.pages });
      else await records.update(entity, known.id, { pages: input.pages });
      return input.pages;
    });
  }),
];

async function shortcutsOf({ caller, db }: CallContext): Promise<readonly string[] | null> {
  const { rows } = await sql<{ readonly pages: readonly string[] | null }>`
    select pages from home_shortcut where deleted_at is null and staff_id = ${caller.staffId}`.execute(db);
  return rows[0]?.pages ?? null;
}

/** A page the caller cannot open is to him not there; one that is named twice is named by mistake. */
function checkPages(pages: readonly string[], { caller, documents }: CallContext): void {
  for (const [index, name] of pages.entries()) {
    const at = `/pages/${index}`;
    const title = homeText('home.shortcuts');
    if (!documents.pages.has(name) || !mayOpen(caller, name))
      throw wrongInput(at, title, homeText('home.openable'), name);
    if (pages.indexOf(name) !== index) throw wrongInput(at, title, homeText('home.twice'), name);
  }
}
