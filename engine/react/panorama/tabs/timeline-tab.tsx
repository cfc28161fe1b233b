import { Timeline } from 'antd';
import { useState } from 'react';
import { dayOf } from '../../../model/time/index.ts';
import type { RowsTabView, ViewContext } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { RowActions } from '../../actions/row-actions.tsx';
import { FieldValue } from '../../field-value/field-value.tsx';
import { fieldText } from '../../fields/field-renderers.ts';
import { MentionText } from '../../fields/mention-text.tsx';
import { knownLabels } from '../../fields/ref-renderer.tsx';
import { emptyText } from '../../fields/renderer/field-renderer.ts';
import { formatMoment } from '../../formats/time.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { valueAt } from '../../record/record-path.ts';
import { DayName } from '../parts/day-name.tsx';
import { TabFrame } from './tab-frame.tsx';
import type { TabNarrowing } from './tab-narrowing.ts';
import { useTabRows } from './use-tab-rows.ts';

type Day = { readonly day: string; readonly rows: readonly WireRecord[] };

/** What happened to the record, newest first as the page sorts it, day by day. */
export function TimelineTab({ view, record }: { readonly view: RowsTabView; readonly record: WireRecord }) {
  const [narrowing, setNarrowing] = useState<TabNarrowing>({});
  const query = useTabRows(view, record, narrowing);
  const time = view.tab.timeline?.time ?? 'createdAt';
  return (
    <TabFrame view={view} record={record} query={query} narrowing={narrowing} onNarrow={setNarrowing}>
      {(rows) => (
        <div className="engine-timeline">
          {byDay(rows, time).map(({ day, rows: ofDay }) => (
            <section key={day} aria-label={day}>
              <h3>
                <DayName day={day} />
              </h3>
              <Timeline items={ofDay.map((row) => ({ key: row.id, children: <Entry view={view} row={row} /> }))} />
            </section>
          ))}
        </div>
      )}
    </TabFrame>
  );
}

function byDay(rows: readonly WireRecord[], time: string): readonly Day[] {
  const days: { day: string; rows: WireRecord[] }[] = [];
  for (const row of rows) {
    const moment = valueAt(row, time);
    const day = typeof moment === 'string' ? dayOf(moment) : emptyText;
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}

/** What those are called whom the text of an entry mentions. */
function mentionedNames(view: RowsTabView, row: WireRecord, context: ViewContext): readonly string[] {
  const content = view.facts.get(view.tab.timeline?.content ?? '');
  const kept = view.facts.get(content?.field.mentions ?? '');
  return kept === undefined ? [] : [...knownLabels(kept.field, row, context).values()];
}

function Entry({ view, row }: { readonly view: RowsTabView; readonly row: WireRecord }) {
  const { context } = usePageRuntime();
  const fields = view.tab.timeline;
  const fact = (path: string | undefined) => (path === undefined ? undefined : view.facts.get(path));
  const shown = (paths: readonly string[] | undefined) =>
    (paths ?? []).flatMap((path) => {
      const known = fact(path);
      return known === undefined || fieldText(known.field, path, row, context) === emptyText ? [] : [known];
    });
  const author = fact(fields?.author);
  const content = fact(fields?.content);
  const extra = shown(fields?.facts);
  return (
    <article className="engine-entry">
      <header>
        <time className="engine-number">
          {formatMoment(valueAt(row, fields?.time ?? 'createdAt'))?.slice(11) ?? emptyText}
        </time>
        {author === undefined ? null : (
          <strong>
            <FieldValue field={author.field} path={author.path} record={row} />
          </strong>
        )}
        <span className="engine-tags">
          {shown(fields?.tags).map((tag) => (
            <FieldValue key={tag.path} field={tag.field} path={tag.path} record={row} />
          ))}
        </span>
        <RowActions actions={view.row} record={row} name="" />
      </header>
      {content === undefined ? null : (
        <p>
          <MentionText
            text={fieldText(content.field, content.path, row, context)}
            names={mentionedNames(view, row, context)}
          />
        </p>
      )}
      {extra.length === 0 ? null : (
        <footer>
          {extra.map((item) => (
            <span key={item.path}>
              <span className="engine-quiet">{item.title}：</span>
              <FieldValue field={item.field} path={item.path} record={row} />
            </span>
          ))}
        </footer>
      )}
    </article>
  );
}
