import { useMemo } from 'react';
import { ApiRefusal, type CallOptions } from '../../client/index.ts';
import { useEngine } from '../host/engine-context.tsx';
import type { PageRuntime } from '../host/page-runtime.ts';

/**
 * The runtime of a page while it is designed: what is on the draft alone is not listed by the page in force, and is
 * asked as it will be once it is published: in the name of no page, with the caller's own reach.
 */
export function useDesignedRuntime(runtime: PageRuntime, isDesigned: boolean): PageRuntime {
  const { client } = useEngine();
  return useMemo(() => {
    if (!isDesigned) return runtime;
    const call = async <Data>(
      path: string,
      body: unknown,
      options?: Pick<CallOptions, 'idempotencyKey' | 'signal'>,
    ): Promise<Data> => {
      try {
        return await runtime.call<Data>(path, body, options);
      } catch (error) {
        if (!(error instanceof ApiRefusal) || error.detail.code !== 'E_PAGE_OPERATION') throw error;
        return client.callAt<Data>(path, body, { ...options, quiet: true });
      }
    };
    return { ...runtime, call };
  }, [runtime, isDesigned, client]);
}
