import { type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import type { ListView } from '../../../model/view/index.ts';
import type { QueryAnswer } from '../../../model/wire/index.ts';
import { QuotaLine } from '../../actions/quota-line.tsx';
import { usePageDesign } from '../../host/page-design.tsx';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { FilterChips } from '../filters/filter-chips.tsx';
import type { LayoutTools } from '../layout/use-list-layout.ts';
import { type RowStore, useRows, useSelected } from '../rows/row-store.ts';
import { fromStart, type ListState } from '../state/list-state.ts';
import { DisplaySwitch } from './display-switch.tsx';
import { ListTools } from './list-tools.tsx';
import { ListToolsSlot } from './list-tools-slot.ts';
import './list-head.css';

type ListHeadProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  /** Stands before the conditions, for example the number of rows. */
  readonly summary?: ReactNode;
  /** The rows, where they can be selected: what can be done with those selected then stands in the place of summary and conditions. */
  readonly store?: RowStore;
  /** The rows in sight and the number of all; with it all that match can be selected. */
  readonly answer?: QueryAnswer;
  /** Density and columns, where the rows have them. */
  readonly layout?: LayoutTools;
};

/** The head of a list: what it shows, and how; where the head of the page has room for both, conditions alone stand here. */
export function ListHead(props: ListHeadProps) {
  const slot = useContext(ListToolsSlot);
  const { view, state, setState, store, answer } = props;
  // Where it is what the list is for.
  const limited = view.row[0]?.quota === undefined ? undefined : view.row[0];
  const summary = (
    <>
      {props.summary}
      {limited === undefined ? null : <QuotaLine action={limited} />}
    </>
  );
  const chips = <FilterChips view={view} state={state} onChange={setState} />;
  const bulk = (otherwise: ReactNode) =>
    store === undefined || store.isPicking ? (
      otherwise
    ) : (
      <BulkOr view={view} state={state} store={store} answer={answer} otherwise={otherwise} />
    );
  if (slot === undefined)
    return (
      <div className="engine-list-head">
        {bulk(
          <div className="engine-list-summary">
            {summary}
            {chips}
          </div>,
        )}
        <Tools {...props} />
      </div>
    );
  const tools = (
    <>
      {summary}
      <Tools {...props} />
    </>
  );
  return (
    <>
      {slot === null ? null : createPortal(tools, slot)}
      <div className="engine-list-over">{bulk(null)}</div>
      {chips}
    </>
  );
}

/** The ways of looking at the rows, and what is done with the list as it is shown. */
function Tools({ view, state, setState, store, layout }: ListHeadProps) {
  return (
    <>
      <DisplaySwitch
        displays={view.displays}
        chosen={state.display}
        onChange={(key) => setState(fromStart(state, { display: key }))}
      />
      <ListTools
        view={view}
        state={state}
        setState={setState}
        {...(layout === undefined ? {} : { layout })}
        {...(store === undefined ? {} : { store })}
      />
    </>
  );
}

type BulkOrProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly store: RowStore;
  readonly answer: QueryAnswer | undefined;
  readonly otherwise: ReactNode;
};

/** Listens to the selection by itself: the rows are not drawn anew with it. */
function BulkOr({ otherwise, ...bar }: BulkOrProps) {
  const selected = useSelected(bar.store);
  const matching = useRows(bar.store, () => bar.store.matching);
  // Whoever designs sees what could be done before any row is selected.
  const isDesigned = usePageDesign() !== undefined && bar.view.bulk.length > 0;
  if (selected.length === 0 && matching === undefined && !isDesigned) return otherwise;
  return <BulkBar {...bar} selected={selected} matching={matching} />;
}
