import { Alert, Button } from 'antd';
import { useMemo } from 'react';
import { type ApiClient, createQueryClient, type OperationOutput } from '../../client/index.ts';
import { EngineProvider, SchemaPage, useEngine } from '../../react/index.ts';
import { useDesignText } from '../texts/use-design-text.ts';

type Params = Readonly<Record<string, string>>;

type Props = {
  readonly name: string;
  /** Parameters of the address, without the one that asks for safe mode. */
  readonly params: Params;
  readonly onParams: (params: Params) => void;
  readonly onLeave: () => void;
};

/** A page as it was shipped, whatever was made of it in the app: it works as ever, so that who designs can mend it from there. */
export function SafePage({ name, params, onParams, onLeave }: Props) {
  const t = useDesignText();
  const host = useEngine();
  const { client } = host;
  // What was read of the page in force says nothing of the shipped one.
  const safe = useMemo(() => ({ client: shippedClient(client, name), queries: createQueryClient() }), [client, name]);
  return (
    <>
      <Alert
        banner
        type="info"
        message={t('designer.safe')}
        action={
          <Button size="small" onClick={onLeave}>
            {t('designer.safe.leave')}
          </Button>
        }
      />
      <EngineProvider {...host} client={safe.client} queryClient={safe.queries}>
        <SchemaPage name={name} params={params} onParams={onParams} />
      </EngineProvider>
    </>
  );
}

/** The same way to the API, but that a page is read as it was shipped. */
function shippedClient(client: ApiClient, page: string): ApiClient {
  return {
    ...client,
    call: async (path, ...rest) => {
      const [body, options] = rest;
      if (path !== '/v1/sys/page/view' || !isFor(body, page)) return client.call(path, ...rest);
      return client.callAt<OperationOutput<typeof path>>('/v1/design/page/shipped/view', { page }, options);
    },
  };
}

function isFor(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && 'name' in body && body.name === name;
}
