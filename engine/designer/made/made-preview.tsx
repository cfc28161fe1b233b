import { Modal } from 'antd';
import { useMemo } from 'react';
import type { PageBundle } from '../../model/documents/index.ts';
import { DrawnPage } from '../preview/drawn-page.tsx';
import '../preview/preview.css';
import { PreviewFrame } from '../preview/preview-frame.tsx';

type Props = {
  readonly bundle: PageBundle;
  /** The record that a page of one record shows. */
  readonly record: string | null;
  readonly onClose: () => void;
};

/** A page that is not kept yet, with real rows as far as they are in reach. */
export function MadePreview({ bundle, record, onClose }: Props) {
  const target = useMemo(() => ({ page: bundle.page.name, level: 'org' as const }), [bundle]);
  return (
    <Modal open width="100%" className="design-preview" title="预览" footer={null} onCancel={onClose}>
      <PreviewFrame width={1440} isDark={false} title="页面预览">
        <DrawnPage
          target={target}
          document={{ ...bundle.page }}
          bundle={bundle}
          {...(record === null ? {} : { params: { id: record } })}
        />
      </PreviewFrame>
    </Modal>
  );
}
