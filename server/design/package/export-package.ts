import { type PagePackage, packageFormat, packageVersion } from '../../../contract/design/page-packages.ts';
import { isJsonObject } from '../../../engine/model/json/index.ts';
import { currentSchemaVersion } from '../../../engine/model/migrate/index.ts';
import { readStoredDictionaries, readStoredFields } from '../../db/design/custom-store.ts';
import { readMadeLines } from '../../db/design/design-store.ts';
import { mayOpen } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { toldValue } from '../dictionaries/dictionary-operations.ts';
import { designedEntities } from '../fields/designed-entity.ts';
import { stateOfMade } from '../made/made-page.ts';
import { textsIn } from '../made/page-roles.ts';
import { publishedLayers } from '../published-edits.ts';
import { packedMenu } from './packed-menu.ts';
import { mayMake } from './right-to-make.ts';

/** Everything published of the pages the caller may open: new pages, and what was changed of the others. */
export async function packageOf(context: CallContext): Promise<PagePackage> {
  const { caller, db, documents, now } = context;
  const lines = await readMadeLines(db);
  const layers = await publishedLayers(context);
  const menu = await packedMenu(context);
  const { name, title = name } = documents.menu;
  return {
    ...{ format: packageFormat, version: packageVersion, grammar: currentSchemaVersion },
    ...{ product: name, productTitle: title, exportedAt: new Date(now).toISOString() },
    ...(mayMake(context) ? await customOf(context) : {}),
    ...(menu === undefined ? {} : { menu }),
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

/** The fields in use of the entities the caller reads, and the dictionaries that were made or changed. */
async function customOf(context: CallContext): Promise<Pick<PagePackage, 'dictionaries' | 'fields'>> {
  const { db, documents } = context;
  const changed = await readStoredDictionaries(db);
  const seen = new Set(designedEntities(context).map((entity) => entity.name));
  const fields = (await readStoredFields(db)).filter(({ entity, status }) => status === 'active' && seen.has(entity));
  return {
    dictionaries: changed.flatMap(({ name }) => {
      const present = documents.dictionaries.get(name);
      return present === undefined ? [] : [{ name, title: present.title, values: present.values.map(toldValue) }];
    }),
    fields: fields.map(({ entity, definition }) => ({ entity, field: isJsonObject(definition) ? definition : {} })),
  };
}
