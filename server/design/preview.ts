import type { Value } from '../../contract/definition/schema.ts';
import type { previewDesign, viewShippedPage } from '../../contract/design/page-design.ts';
import { isGranted } from '../../engine/model/access/index.ts';
import type { PageBundle } from '../../engine/model/documents/index.ts';
import { foldLayers, withOwnTitles } from '../../engine/model/layers/index.ts';
import { layersInForce } from '../access/layers-in-force.ts';
import { checkedPage } from '../access/overlay.ts';
import { pageBundle } from '../access/page-bundle.ts';
import { viewPermission } from '../access/sessions.ts';
import type { Caller } from '../kernel/caller/caller.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { coveredCaller } from '../permissions/people/impersonation.ts';
import { keptOf } from './draft.ts';
import { layerOf, stateOf } from './layer-state.ts';
import { designedPage, roleNamed, targetOf } from './target.ts';

/**
 * A document as the page that the caller would see, or whoever holds a role and nothing else, as far as the caller may
 * look as that. Nodes with faults are left out and told, as they are on any page.
 */
export async function preview(input: Value<typeof previewDesign.input>, context: CallContext): Promise<PageBundle> {
  const target = await targetOf(input, context);
  const { page } = target;
  const reader = await readerOf(input, context);
  const state = await stateOf(target, context);
  const { operations } = keptOf(input.document, target, state, context);
  // For a role, what is published for it lies over what is edited for all.
  const above =
    target.level === 'org'
      ? ((await layersInForce(context)).get(page.name) ?? []).filter(
          ({ level, name }) => level === 'role' && reader.roles?.includes(name) === true,
        )
      : [];
  const folded = foldLayers(state.shipped, [...state.lower, layerOf(target, operations), ...above]);
  const document = withOwnTitles(folded.document, page);
  const shown = checkedPage(document, page, context);
  const bundle = pageBundle(page.name, reader, context.documents, context.calendar, shown.page);
  return { ...bundle, faults: [...bundle.faults, ...shown.nodes] };
}

/** As whom it is looked at: oneself, a person, or whoever holds a role and nothing else. */
async function readerOf(
  { as, person }: Pick<Value<typeof previewDesign.input>, 'as' | 'person'>,
  context: CallContext,
): Promise<Caller> {
  const role = as === undefined ? undefined : await roleNamed(as, '/as', context);
  if (role === undefined && person === undefined) return context.caller;
  if (!isGranted(context.caller.grants, viewPermission)) throw refuse('E_NO_PERMISSION', { expected: viewPermission });
  return coveredCaller(
    person === undefined ? { kind: 'role', id: role?.id ?? '' } : { kind: 'staff', id: person },
    context,
  );
}

/** The page as it was shipped, whatever was made of it since: so that no change can shut out who would mend it. */
export async function shippedPage(
  { page }: Value<typeof viewShippedPage.input>,
  { caller, documents, calendar }: CallContext,
): Promise<PageBundle> {
  const { name } = designedPage(page, { caller, documents });
  return pageBundle(name, caller, documents, calendar);
}
