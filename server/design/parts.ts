import type { Value } from '../../contract/definition/schema.ts';
import type { DesignTarget, viewDesignParts } from '../../contract/design/page-design.ts';
import { isGranted } from '../../engine/model/access/index.ts';
import { datasetFor } from '../../engine/model/dataset/index.ts';
import { type DocumentSet, entityOfPage } from '../../engine/model/documents/index.ts';
import { entityModel } from '../../engine/model/entity/index.ts';
import { pageDependencies } from '../../engine/model/view/index.ts';
import { forBrowser } from '../access/page-bundle.ts';
import { titlesInForce } from '../access/page-in-force.ts';
import { readRoleNames } from '../db/design/design-store.ts';
import { mayOpen } from '../kernel/caller/caller.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { targetOf } from './target.ts';

/** How far a field may lie from the entity it is reached from. */
const steps = 2;

/** What a page may be made of: documents around it, each as far as the caller is shown it. */
export async function partsOf(
  input: DesignTarget,
  context: CallContext,
): Promise<Value<typeof viewDesignParts.output>> {
  const { page } = await targetOf(input, context);
  const { documents, caller, db } = context;
  const titleOf = await titlesInForce(context);
  const roles = [...(await readRoleNames(db)).values()];
  const near = entitiesNear([...pageDependencies(page, documents).entities, entityOfPage(page)], documents);
  return {
    entities: near.flatMap((name) => {
      const entity = documents.entities.get(name);
      return entity === undefined ? [] : [forBrowser(entity, caller, documents)];
    }),
    dictionaries: [...documents.dictionaries.values()],
    datasets: [...documents.datasets.values()]
      .filter(({ permission }) => isGranted(caller.grants, permission))
      .map((dataset) => datasetFor(dataset, caller.grants)),
    pages: [...documents.pages.values()]
      .filter(({ name }) => mayOpen(caller, name))
      .map((one) => {
        const entity = entityOfPage(one);
        return {
          name: one.name,
          title: titleOf(one).title,
          kind: one.kind,
          ...(entity === undefined ? {} : { entity }),
        };
      }),
    roles: roles.map(({ code, name }) => ({ code, title: name })).sort((a, b) => (a.code < b.code ? -1 : 1)),
  };
}

/** Entities, and those that their fields and child rows lead to. */
function entitiesNear(names: readonly (string | undefined)[], documents: DocumentSet): readonly string[] {
  const found = new Set(names.filter((name) => name !== undefined));
  for (let step = 0; step < steps; step += 1)
    for (const name of [...found]) {
      const document = documents.entities.get(name);
      if (document === undefined) continue;
      const { relations, children } = entityModel(document);
      for (const { entity } of [...relations.values(), ...children.values()]) found.add(entity);
    }
  return [...found];
}
