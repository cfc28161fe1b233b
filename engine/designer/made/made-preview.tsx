import { Modal } from 'antd';
import { useMemo } from 'react';
import type { PageBundle } from '../../model/documents/index.ts';
import { DrawnPage } from '../preview/drawn-page.tsx';
import '../preview/preview.css';
import { PreviewFrame } from '../preview/preview-frame.tsx';
import { useDesignText } from '../texts/use-design-text.ts';

type Props = {
  readonly bundle: PageBundle;
  /** The record that a page of one record shows. */
  readonly record: string | null;
  readonly onClose: () => void;
};

/** A page that is not kept yet, with real rows as far as they are in reach. */
export function MadePreview({ bundle, record, onClose }: Props) {
  const t = useDesignText();
  const target = useMemo(() => ({ page: bundle.page.name, level: 'org' as const }), [bundle]);
  return (
    <Modal open width="100%" className="design-preview" title={t('designer.preview')} footer={null} onCancel={onClose}>
      <PreviewFrame width={1440} isDark={false} title={t('designer.preview.frame')}>
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
