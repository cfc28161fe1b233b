import { DownloadOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Image } from 'antd';
import { useState } from 'react';
import { useText } from '../../engine-context.tsx';
import { valueAt } from '../../record-path.ts';
import { useDownload } from '../../tasks/use-download.ts';
import { emptyText, type FieldFace, type ValueProps } from '../face.ts';
import { FileInput } from './file-input.tsx';
import { useLargePicture } from './use-file-facts.ts';

function fileText({ path, record }: ValueProps): string {
  const value = valueAt(record, path);
  return typeof value === 'string' && value !== '' ? `#${value.slice(-6)}` : emptyText;
}

/** A way to the file; what it is called is asked for when it is wanted. */
function FileCell(props: ValueProps) {
  const value = valueAt(props.record, props.path);
  if (typeof value !== 'string' || value === '') return emptyText;
  return props.field.type === 'image' ? <PictureLink id={value} /> : <FileLink id={value} />;
}

function FileLink({ id }: { readonly id: string }) {
  const t = useText();
  const download = useDownload();
  return (
    <Button type="link" size="small" icon={<DownloadOutlined aria-hidden="true" />} onClick={() => void download(id)}>
      {t('engine.file.open')}
    </Button>
  );
}

function PictureLink({ id }: { readonly id: string }) {
  const t = useText();
  const [isWanted, setWanted] = useState(false);
  return (
    <>
      <Button type="link" size="small" icon={<EyeOutlined aria-hidden="true" />} onClick={() => setWanted(true)}>
        {t('engine.file.view')}
      </Button>
      {isWanted ? <LargePicture id={id} onClose={() => setWanted(false)} /> : null}
    </>
  );
}

function LargePicture({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data } = useLargePicture(id);
  if (data === undefined) return null;
  return (
    <Image
      src={data.address}
      alt={data.name}
      className="engine-file-unseen"
      preview={{ visible: true, onVisibleChange: onClose }}
    />
  );
}

/** A stored file or image. */
export const fileFace: FieldFace = { text: fileText, Cell: FileCell, Input: FileInput, width: 110 };
