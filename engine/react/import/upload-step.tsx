import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { Button, Progress, Upload } from 'antd';
import { useText } from '../host/engine-context.tsx';
import type { Import } from './use-import.ts';

/** The first step: a table to fill in, and the filled one. */
export function UploadStep({ wizard }: { readonly wizard: Import }) {
  const t = useText();
  const { progress, busy, upload, stopUpload, saveTemplate } = wizard;
  return (
    <div className="engine-import-upload">
      <div className="engine-import-template">
        <p>{t('engine.import.templateHint')}</p>
        <Button icon={<DownloadOutlined aria-hidden="true" />} disabled={busy} onClick={() => void saveTemplate()}>
          {t('engine.import.template')}
        </Button>
      </div>
      {progress === undefined ? (
        <Upload.Dragger
          accept=".xlsx,.csv"
          showUploadList={false}
          disabled={busy}
          beforeUpload={(file) => {
            void upload(file);
            return Upload.LIST_IGNORE;
          }}
        >
          <p className="ant-upload-drag-icon">
            <InboxOutlined aria-hidden="true" />
          </p>
          <p className="ant-upload-text">{t('engine.import.drop')}</p>
          <p className="ant-upload-hint">{t('engine.import.dropHint')}</p>
        </Upload.Dragger>
      ) : (
        <div className="engine-import-sending">
          <span>{t(progress < 1 ? 'engine.import.sending' : 'engine.import.reading')}</span>
          <Progress percent={Math.round(progress * 100)} status="active" aria-label={t('engine.import.sending')} />
          <Button onClick={stopUpload}>{t('engine.cancel')}</Button>
        </div>
      )}
    </div>
  );
}
