import { Empty, Input } from 'antd';
import { useMemo, useState } from 'react';
import { type ReferenceOperation, searchOperations } from './reference.ts';
import { useReferenceText } from './use-reference-text.ts';

type OperationListProps = {
  readonly operations: readonly ReferenceOperation[];
  readonly chosen: string | undefined;
  readonly onChoose: (path: string) => void;
};

/** All operations by what they are about, with a search over them. */
export function OperationList({ operations, chosen, onChoose }: OperationListProps) {
  const t = useReferenceText();
  const [words, setWords] = useState('');
  const groups = useMemo(() => searchOperations(operations, words), [operations, words]);
  return (
    <nav className="api-list" aria-label={t('operations')}>
      <Input.Search
        allowClear
        placeholder={t('findHint')}
        aria-label={t('find')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="api-groups">
        {groups.size === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noMatch')} />}
        {[...groups].map(([group, members]) => (
          <section key={group}>
            <h2>
              {group}
              <span className="engine-quiet">{members.length}</span>
            </h2>
            <ul>
              {members.map(({ path, title }) => (
                <li key={path}>
                  <button
                    type="button"
                    aria-current={path === chosen ? 'true' : undefined}
                    onClick={() => onChoose(path)}
                  >
                    <span>{title}</span>
                    <span className="api-path">{path}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}
