import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Upload } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { faultMessage } from '../../model/faults/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { sentences, useEngine } from '../../react/index.ts';
import { useMadeText } from '../texts/use-made-text.ts';
import './made.css';
import type { PackageLine } from './made-types.ts';
import { PackageImport } from './package-import.tsx';

type Opened = { readonly given: JsonObject; readonly lines: readonly PackageLine[] };

/** Takes pages from one system to another: what is published as a file, and what a file would do here before it does it. */
export function PagePackages({ mayPublish }: { readonly mayPublish: boolean }) {
  const t = useMadeText();
  const { client } = useEngine();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [opened, setOpened] = useState<Opened>();
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState<'export' | 'read'>();
  const refused = (error: unknown) => {
    if (!(error instanceof ApiRefusal)) throw error;
    setRefusal(sentences([error.message, ...(error.faults ?? []).map((fault) => faultMessage(fault))]));
  };
  const exportAll = async () => {
    setRefusal(undefined);
    setBusy('export');
    try {
      const told = await client.callAt<JsonObject>('/v1/design/package/export', {}, { quiet: true });
      const name = t('designer.package.file', { date: String(told.exportedAt).slice(0, 10) });
      download(JSON.stringify(told, null, 2), name);
    } catch (error) {
      refused(error);
    } finally {
      setBusy(undefined);
    }
  };
  const read = async (file: File) => {
    setRefusal(undefined);
    setOpened(undefined);
    const given = parsed(await file.text());
    if (given === undefined) {
      setRefusal(t('designer.package.noJson', { name: file.name }));
      return;
    }
    setBusy('read');
    try {
      type Told = { readonly lines: readonly PackageLine[] };
      const { lines } = await client.callAt<Told>('/v1/design/package/check', { package: given }, { quiet: true });
      setOpened({ given, lines });
    } catch (error) {
      refused(error);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <div className="design-upgrade">
      <p className="engine-quiet">{t('designer.package.intro')}</p>
      <div className="made-line">
        <Button loading={busy === 'export'} onClick={() => void exportAll()}>
          {t('designer.package.export')}
        </Button>
        <Upload
          accept=".json,application/json"
          showUploadList={false}
          beforeUpload={(file) => {
            void read(file);
            return false;
          }}
        >
          <Button loading={busy === 'read'}>{t('designer.package.choose')}</Button>
        </Upload>
      </div>
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} />}
      {opened === undefined ? null : (
        <PackageImport
          {...opened}
          mayPublish={mayPublish}
          onDone={() => {
            setOpened(undefined);
            // New pages, fields, and what is to be reviewed now stand beside it.
            void queries.invalidateQueries({ queryKey: ['design'] });
            void message.success(t('designer.package.done'));
          }}
        />
      )}
    </div>
  );
}

function parsed(text: string): JsonObject | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Gives a text to the browser as a file. */
function download(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
