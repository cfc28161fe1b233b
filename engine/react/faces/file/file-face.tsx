import { DownloadOutlined, EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useText } from '../../engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { valueAt } from '../../record-path.ts';
import { useDownload } from '../../tasks/use-download.ts';
import { emptyText, type FieldFace, type ValueProps } from '../face.ts';

const LargePicture = lazyPart(async () => (await import('./large-picture.tsx')).LargePicture);

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
      {isWanted ? (
        <Suspense fallback={null}>
          <LargePicture id={id} onClose={() => setWanted(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A stored file or image. */
export const fileFace: FieldFace = { text: fileText, Cell: FileCell, width: 110 };
