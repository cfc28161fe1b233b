import { DownloadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { useEngine, type WidgetProps } from '../../engine/react/index.ts';
import { useDownloadText } from './use-download-text.ts';

/** Saves the recording of a call: that it was taken stands in the log of the call. */
export function RecordingDownload({ record, title }: WidgetProps) {
  const t = useDownloadText();
  const { client } = useEngine();
  const { message } = App.useApp();
  const [isAsking, setAsking] = useState(false);
  if (record === undefined || record.recorded !== true) return null;
  const { id } = record;
  const save = async () => {
    setAsking(true);
    try {
      const body = { id };
      const { address, name } = await client.callAt<{ address: string; name: string }>(
        '/v1/call/record/download',
        body,
      );
      const link = Object.assign(document.createElement('a'), { href: address, download: name });
      link.click();
    } catch (error) {
      message.error(error instanceof ApiRefusal ? error.message : t('failed'));
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button icon={<DownloadOutlined />} loading={isAsking} onClick={() => void save()}>
      {title ?? t('download')}
    </Button>
  );
}
