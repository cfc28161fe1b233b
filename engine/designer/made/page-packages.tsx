import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Upload } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { faultMessage } from '../../model/faults/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { useEngine } from '../../react/index.ts';
import './made.css';
import type { PackageLine } from './made-types.ts';
import { PackageImport } from './package-import.tsx';

type Opened = { readonly given: JsonObject; readonly lines: readonly PackageLine[] };

/** Takes pages from one system to another: what is published as a file, and what a file would do here before it does it. */
export function PagePackages({ mayPublish }: { readonly mayPublish: boolean }) {
  const { client } = useEngine();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [opened, setOpened] = useState<Opened>();
  const [refusal, setRefusal] = useState<string>();
  const refused = (error: unknown) => {
    if (!(error instanceof ApiRefusal)) throw error;
    setRefusal([error.message, ...(error.faults ?? []).map((fault) => faultMessage(fault))].join('；'));
  };
  const exportAll = async () => {
    try {
      const told = await client.callAt<JsonObject>('/v1/design/package/export', {}, { quiet: true });
      download(JSON.stringify(told, null, 2), `页面包-${String(told.exportedAt).slice(0, 10)}.json`);
    } catch (error) {
      refused(error);
    }
  };
  const read = async (file: File) => {
    setRefusal(undefined);
    setOpened(undefined);
    const given = parsed(await file.text());
    if (given === undefined) {
      setRefusal(`“${file.name}”不是 JSON 文件`);
      return;
    }
    try {
      type Told = { readonly lines: readonly PackageLine[] };
      const { lines } = await client.callAt<Told>('/v1/design/package/check', { package: given }, { quiet: true });
      setOpened({ given, lines });
    } catch (error) {
      refused(error);
    }
  };
  return (
    <div className="design-upgrade">
      <p className="engine-quiet">
        在测试系统改好、导出成文件，审阅之后导入正式系统。文件里是已发布的新页面与各页面已发布的改动，有权限的连同自定义字段、字典与菜单的改动；导入之前先预演，有一处不合适就一处也不写入。
      </p>
      <div className="made-line">
        <Button onClick={() => void exportAll()}>导出页面包</Button>
        <Upload
          accept=".json,application/json"
          showUploadList={false}
          beforeUpload={(file) => {
            void read(file);
            return false;
          }}
        >
          <Button>选择要导入的文件</Button>
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
            void message.success('已导入并发布');
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
