// The yardstick: the same lists and forms as a good developer writes them by hand with antd, on the same API.
import '@ant-design/v5-patch-for-react-19';
import { App, ConfigProvider, Spin } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Navigate, RouterProvider } from 'react-router-dom';
import { ListPage } from './list-page.tsx';
import { Shell } from './shell.tsx';
import './hand.css';

dayjs.locale('zh-cn');

const FormPage = lazy(async () => ({ default: (await import('./form-page.tsx')).FormPage }));
const VirtualPage = lazy(async () => ({ default: (await import('./virtual-page.tsx')).VirtualPage }));

const router = createBrowserRouter([
  {
    path: '/',
    element: <Shell />,
    children: [
      { index: true, element: <Navigate to="/bench/visits" replace /> },
      { path: 'bench/visits', element: <ListPage key="visit" entity="visit" title="走访" /> },
      { path: 'bench/parcels', element: <ListPage key="parcel" entity="parcel" title="包裹" /> },
      { path: 'bench/sheetAdd', element: <FormPage key="sheet" entity="sheet" title="登记表" count={300} /> },
      { path: 'bench/noteAdd', element: <FormPage key="note" entity="note" title="便签" count={30} /> },
      { path: 'bench/virtual', element: <VirtualPage /> },
    ],
  },
]);

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <ConfigProvider locale={zhCN}>
        <App>
          <Suspense fallback={<Spin fullscreen />}>
            <RouterProvider router={router} />
          </Suspense>
        </App>
      </ConfigProvider>
    </StrictMode>,
  );
}
