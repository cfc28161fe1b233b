import { App } from 'antd';
import { type ClipboardEvent, memo, useCallback, useState } from 'react';
import { ApiRefusal } from '../../../client/index.ts';
import type { FilterView } from '../../../model/view/index.ts';
import { takesPastedList } from '../../conditions/operators.ts';
import { maxValues, pastedValues, piecesOf } from '../../conditions/pasted-values.ts';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { InlineFault } from '../../faults/fault-block.tsx';
import { fieldRenderers } from '../../fields/field-renderers.ts';
import type { FilterValue } from '../../fields/renderer/field-renderer.ts';
import { modelFor } from '../../fields/use-picker.ts';
import { formatNumber } from '../../formats/format.ts';
import { listed } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { useDesignMark } from '../../host/page-design.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { PastedFilter } from './pasted-filter.tsx';
import { pastedRecords } from './pasted-records.ts';
import type { FilterDraft } from './use-filter-draft.ts';

type FilterItemProps = {
  readonly id: string;
  readonly filter: FilterView;
  readonly value: FilterValue | undefined;
  readonly onSet: FilterDraft['set'];
};

/** One filter with its label; a pasted list of values becomes a condition on all of them. */
export const FilterItem = memo(function FilterItem({ id, filter, value, onSet }: FilterItemProps) {
  const t = useText();
  const { key } = filter;
  const onChange = useCallback((next: FilterValue | undefined) => onSet(key, next), [onSet, key]);
  const { onPaste, pasted } = usePastedList(filter, onChange);
  const mark = useDesignMark();
  return (
    <div className="engine-filter" onPasteCapture={onPaste} {...mark('filters', filter.key)}>
      <label htmlFor={id} title={filter.title}>
        {filter.title}
      </label>
      <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.filter')} />}>
        <FilterControl id={id} filter={filter} value={value} pasted={pasted} onChange={onChange} />
      </ErrorBoundary>
    </div>
  );
});

type FilterControlProps = Omit<FilterItemProps, 'onSet'> & {
  readonly pasted: string | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
};

function FilterControl({ id, filter, value, pasted, onChange }: FilterControlProps) {
  const t = useText();
  const { field } = filter;
  const { Filter } = fieldRenderers[field.type];
  if (filter.fault !== undefined) return <InlineFault text={filter.fault} />;
  if (Filter === undefined) return <InlineFault text={t('engine.fault.filter')} />;
  if (value?.op === 'in' && Array.isArray(value.value) && takesPastedList(field))
    return <PastedFilter id={id} filter={filter} values={value.value} pasted={pasted} onChange={onChange} />;
  return <Filter id={id} title={filter.title} field={field} value={value} onChange={onChange} />;
}

function usePastedList({ field }: FilterView, onChange: (value: FilterValue | undefined) => void) {
  const t = useText();
  const { message } = App.useApp();
  const [pasted, setPasted] = useState<string>();
  const choosePasted = usePastedRecords(field.ref, onChange);
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (field.ref !== undefined && piecesOf(text).length > 1) {
      event.preventDefault();
      event.stopPropagation();
      void choosePasted(text);
      return;
    }
    // In the list itself, text is pasted as anywhere.
    if (!takesPastedList(field) || piecesOf(text).length < 2 || event.target instanceof HTMLTextAreaElement) return;
    const { values, unread, left } = pastedValues(text, field);
    if (values.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    setPasted(text);
    onChange({ op: 'in', value: values });
    if (left > 0) message.warning(t('engine.values.left', { most: formatNumber(maxValues), left: formatNumber(left) }));
    else if (unread.length > 0)
      message.warning(t('engine.values.unread', { count: unread.length, first: unread[0] ?? '' }));
  };
  return { onPaste, pasted };
}

/** Chooses the records that pasted names and numbers, one a line, are of, and tells which of them nothing was found by. */
function usePastedRecords(entity: string | undefined, onChange: (value: FilterValue | undefined) => void) {
  const t = useText();
  const { message } = App.useApp();
  const page = usePageRuntime();
  return async (text: string) => {
    const model = modelFor(entity ?? '', page.context);
    if (model === undefined) return;
    try {
      const { ids, unknown, left } = await pastedRecords(piecesOf(text), model, page);
      if (ids.length > 0) onChange({ op: 'in', value: ids });
      const told = { found: formatNumber(ids.length), count: formatNumber(unknown.length) };
      const names = listed(unknown.slice(0, maxTold));
      if (left > 0)
        message.warning(t('engine.values.left', { most: formatNumber(maxValues), left: formatNumber(left) }));
      if (unknown.length === 0) message.success(t('engine.values.found', told));
      else message.warning(t('engine.values.unknown', { ...told, names }), 8);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (!error.endsSession) message.error(error.message);
    }
  };
}

/** As many names as are told of those nothing was found by. */
const maxTold = 10;
