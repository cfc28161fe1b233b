import { createContext, useContext } from 'react';
import type { DesignTitles } from '../../model/design/index.ts';
import type { WidgetContract } from '../../model/widget/index.ts';
import type { Grammar } from '../grammar/grammar.ts';
import type { DesignSession } from '../session/design-session.ts';
import type { DesignParts } from '../store/design-store.ts';

/** What everything of the designer works with. */
export type Designing = {
  readonly session: DesignSession;
  readonly grammar: Grammar;
  readonly titles: DesignTitles;
  readonly parts: DesignParts;
  readonly widgets: readonly WidgetContract[];
  /** Reads what is around the page anew: a field was made. */
  readonly renew: () => void;
};

/** Holds the page that is designed for everything around it. */
export const DesigningContext = createContext<Designing | undefined>(undefined);

/** The page that is designed. */
export function useDesigning(): Designing {
  const designing = useContext(DesigningContext);
  if (designing === undefined) throw new TypeError('useDesigning is only for components of the designer');
  return designing;
}
