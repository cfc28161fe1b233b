import { Empty, Input } from 'antd';
import { useMemo, useState } from 'react';
import { type ReferenceOperation, searchOperations } from './reference.ts';

type OperationListProps = {
  readonly operations: readonly ReferenceOperation[];
  readonly chosen: string | undefined;
  readonly onChoose: (path: string) => void;
};

/** All operations by what they are about, with a search over them. */
export function OperationList({ operations, chosen, onChoose }: OperationListProps) {
  const [words, setWords] = useState('');
  const groups = useMemo(() => searchOperations(operations, words), [operations, words]);
  return (
    <nav className="api-list" aria-label="接口">
      <Input.Search
        allowClear
        placeholder="名称、路径或权限键"
        aria-label="查找接口"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="api-groups">
        {groups.size === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合的接口" />}
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
