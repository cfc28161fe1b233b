import { CheckOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { useId, useState } from 'react';
import type { SavedView } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { agoText } from '../../tasks/relative-time.ts';

/** A view as it stands in a menu; without an id it is the standard one. */
export type ViewLine = Pick<SavedView, 'name'> &
  Partial<Pick<SavedView, 'share' | 'isMine' | 'author' | 'departmentName' | 'lastUsedAt'>> & {
    readonly id: string | null;
  };

type GroupKey = 'mine' | 'team' | 'everyone';

/** Views by whose they are, in that order; groups without any are left out. */
export function groupsOf(
  lines: readonly ViewLine[],
): readonly { readonly key: GroupKey; readonly views: readonly ViewLine[] }[] {
  const keyOf = ({ isMine, share }: ViewLine): GroupKey =>
    isMine === true ? 'mine' : share === 'all' ? 'everyone' : 'team';
  const keys: readonly GroupKey[] = ['mine', 'team', 'everyone'];
  return keys
    .map((key) => ({ key, views: lines.filter((line) => keyOf(line) === key) }))
    .filter(({ views }) => views.length > 0);
}

type ViewGroupProps = {
  readonly title?: string;
  readonly lines: readonly ViewLine[];
  readonly inForce: string | null;
  readonly defaultId: string | null;
  readonly onChoose: (id: string | null) => void;
};

/** Views of one kind below their heading. */
export function ViewGroup({ title, lines, ...shared }: ViewGroupProps) {
  const id = useId();
  return (
    <>
      {title === undefined ? null : (
        <p id={id} className="engine-views-title">
          {title}
        </p>
      )}
      <ul {...(title === undefined ? {} : { 'aria-labelledby': id })}>
        {lines.map((line) => (
          <li key={line.id ?? ''}>
            <Line line={line} {...shared} />
          </li>
        ))}
      </ul>
    </>
  );
}

type LineProps = Omit<ViewGroupProps, 'lines' | 'title'> & { readonly line: ViewLine };

function Line({ line, inForce, defaultId, onChoose }: LineProps) {
  const t = useText();
  const { id, name, share, isMine, author, departmentName, lastUsedAt } = line;
  const by = isMine === true ? undefined : author;
  const where = share === 'department' ? departmentName : undefined;
  const isOpenToAll = isMine === true && share === 'all';
  const about = [isOpenToAll ? t('engine.views.share.all') : undefined, where, by, useUsedWords(lastUsedAt)];
  return (
    <button type="button" className="engine-view-line" aria-current={id === inForce} onClick={() => onChoose(id)}>
      <CheckOutlined aria-hidden="true" className="engine-view-check" />
      <span className="engine-view-name">
        {name}
        {id === defaultId ? <Tag bordered={false}>{t('engine.views.default')}</Tag> : null}
      </span>
      <span className="engine-view-about">{about.filter(Boolean).join(' · ')}</span>
    </button>
  );
}

/** When a view was last opened by anybody; nothing of the standard view, which everybody opens. */
function useUsedWords(lastUsedAt: string | null | undefined): string | undefined {
  const t = useText();
  const [now] = useState(Date.now);
  if (lastUsedAt === undefined) return undefined;
  if (lastUsedAt === null) return t('engine.views.unused');
  const when = agoText(lastUsedAt, now);
  return when === undefined ? t('engine.views.usedNow') : t('engine.views.used', { when });
}
