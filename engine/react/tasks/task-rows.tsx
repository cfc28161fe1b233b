import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Pagination, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { queryKeys } from '../../client/index.ts';
import type { BackgroundJob, BulkRowAnswer, ImportRowAnswer } from '../../model/wire/index.ts';
import { FaultBlock } from '../faults/fault-block.tsx';
import { formatNumber } from '../formats/format.ts';
import { useEngine } from '../host/engine-context.tsx';
import { type RowSource, rowSource } from './row-source.ts';

/** The rows of a job that did not go as wished, each with its reason; nothing where all went well. */
export function TaskRows({ job }: { readonly job: BackgroundJob }) {
  const { t } = useEngine();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const source = rowSource(job);
  if (source === undefined) return null;
  const Arrow = isOpen ? DownOutlined : RightOutlined;
  return (
    <div className="engine-task-rows">
      <Button
        type="link"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        icon={<Arrow aria-hidden="true" />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(job.kind.endsWith('_undo') ? 'engine.tasks.rows.kept' : 'engine.tasks.rows.failed', {
          count: formatNumber(source.count),
        })}
      </Button>
      <div id={id}>{isOpen ? <BadRows jobId={job.id} source={source} /> : null}</div>
    </div>
  );
}

const size = 10;
// As far as pages have numbers; whoever has more bad rows takes the file.
const maxNumbered = 1000;

type BadRowsProps = { readonly jobId: string; readonly source: RowSource };

/** Bad rows page by page. */
export function BadRows({ jobId, source }: BadRowsProps) {
  const { client, t } = useEngine();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.tasks('rows', jobId, String(page)),
    queryFn: ({ signal }) => {
      const cursor = page === 1 ? {} : { cursor: `row:${(page - 1) * size}` };
      const body = { where: source.where, sort: source.sort, size, count: 'none', ...cursor };
      type Rows = { readonly list: readonly (BulkRowAnswer | ImportRowAnswer)[] };
      return client.callAt<Rows>(source.path, body, { signal, quiet: true });
    },
  });
  if (data === undefined && error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const words = {
    line: (no: number) => t('engine.tasks.line', { no: formatNumber(no) }),
    noReason: t('engine.action.failed'),
  };
  return (
    <>
      <ul className="engine-bulk-result">
        {data.list.map((row) => {
          const { id, name, reason } = source.told(row, words);
          return (
            <li key={id}>
              <strong>{name}</strong>
              <span>{reason}</span>
            </li>
          );
        })}
      </ul>
      {source.count <= size ? null : (
        <Pagination
          size="small"
          simple
          current={page}
          pageSize={size}
          total={Math.min(source.count, maxNumbered)}
          onChange={setPage}
        />
      )}
    </>
  );
}
