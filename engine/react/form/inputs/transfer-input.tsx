import { Button, Empty, Transfer } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { NoChoices } from '../../faults/no-choices.tsx';
import { useSettled } from '../../fields/record-picker.tsx';
import { knownLabels } from '../../fields/ref-renderer.tsx';
import type { InputProps } from '../../fields/renderer/field-renderer.ts';
import { idsOf } from '../../fields/renderer/ids-of.ts';
import { usePickerLabels, usePickerRows } from '../../fields/use-picker.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';

const typingPause = 250;

/** Records moved from all there are to those chosen; the server searches and pages what is not chosen. */
export function TransferInput(props: InputProps) {
  const t = useText();
  const { context } = usePageRuntime();
  const entity = props.field.ref ?? '';
  const [keyword, setKeyword] = useState('');
  const rows = usePickerRows(entity, useSettled(keyword, typingPause), { enabled: true, where: props.where });
  const ids = idsOf(props.value);
  const labels = usePickerLabels(entity, ids, knownLabels(props.field, props.record, context));
  const chosen = ids.map((id) => ({ key: id, label: labels.get(id)?.label ?? t('engine.picker.loading') }));
  const offered = rows.list.filter((row) => !ids.includes(row.id)).map((row) => ({ key: row.id, label: row.label }));
  const root = useRef<HTMLDivElement>(null);
  const titles: [string, string] = [t('engine.form.offered'), t('engine.form.chosen')];
  useNamedBoxes(root, titles);
  if (rows.error !== null) return <FaultBlock error={rows.error} onRetry={() => void rows.refetch()} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame of its own
    <div ref={root} id={props.id} role="group" className="engine-transfer">
      <Transfer
        dataSource={[...offered, ...chosen]}
        targetKeys={[...ids]}
        render={(item) => item.label}
        locale={{ notFoundContent: [<NoneOffered key="offered" rows={rows} />, <None key="chosen" />] }}
        titles={titles}
        showSearch
        // The server has searched the left side already.
        filterOption={(typed, item, side) => side === 'left' || item.label.includes(typed)}
        onSearch={(side, typed) => side === 'left' && setKeyword(typed)}
        onChange={(keys) => props.onChange(keys.map(String))}
        disabled={props.disabled}
        footer={(_, info) =>
          info?.direction === 'left' && rows.hasNextPage ? (
            <Button
              type="link"
              size="small"
              loading={rows.isFetchingNextPage}
              onClick={() => void rows.fetchNextPage()}
            >
              {t('engine.loadMore')}
            </Button>
          ) : null
        }
      />
    </div>
  );
}

/** The boxes that choose a whole list are named by it: the library leaves them without a name. */
function useNamedBoxes(root: RefObject<HTMLDivElement | null>, titles: readonly string[]): void {
  useEffect(() => {
    const boxes = root.current?.querySelectorAll('.ant-transfer-list-header input[type=checkbox]') ?? [];
    for (const [at, box] of [...boxes].entries()) box.setAttribute('aria-label', titles[at] ?? '');
  });
}

/** Why nothing is offered: it is on its way, or there is nothing. */
function NoneOffered({ rows }: { readonly rows: ReturnType<typeof usePickerRows> }) {
  return (
    <NoChoices query={rows}>
      <None />
    </NoChoices>
  );
}

function None() {
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />;
}
