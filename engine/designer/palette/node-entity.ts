import type { DesignTitles } from '../../model/design/index.ts';
import type { EntityDocument } from '../../model/documents/index.ts';
import { entityModel } from '../../model/entity/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import { nodeAt } from '../document/edits.ts';

/** Lists whose items may be the rows of a child table, and so speak of its entity inside. */
const ofRows = new Set(['children', 'fields']);

/** The entity whose fields a node of the page speaks of, with everything around it. */
export function entityOfNode(document: JsonObject, at: string, titles: DesignTitles): EntityDocument | undefined {
  const path = at === '' ? [] : (parseKeyPath(at) ?? []);
  let entity = typeof document.entity === 'string' ? titles.entities.get(document.entity) : undefined;
  for (const [index, name] of path.entries()) {
    const node = nodeAt(document, path.slice(0, index + 1));
    const told = isJsonObject(node) && typeof node.entity === 'string' ? node.entity : undefined;
    const rows =
      entity !== undefined && ofRows.has(path[index - 1] ?? '')
        ? entityModel(entity).children.get(name)?.entity
        : undefined;
    entity = titles.entities.get(told ?? rows ?? '') ?? entity;
  }
  return entity;
}
