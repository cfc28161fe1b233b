import type { UseQueryResult } from '@tanstack/react-query';

/** What was asked of the server, as far as it hangs on the answer what is shown. */
export type Asked<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'fetchStatus'> & {
  readonly refetch: () => unknown;
};
