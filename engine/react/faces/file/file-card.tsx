import { DeleteOutlined, DownloadOutlined, FileOutlined } from '@ant-design/icons';
import { Button, Image, Skeleton } from 'antd';
import { sizeText } from '../../../model/index.ts';
import { useText } from '../../engine-context.tsx';
import { InlineFault } from '../../faults/fault-block.tsx';
import { useDownload } from '../../tasks/use-download.ts';
import { useLargePicture } from './use-file-facts.ts';

type FileCardProps = {
  readonly id: string;
  /** Absent where it may not be removed. */
  readonly onRemove?: (() => void) | undefined;
};

/** A stored file: a picture to look at, or a name and a size; to be saved, and removed. */
export function FileCard({ id, onRemove }: FileCardProps) {
  const t = useText();
  const download = useDownload();
  const { data, error, isOpen, show } = useLargePicture(id);
  const remove =
    onRemove === undefined ? null : (
      <Button
        size="small"
        type="text"
        icon={<DeleteOutlined aria-hidden="true" />}
        aria-label={t('engine.file.remove', { name: data?.name ?? '' })}
        title={t('engine.file.remove', { name: data?.name ?? '' })}
        onClick={onRemove}
      />
    );
  if (error !== null)
    return (
      <div className="engine-file-card">
        <InlineFault text={error.message} />
        {remove}
      </div>
    );
  if (data === undefined) return <Skeleton.Input active size="small" />;
  return (
    <div className="engine-file-card">
      {data.mime.startsWith('image/') ? (
        <Image
          src={data.address}
          alt={data.name}
          width={56}
          height={56}
          className="engine-file-picture"
          preview={{ visible: isOpen, onVisibleChange: (open) => void show(open), mask: t('engine.file.view') }}
        />
      ) : (
        <FileOutlined aria-hidden="true" className="engine-file-icon" />
      )}
      <span className="engine-file-facts">
        <span className="engine-file-name" title={data.name}>
          {data.name}
        </span>
        <span className="engine-quiet">{sizeText(data.size)}</span>
      </span>
      <Button
        size="small"
        type="text"
        icon={<DownloadOutlined aria-hidden="true" />}
        aria-label={t('engine.file.download', { name: data.name })}
        title={t('engine.file.download', { name: data.name })}
        onClick={() => void download(id)}
      />
      {remove}
    </div>
  );
}
