import { App } from 'antd';
import { useCallback } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import type { FileAddress } from '../../model/wire/index.ts';
import { useEngine } from '../host/engine-context.tsx';
import { taskPaths } from './task-paths.ts';

/** Saves what stands at an address that the server gave. */
export function saveFrom({ address, name }: FileAddress): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Fetches a file of the user; the address for it lasts a minute, so it is asked for when it is needed. */
export function useDownload(): (fileId: string) => Promise<void> {
  const { client } = useEngine();
  const { message } = App.useApp();
  return useCallback(
    async (fileId) => {
      try {
        saveFrom(await client.call(taskPaths.download, { id: fileId }, { quiet: true }));
      } catch (error) {
        if (!(error instanceof ApiRefusal)) throw error;
        if (!error.endsSession) message.error(error.message);
      }
    },
    [client, message],
  );
}
