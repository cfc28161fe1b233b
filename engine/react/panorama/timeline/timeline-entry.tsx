import type { ReactNode } from 'react';
import type { RowsTabView, ViewContext } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { RowActions } from '../../actions/row-actions.tsx';
import { Cell } from '../../data-table/list-columns.tsx';
import { FieldValue } from '../../field-value/field-value.tsx';
import { fieldText } from '../../fields/field-renderers.ts';
import { MentionText } from '../../fields/mention-text.tsx';
import { knownLabels } from '../../fields/ref-renderer.tsx';
import { emptyText } from '../../fields/renderer/field-renderer.ts';
import { titled } from '../../formats/listed.ts';
import { formatMoment } from '../../formats/time.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { valueAt } from '../../record/record-path.ts';

/** What those are called whom the text of an entry mentions. */
function mentionedNames(view: RowsTabView, row: WireRecord, context: ViewContext): readonly string[] {
  const content = view.facts.get(view.tab.timeline?.content ?? '');
  const kept = view.facts.get(content?.field.mentions ?? '');
  return kept === undefined ? [] : [...knownLabels(kept.field, row, context).values()];
}

type TimelineEntryProps = {
  readonly view: RowsTabView;
  readonly row: WireRecord;
  /** What stands before the rest of the first line, such as what kind of entry it is. */
  readonly lead?: ReactNode;
};

/** A row told as an entry of a timeline: when, who, what it is called, what was said, and what may be done with it. */
export function TimelineEntry({ view, row, lead }: TimelineEntryProps) {
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
        {lead}
        {view.columns.map((column) => (
          <Cell key={column.key} column={column} record={row} />
        ))}
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
              <span className="engine-quiet">{titled(item.title, '')}</span>
              <FieldValue field={item.field} path={item.path} record={row} />
            </span>
          ))}
        </footer>
      )}
    </article>
  );
}
