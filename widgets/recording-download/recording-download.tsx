import { DownloadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { useEngine, type WidgetProps } from '../../engine/react/index.ts';

/** Saves the recording of a call: that it was taken stands in the log of the call. */
export function RecordingDownload({ record, title = '下载录音' }: WidgetProps) {
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
      message.error(error instanceof ApiRefusal ? error.message : '录音没有取到，请重试');
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button icon={<DownloadOutlined />} loading={isAsking} onClick={() => void save()}>
      {title}
    </Button>
  );
}
