import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type FileRule, sizeLimitOf, sizeText, wholeBytes } from '../../../model/fields/index.ts';
import { useEngine, useText } from '../../host/engine-context.tsx';
import type { UploadStage } from './use-uploads.ts';
import './file.css';

const queryKey = ['file', 'unfinished'];

type UnfinishedUploadsProps = {
  readonly rule: FileRule;
  /** What is on its way, or was refused, right now: it is not told of twice. */
  readonly stages: readonly UploadStage[];
};

/** Files of the person that broke off, as after the page was loaded again: the same file, chosen once more, goes on. */
export function UnfinishedUploads({ rule, stages }: UnfinishedUploadsProps) {
  const t = useText();
  const { client } = useEngine();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call('/v1/file/resumable/query', {}, { signal, quiet: true }),
    enabled: isLarge(rule) && stages.length === 0,
    staleTime: 0,
  });
  if (data === undefined || stages.length > 0) return null;
  const giveUp = async (id: string) => {
    await client.call('/v1/file/resumable/delete', { id });
    await queries.invalidateQueries({ queryKey });
  };
  return data.list.map(({ id, name, size, received }) => (
    <div key={id} className="engine-file-unfinished">
      <span>{t('engine.file.unfinished', { name, received: sizeText(received), size: sizeText(size) })}</span>
      <Button size="small" type="text" aria-label={t('engine.file.giveUp', { name })} onClick={() => void giveUp(id)}>
        {t('engine.file.dismiss')}
      </Button>
    </div>
  ));
}

/** Whether a field takes what is sent in parts more often than not. */
function isLarge(rule: FileRule): boolean {
  return (
    (rule.maxMegabytes !== undefined || rule.kinds.includes('video') || rule.kinds.includes('package')) &&
    rule.kinds.some((kind) => sizeLimitOf(kind, rule) > wholeBytes)
  );
}
