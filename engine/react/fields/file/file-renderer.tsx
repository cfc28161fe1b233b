import { DownloadOutlined, EyeOutlined, PaperClipOutlined } from '@ant-design/icons';
import { Button, Select, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { listed } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { valueAt } from '../../record/record-path.ts';
import { useDownload } from '../../tasks/use-download.ts';
import { emptyText, type FieldRenderer, type FilterProps, type ValueProps } from '../renderer/field-renderer.ts';
import { idsOf } from '../renderer/ids-of.ts';

const LargePicture = lazyPart(async () => (await import('./large-picture.tsx')).LargePicture);
const FileList = lazyPart(async () => (await import('./file-list.tsx')).FileList);
const FileDialog = lazyPart(async () => (await import('./file-list.tsx')).FileDialog);

const filesIn = ({ path, record }: ValueProps) => idsOf(valueAt(record, path));

function fileText(props: ValueProps): string {
  const names = filesIn(props).map((id) => `#${id.slice(-6)}`);
  return listed(names) || emptyText;
}

/** A way to the file; what it is called is asked for when it is wanted. */
function FileCell(props: ValueProps) {
  const [id] = filesIn(props);
  if (id === undefined) return emptyText;
  // What is played is not only downloaded.
  if (props.field.play !== undefined) return <FilesCell {...props} />;
  return props.field.type === 'image' ? <PictureLink id={id} /> : <FileLink id={id} />;
}

/** How many files there are, and the way to them. */
function FilesCell(props: ValueProps) {
  const t = useText();
  const [isWanted, setWanted] = useState(false);
  const ids = filesIn(props);
  if (ids.length === 0) return emptyText;
  return (
    <>
      <Button
        type="link"
        size="small"
        icon={<PaperClipOutlined aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setWanted(true)}
      >
        {t('engine.file.count', { count: ids.length })}
      </Button>
      {isWanted ? (
        <Suspense fallback={null}>
          <FileDialog
            title={props.field.title}
            ids={ids}
            isPlayed={props.field.play !== undefined}
            onClose={() => setWanted(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function FileBlock(props: ValueProps) {
  return (
    <Suspense fallback={<Skeleton.Input active size="small" />}>
      <FileList ids={filesIn(props)} isPlayed={props.field.play !== undefined} />
    </Suspense>
  );
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

/** Whether there is a file: nothing else can be asked of one. */
function FileFilter({ id, value, onChange }: FilterProps) {
  const t = useText();
  return (
    <Select<'notNull' | 'isNull'>
      id={id}
      className="engine-wide"
      allowClear
      placeholder={t('engine.filter.any')}
      value={value?.op === 'notNull' || value?.op === 'isNull' ? value.op : null}
      onChange={(op: 'notNull' | 'isNull' | undefined) => onChange(op === undefined ? undefined : { op })}
      options={[
        { value: 'notNull', label: t('engine.file.some') },
        { value: 'isNull', label: t('engine.file.none') },
      ]}
    />
  );
}

/** A stored file or image. */
export const fileRenderer: FieldRenderer = {
  text: fileText,
  Cell: FileCell,
  Block: FileBlock,
  Filter: FileFilter,
  width: 110,
};

/** Several stored files or images, in order. */
export const filesRenderer: FieldRenderer = { ...fileRenderer, Cell: FilesCell };
