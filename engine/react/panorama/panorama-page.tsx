import { InboxOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { useState } from 'react';
import type { PanoramaView, WireRecord } from '../../model/index.ts';
import { ActionBar } from '../actions/action-bar.tsx';
import { useText } from '../engine-context.tsx';
import { FieldValue } from '../faces/field-value.tsx';
import { FaultBlock, Notice } from '../faults/fault-block.tsx';
import { valueAt } from '../record-path.ts';
import { FactGroups } from './fact-groups.tsx';
import { PanoramaTabs } from './panorama-tabs.tsx';
import { usePanoramaRecord } from './use-record.ts';
import './panorama.css';

type Params = Readonly<Record<string, string>>;
type PanoramaPageProps = {
  readonly view: PanoramaView;
  readonly params: Params;
  readonly onParams: ((params: Params) => void) | undefined;
};

/** One record in full: who it is, what is known, and everything that belongs to it. `id` names it, `tab` what is open. */
export function PanoramaPageView({ view, params, onParams }: PanoramaPageProps) {
  const t = useText();
  const id = params.id ?? '';
  const query = usePanoramaRecord(view, id);
  const [ownTab, setOwnTab] = useState(params.tab);
  const first = view.tabs[0]?.tab.key ?? '';
  const asked = onParams === undefined ? ownTab : params.tab;
  const open = view.tabs.some(({ tab }) => tab.key === asked) ? (asked ?? first) : first;
  if (id === '')
    return (
      <Notice
        size="page"
        icon={<InboxOutlined aria-hidden="true" />}
        title={t('engine.panorama.noRecord')}
        detail={t('engine.panorama.noRecordHint')}
      />
    );
  if (query.error !== null) return <FaultBlock error={query.error} onRetry={() => void query.refetch()} size="page" />;
  const record = query.data;
  if (record === undefined) return <PanoramaSkeleton label={t('engine.loading')} />;
  return (
    <div className="engine-page">
      <PanoramaHeader view={view} record={record} />
      <div className="engine-panorama">
        <FactGroups view={view} record={record} />
        <PanoramaTabs
          key={record.id}
          view={view}
          record={record}
          open={open}
          onOpen={(key) => (onParams === undefined ? setOwnTab(key) : onParams({ ...params, tab: key }))}
        />
      </div>
    </div>
  );
}

function PanoramaHeader({ view, record }: { readonly view: PanoramaView; readonly record: WireRecord }) {
  const { header } = view.page;
  const title = valueAt(record, header.title);
  const subtitle = header.subtitle === undefined ? undefined : valueAt(record, header.subtitle);
  return (
    <header className="engine-card engine-panorama-header">
      <div className="engine-panorama-name">
        <h1>{typeof title === 'string' ? title : view.page.title}</h1>
        {typeof subtitle === 'string' ? <span className="engine-quiet engine-number">{subtitle}</span> : null}
        <span className="engine-tags">
          {view.tags.map((tag) => (
            <FieldValue key={tag.path} field={tag.field} path={tag.path} record={record} />
          ))}
        </span>
      </div>
      <ActionBar actions={view.actions} slot="header" record={record} />
    </header>
  );
}

function PanoramaSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="engine-page" role="status" aria-label={label}>
      <div className="engine-card engine-panorama-header">
        <Skeleton active title={{ width: 200 }} paragraph={false} />
      </div>
      <div className="engine-panorama">
        <div className="engine-card engine-facts">
          <Skeleton active paragraph={{ rows: 10 }} />
        </div>
        <div className="engine-card engine-panorama-tabs">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      </div>
    </div>
  );
}
