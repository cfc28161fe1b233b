import { InboxOutlined, SearchOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ListView } from '../../../model/view/index.ts';
import { ActionBar } from '../../actions/action-bar.tsx';
import { Notice } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { fromStart, isFiltered, type ListState, unfiltered } from '../state/list-state.ts';

/** A part of the page that could not be compiled, with what is wrong. */
export function FaultNotice({ name, fault }: { readonly name: string; readonly fault: string }) {
  const t = useText();
  return (
    <Notice
      role="alert"
      icon={<WarningOutlined aria-hidden="true" />}
      title={t('engine.list.faultOf', { name })}
      detail={fault}
    />
  );
}

type EmptyListProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
};

/** Nothing here, and why: no data yet with the next action, or conditions that leave nothing. */
export function EmptyList({ view, state, setState }: EmptyListProps) {
  const t = useText();
  const isBeyond = state.cursor !== undefined || state.page > 1;
  if (isBeyond) {
    return (
      <Notice size="page" icon={<InboxOutlined aria-hidden="true" />} title={t('engine.list.beyond')}>
        <Button onClick={() => setState(fromStart(state, {}))}>{t('engine.pager.first')}</Button>
      </Notice>
    );
  }
  if (isFiltered(state)) {
    return (
      <Notice
        size="page"
        icon={<SearchOutlined aria-hidden="true" />}
        title={t('engine.list.emptyFiltered')}
        detail={t('engine.list.emptyFilteredHint')}
      >
        <Button onClick={() => setState(unfiltered(state))}>{t('engine.list.clearFilters')}</Button>
      </Notice>
    );
  }
  return (
    <Notice
      size="page"
      icon={<InboxOutlined aria-hidden="true" />}
      title={t('engine.list.empty')}
      detail={view.page.empty}
    >
      <ActionBar actions={view.toolbar} slot="toolbar" />
    </Notice>
  );
}
