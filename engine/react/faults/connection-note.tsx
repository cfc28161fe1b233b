import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useCallback } from 'react';
import { useText } from '../host/engine-context.tsx';
import { useOnline } from './use-online.ts';

/** Says that there is no connection; once it is back, what is shown and what failed is asked for again. */
export function ConnectionNote() {
  const t = useText();
  const queries = useQueryClient();
  const askAgain = useCallback(
    () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey: [kind], state }) => kind === 'data' || state.status === 'error',
      }),
    [queries],
  );
  if (useOnline(askAgain)) return null;
  return <Alert type="warning" showIcon className="engine-connection" message={t('engine.offline')} />;
}
