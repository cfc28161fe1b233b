import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { ApiRefusal, queryKeys } from '../../engine/client/index.ts';
import type { WireRecord } from '../../engine/model/wire/index.ts';
import { FaultBlock, HtmlText, useEngine, type WidgetProps } from '../../engine/react/index.ts';
import './agreement-file.css';
import { useAgreementText } from './use-agreement-text.ts';

/** The file of an agreement as the server found it whole. */
type SealedFile = {
  readonly name: string;
  readonly hash: string;
  /** The text of one that is signed online; of a scan there is none. */
  readonly body: string | null;
};

const readPath = '/v1/agreement/read';

/** What was sealed of an agreement: its text, the digest it is known by, and the file itself. */
export function AgreementFile({ page, record }: WidgetProps) {
  const t = useAgreementText();
  if (record === undefined) return null;
  // Rejected, a scan is gone; sent, a text is there: the digest tells one file from the next.
  return typeof record.contentHash === 'string' ? (
    <Sealed key={record.contentHash} record={record} hash={record.contentHash} page={page} />
  ) : (
    <p className="engine-quiet">{t('none')}</p>
  );
}

function Sealed({ record, hash, page }: { readonly record: WireRecord; readonly hash: string; readonly page: string }) {
  const t = useAgreementText();
  const { client } = useEngine();
  const { id } = record;
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.record('agreement', page, readPath, id, [hash]),
    queryFn: ({ signal }) => client.callAt<SealedFile>(readPath, { id }, { signal, quiet: true }),
  });
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active />;
  return (
    <article className="agreement-file">
      <header>
        <dl>
          <dt>{t('file')}</dt>
          <dd>{data.name}</dd>
          <dt>SHA-256</dt>
          <dd className="agreement-file-hash">{data.hash}</dd>
        </dl>
        <Download id={id} />
      </header>
      {data.body === null ? <p className="engine-quiet">{t('scan')}</p> : <HtmlText html={data.body} />}
    </article>
  );
}

/** Saves the file, once the server has found again that it is what was sealed. */
function Download({ id }: { readonly id: string }) {
  const t = useAgreementText();
  const { client } = useEngine();
  const { message } = App.useApp();
  const [isAsking, setAsking] = useState(false);
  const save = async () => {
    setAsking(true);
    try {
      const path = '/v1/agreement/download';
      const { address, name } = await client.callAt<{ address: string; name: string }>(path, { id }, { quiet: true });
      Object.assign(document.createElement('a'), { href: address, download: name }).click();
    } catch (error) {
      message.error(error instanceof ApiRefusal ? error.message : t('failed'));
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button icon={<DownloadOutlined />} loading={isAsking} onClick={() => void save()}>
      {t('download')}
    </Button>
  );
}
