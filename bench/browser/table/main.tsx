// The product's own list with ten thousand rows in one page, which the product itself never asks for at once.
import '@ant-design/v5-patch-for-react-19';
import { App } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import 'dayjs/locale/zh-cn';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type ApiClient, createApiClient } from '../../../engine/client/index.ts';
import type { QueryAnswer } from '../../../engine/model/wire/index.ts';
import { EngineLook, EngineProvider, SchemaPage } from '../../../engine/react/index.ts';

const api = createApiClient({
  baseUrl: '',
  token: () => localStorage.getItem('token'),
  onRefusal: ({ message }) => console.error(message),
  platform: 'sys',
  version: '2.2.1',
});

const client: ApiClient = {
  ...api,
  // The shape is the documents' promise, as with every call.
  callAt: async <Data,>(path: string, body?: unknown, options?: object) =>
    (path === '/v1/visit/query' ? await allRows(path, body) : await api.callAt<Data>(path, body, options)) as Data,
};

async function allRows(path: string, body: unknown): Promise<QueryAnswer> {
  const first = await api.callAt<QueryAnswer>(path, { ...Object(body), size: 1000 });
  const list = [...first.list];
  for (let { next } = first; next !== null; ) {
    const more = await api.callAt<QueryAnswer>(path, { ...Object(body), size: 1000, cursor: next });
    list.push(...more.list);
    next = more.next;
  }
  return { ...first, list, next: null };
}

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <EngineLook locale={zhCN} primary="#1890ff" isDark={false} components={{}}>
        <App>
          <EngineProvider client={client} user={{ id: localStorage.getItem('userId') ?? '' }} open={() => undefined}>
            <SchemaPage name="visits" params={{}} />
          </EngineProvider>
        </App>
      </EngineLook>
    </StrictMode>,
  );
}
