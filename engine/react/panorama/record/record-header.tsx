import { InboxOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { type ReactNode, Suspense } from 'react';
import type { FactView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { ActionBar } from '../../actions/action-bar.tsx';
import { InlineFault, Notice } from '../../faults/fault-block.tsx';
import { FieldValue } from '../../field-value/field-value.tsx';
import { Toned } from '../../field-value/toned.tsx';
import { fieldText } from '../../fields/field-renderers.ts';
import { emptyText } from '../../fields/renderer/field-renderer.ts';
import { useText } from '../../host/engine-context.tsx';
import { DesignNode } from '../../host/page-design.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { valueAt } from '../../record/record-path.ts';
import { type NamedRecordView, nameOfRecord, useShownRecord } from './use-shown-record.ts';
import './panorama.css';

// Who else is there is known a moment after the record is read.
const PresentPeople = lazyPart(async () => (await import('../../presence/present-people.tsx')).PresentPeople);

type RecordHeaderProps = {
  readonly view: NamedRecordView;
  /** Undefined while it is on its way. */
  readonly record: WireRecord | undefined;
  /** What stands beside the buttons of the page, and stays there from one record to the next. */
  readonly tools?: ReactNode;
};

/** Who the record is, and what can be done with it. */
export function RecordHeader({ view, record, tools }: RecordHeaderProps) {
  return (
    <header className="engine-card engine-panorama-header">
      <div className="engine-panorama-name">
        {record === undefined ? <ComingName /> : <RecordName view={view} record={record} />}
      </div>
      <div className="engine-record-side">
        {tools}
        {record === undefined ? null : <ActionBar actions={view.actions} slot="header" record={record} />}
      </div>
    </header>
  );
}

function ComingName() {
  return <Skeleton.Input active style={{ width: 200 }} />;
}

function RecordName({ view, record }: { readonly view: NamedRecordView; readonly record: WireRecord }) {
  const { header } = view;
  const { name: page } = usePageRuntime();
  useShownRecord(view, record);
  const subtitle = header.subtitle === undefined ? undefined : valueAt(record, header.subtitle);
  return (
    <>
      <h1>{nameOfRecord(view, record) ?? view.title}</h1>
      {typeof subtitle === 'string' ? <span className="engine-quiet engine-number">{subtitle}</span> : null}
      <span className="engine-tags">
        {view.tags.map((tag) => (
          <DesignNode key={tag.path} at={['header', 'tags', tagKey(view, tag)]}>
            <HeaderTag tag={tag} record={record} />
          </DesignNode>
        ))}
      </span>
      <Suspense fallback={null}>
        <PresentPeople at={{ page, entity: view.entity.document.name, id: record.id, isEditing: false }} />
      </Suspense>
    </>
  );
}

/** The key of a tag in the document. */
function tagKey({ header }: NamedRecordView, { path }: FactView): string {
  return header.tags?.find(({ field }) => field === path)?.key ?? path;
}

/** A value beside the name, where there is one; of yes and no only what is so, by its name. */
function HeaderTag({ tag, record }: { readonly tag: FactView; readonly record: WireRecord }) {
  const page = usePageRuntime();
  const { field, path, fault, title, dial } = tag;
  if (fault !== undefined) return <InlineFault text={fault} />;
  if (field.type !== 'bool')
    return fieldText(field, path, record, page.context) === emptyText ? null : (
      <Toned of={tag} record={record}>
        <FieldValue field={field} path={path} record={record} dial={dial} />
      </Toned>
    );
  if (valueAt(record, path) !== true) return null;
  const tone = tag.toneOf?.(page.scope(record)) ?? 'default';
  return <span className={`engine-tag engine-tone-${tone}`}>{title}</span>;
}

/** What a page about one record says when its address names none. */
export function NoRecord() {
  const t = useText();
  return (
    <Notice
      size="page"
      icon={<InboxOutlined aria-hidden="true" />}
      title={t('engine.panorama.noRecord')}
      detail={t('engine.panorama.noRecordHint')}
    />
  );
}
