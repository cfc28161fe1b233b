import { Modal } from 'antd';
import { useState } from 'react';
import { MarkedOverlay } from '../../page/marked-overlay.tsx';
import { FileCard } from './file-card.tsx';
import './file.css';

type FileListProps = { readonly ids: readonly string[]; readonly isPlayed?: boolean | undefined };

/** Files one below the other, as on the page of a record. */
export function FileList({ ids, isPlayed = false }: FileListProps) {
  return (
    <ul className="engine-file-list">
      {ids.map((id) => (
        <li key={id}>
          <FileCard id={id} isPlayed={isPlayed} />
        </li>
      ))}
    </ul>
  );
}

type FileDialogProps = FileListProps & { readonly title: string; readonly onClose: () => void };

/** The files of a cell, over the page. */
export function FileDialog({ title, ids, isPlayed, onClose }: FileDialogProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Modal
      open={isOpen}
      title={title}
      footer={null}
      onCancel={() => setOpen(false)}
      afterOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <MarkedOverlay>
        <FileList ids={ids} isPlayed={isPlayed} />
      </MarkedOverlay>
    </Modal>
  );
}
