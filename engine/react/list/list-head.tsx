import type { ReactNode } from 'react';
import type { ListView } from '../../model/index.ts';
import { DisplaySwitch } from './display-switch.tsx';
import { FilterChips } from './filter-chips.tsx';
import { fromStart, type ListState } from './list-state.ts';
import { ListTools } from './list-tools.tsx';
import type { LayoutTools } from './use-list-layout.ts';

type ListHeadProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  /** Stands before the conditions, for example the number of rows. */
  readonly summary?: ReactNode;
  /** Stands in the place of summary and conditions, for example what can be done with the selected rows. */
  readonly instead?: ReactNode;
  /** Density and columns, where the rows have them. */
  readonly layout?: LayoutTools;
};

/** The head of a list: what it shows on the left, how it shows it on the right. */
export function ListHead({ view, state, setState, summary, instead, layout }: ListHeadProps) {
  return (
    <div className="engine-list-head">
      {instead ?? (
        <div className="engine-list-summary">
          {summary}
          <FilterChips view={view} state={state} onChange={setState} />
        </div>
      )}
      <DisplaySwitch
        displays={view.displays}
        chosen={state.display}
        onChange={(key) => setState(fromStart(state, { display: key }))}
      />
      <ListTools view={view} {...(layout === undefined ? {} : { layout })} />
    </div>
  );
}
