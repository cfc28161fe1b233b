import { useMemo } from 'react';
import type { SavedView, ViewShare } from '../../../model/wire/index.ts';
import { addressOfView } from '../state/known-views.ts';
import { viewStateOf } from '../state/view-state.ts';
import { useViewTools, type ViewPlace, type ViewTools } from './use-view-tools.ts';

/** What a view is called and whom it is for. */
export type ViewNaming = { readonly name: string; readonly share: ViewShare };

/** What a user can do with views. Saving anew and naming throw a refusal for the dialog; all else shows its own. */
export function useViewActions(place: ViewPlace) {
  const tools = useViewTools(place);
  return useMemo(() => ({ ...moves(tools), ...savings(tools), ...removal(tools) }), [tools]);
}

export type ViewActions = ReturnType<typeof useViewActions>;

/** Going to a view, back to it, and saying which one comes first. */
function moves({ known, chosen, persisted, calls, go, stay, guarded, learn, tell, say, t }: ViewTools) {
  const { saved } = chosen;
  const open = (id: string | null) => go(addressOfView(id, known));
  return {
    open,
    reset: () => {
      if (saved !== undefined && persisted.read(saved.id) !== undefined) persisted.keep(saved.id, null);
      open(saved?.id ?? null);
      say(t('engine.views.resetDone'));
    },
    makeDefault: (id: string | null) =>
      guarded(async () => {
        const answer = await calls.keepDefault(id);
        // First the address says which view this is: without a name it means the new default.
        stay();
        learn(answer);
        tell(t(id === null ? 'engine.views.noDefaultNow' : 'engine.views.isDefaultNow'));
      })(),
  };
}

function savings({ view, state, chosen, persisted, calls, go, guarded, renew, tell, t }: ViewTools) {
  const { saved } = chosen;
  const content = () => ({
    state: viewStateOf(state, view),
    // The user's way, else the view's; null: as the page has them.
    layout: persisted.read(saved?.id ?? null) ?? saved?.layout ?? null,
  });
  /** What the user had changed in a view is in a view of its own now. */
  const settle = async ({ id }: SavedView) => {
    persisted.stop(id);
    await calls.keepLayout(id, null);
  };
  return {
    save: guarded(async () => {
      if (saved === undefined) return;
      await calls.modify(saved.id, saved.version, content());
      await settle(saved);
      await renew();
      go({ view: saved.id });
      tell(t('engine.views.saved', { name: saved.name }));
    }),
    saveAs: async (naming: ViewNaming) => {
      const { id } = await calls.create({ ...naming, ...content() });
      if (saved !== undefined) await settle(saved);
      await renew();
      go({ view: id });
      tell(t('engine.views.saved', { name: naming.name }));
    },
    rename: async (renamed: SavedView, naming: ViewNaming) => {
      await calls.modify(renamed.id, renamed.version, naming);
      await renew();
    },
  };
}

function removal({ known, calls, go, guarded, renew, offerUndo, t }: ViewTools) {
  return {
    remove: ({ id, name }: SavedView) =>
      guarded(async () => {
        await calls.remove(id);
        go(addressOfView(null, known));
        await renew();
        const restore = guarded(async () => {
          await calls.restore(id);
          await renew();
          go({ view: id });
        });
        offerUndo(id, t('engine.views.deleted', { name }), restore);
      })(),
  };
}
