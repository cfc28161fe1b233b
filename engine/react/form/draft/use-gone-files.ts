import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ApiClient, ApiRefusal } from '../../../client/index.ts';
import type { Draft } from '../../drafts/draft-shape.ts';
import { fileFacts } from '../../fields/file/use-file-facts.ts';
import { useEngine } from '../../host/engine-context.tsx';
import type { FormSession } from '../session/form-session.ts';
import { type DraftFile, draftFiles } from './draft-files.ts';

/** Asks which files of a draft are no more: what no record took is cleaned away after a day. */
export function useGoneFiles(): (draft: Draft, session: FormSession) => Promise<readonly DraftFile[]> {
  const { client } = useEngine();
  const queries = useQueryClient();
  return useCallback(
    async (draft, session) => {
      const files = draftFiles(draft, session);
      const ids = [...new Set(files.map(({ id }) => id))];
      const asked = await Promise.all(ids.map(async (id) => [id, await isGone(queries, client, id)] as const));
      const gone = new Set(asked.flatMap(([id, is]) => (is ? [id] : [])));
      return files.filter(({ id }) => gone.has(id));
    },
    [client, queries],
  );
}

/** Whether a file is no more; one that cannot be asked about just now is taken to be there. */
async function isGone(queries: QueryClient, client: ApiClient, id: string): Promise<boolean> {
  try {
    await queries.fetchQuery(fileFacts(client, id));
    return false;
  } catch (error) {
    return error instanceof ApiRefusal && error.detail.code === 'E_FILE_GONE';
  }
}
