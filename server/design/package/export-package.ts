import { type PagePackage, packageFormat, packageVersion } from '../../../contract/design/page-packages.ts';
import { isJsonObject } from '../../../engine/model/json/index.ts';
import { currentSchemaVersion } from '../../../engine/model/migrate/index.ts';
import { readMadeLines } from '../../db/design-store.ts';
import { mayOpen } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { stateOfMade } from '../made/made-page.ts';
import { textsIn } from '../made/page-roles.ts';
import { publishedLayers } from '../published-edits.ts';

/** Everything published of the pages the caller may open: new pages, and what was changed of the others. */
export async function packageOf(context: CallContext): Promise<PagePackage> {
  const { caller, db, documents, now } = context;
  const lines = await readMadeLines(db);
  const layers = await publishedLayers(context);
  const { name, title = name } = documents.menu;
  return {
    ...{ format: packageFormat, version: packageVersion, grammar: currentSchemaVersion },
    ...{ product: name, productTitle: title, exportedAt: new Date(now).toISOString() },
    pages: lines
      .filter((line) => stateOfMade(line) === 'published' && mayOpen(caller, line.name))
      .map((line) => ({
        ...{ name: line.name, title: line.title, document: isJsonObject(line.document) ? line.document : {} },
        ...{ choices: line.choices, parent: line.parent, roles: [...textsIn(line.roles)] },
      })),
    layers: layers.map(({ page, layer: { level, name: role, basedOn, operations } }) => ({
      ...{ page: page.name, level, role: level === 'role' ? role : null, basedOn },
      edits: operations,
    })),
  };
}
