import { Button } from 'antd';
import type { ColumnView } from '../../../model/view/index.ts';
import type { GroupAnswer, ListGroup } from '../../../model/wire/index.ts';
import { FieldValue } from '../../field-value/field-value.tsx';
import { useText } from '../../host/engine-context.tsx';
import type { LinePlace, TableLine } from '../table/table-body.tsx';
import { GroupLine, HeldGroupLine, TotalLine, WordsLine } from './group-line.tsx';
import { type Groups, groupId, type OpenGroup } from './use-groups.ts';

/** The lines of a grouped list: each group with its rows where it is open, and all rows together last. */
export function linesOf(answer: GroupAnswer, groups: Groups, column: ColumnView | undefined): readonly TableLine[] {
  const lines = answer.groups.flatMap((group): readonly TableLine[] => {
    const id = groupId(group);
    const open = groups.opened.get(id);
    const head: TableLine = {
      id,
      draw: (at) => <OneGroup group={group} column={column} isOpen={open !== undefined} groups={groups} at={at} />,
      held: () => (open === undefined ? null : <HeldGroup group={group} column={column} groups={groups} />),
    };
    if (open === undefined) return [head];
    const rows = open.rows.map((record) => ({ record, depth: 0 }));
    const hasTail = open.isLoading || open.retry !== undefined || open.next > 0;
    const tail: readonly TableLine[] = hasTail
      ? [
          {
            id: `${id}/more`,
            draw: (at) => (
              <WordsLine id={id} at={at}>
                <MoreOfGroup id={id} open={open} groups={groups} />
              </WordsLine>
            ),
          },
        ]
      : [];
    return [head, ...rows, ...tail];
  });
  return [...lines, { id: 'total', draw: (at) => <TotalLine figures={answer.total} at={at} />, held: () => null }];
}

type OneGroupProps = {
  readonly group: ListGroup;
  readonly column: ColumnView | undefined;
  readonly isOpen: boolean;
  readonly groups: Groups;
  readonly at: LinePlace;
};

function OneGroup({ group, column, isOpen, groups, at }: OneGroupProps) {
  const t = useText();
  const words = group.name ?? t('engine.group.empty');
  return (
    <GroupLine
      id={groupId(group)}
      name={<GroupName group={group} column={column} />}
      words={words}
      figures={group}
      isOpen={isOpen}
      onToggle={(isWanted) => groups.toggle(groupId(group), isWanted)}
      at={at}
    />
  );
}

function HeldGroup({ group, column, groups }: Pick<OneGroupProps, 'group' | 'column' | 'groups'>) {
  const t = useText();
  return (
    <HeldGroupLine
      id={groupId(group)}
      name={<GroupName group={group} column={column} />}
      words={group.name ?? t('engine.group.empty')}
      figures={group}
      onToggle={(isWanted) => groups.toggle(groupId(group), isWanted)}
    />
  );
}

/** What the rows of a group have in common; a choice is shown in its colour, as in the rows. */
export function GroupName({ group, column }: Pick<OneGroupProps, 'group' | 'column'>) {
  const t = useText();
  const words = group.name ?? t('engine.group.empty');
  const isChoice = group.key !== null && column?.field.type === 'enum' && column.groupPath === column.path;
  if (!isChoice || column.path.includes('.')) return words;
  return <FieldValue field={column.field} path={column.path} record={{ id: words, [column.path]: group.key }} />;
}

type MoreProps = { readonly id: string; readonly open: OpenGroup; readonly groups: Groups };

/** Below the rows of a group: that they are coming, did not come, or that there are more. */
export function MoreOfGroup({ id, open, groups }: MoreProps) {
  const t = useText();
  if (open.isLoading) return <span role="status">{t('engine.loading')}</span>;
  return (
    <Button type="link" size="small" onClick={() => (open.retry === undefined ? groups.more(id) : open.retry())}>
      {open.retry === undefined ? t('engine.group.more', { count: open.next }) : t('engine.group.retry')}
    </Button>
  );
}
