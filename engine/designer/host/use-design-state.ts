import { useMemo, useSyncExternalStore } from 'react';
import { type JsonObject, withSharedParts } from '../../model/json/index.ts';
import type { DesignState } from '../session/design-session.ts';
import { useDesigning } from './designing.ts';

/**
 * A part of the page that is designed, as it is now: whoever reads it is drawn anew when that part changes and not with
 * every key. What is read is something the state holds, or a plain value.
 */
export function useDesignState<Part>(read: (state: DesignState) => Part): Part {
  const { session } = useDesigning();
  return useSyncExternalStore(session.subscribe, () => read(session.read()));
}

/** The page as it is now, with what it hides in its places. */
export function useDesignedDocument(): JsonObject {
  return useDesignState(documentOf);
}

/**
 * What follows from the page as it is now, for what a key seldom changes: whoever reads it is drawn anew only when it says
 * something else. `make` is the same function until what else it reads changes.
 */
export function useFromDocument<Made>(make: (document: JsonObject) => Made): Made {
  const { session } = useDesigning();
  const read = useMemo(() => {
    let last: { readonly document: JsonObject; readonly made: Made } | undefined;
    return () => {
      const { document } = session.read().drawn;
      if (last?.document !== document) last = { document, made: withSharedParts(make(document), last?.made) };
      return last.made;
    };
  }, [session, make]);
  return useSyncExternalStore(session.subscribe, read);
}

/** Key paths of what is selected. */
export function useDesignSelected(): readonly string[] {
  return useDesignState(selectedOf);
}

const documentOf = ({ drawn }: DesignState) => drawn.document;
const selectedOf = ({ selected }: DesignState) => selected;
