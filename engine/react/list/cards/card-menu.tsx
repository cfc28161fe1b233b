import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useRunAction } from '../../actions/action-host.tsx';
import { useActionItems } from '../../actions/action-items.tsx';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { nameOf, useTableKit } from '../rows/table-kit.ts';

/** What can be done with a record, behind one button large enough for a thumb. */
export function CardMenu({ record }: { readonly record: WireRecord }) {
  const t = useText();
  const { actions, label } = useTableKit();
  const page = usePageRuntime();
  const run = useRunAction();
  const items = useActionItems();
  // The menu of a card nobody opened is not worked out.
  const [isUsed, setUsed] = useState(false);
  const scope = page.scope(record);
  const possible = actions.filter((action) => action.widget === undefined && action.isPossible(scope));
  if (possible.length === 0) return null;
  const menu = {
    items: isUsed ? [...items(possible, scope, (action) => run({ action, target: { kind: 'record', record } }))] : [],
  };
  return (
    <Dropdown autoFocus trigger={['click']} menu={menu} onOpenChange={(open) => open && setUsed(true)}>
      <Button
        type="text"
        className="engine-record-card-menu"
        icon={<MoreOutlined aria-hidden="true" />}
        aria-label={t('engine.list.card.menu', { name: nameOf(record, label) })}
      />
    </Dropdown>
  );
}
