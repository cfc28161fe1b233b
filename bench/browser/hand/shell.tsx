import { DownOutlined, FormOutlined, TableOutlined, UserOutlined } from '@ant-design/icons';
import { Avatar, Breadcrumb, Dropdown, Layout, Menu, Space, Spin } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { call } from './api.ts';

type User = { readonly name: string };

const items = [
  {
    key: '/bench',
    icon: <TableOutlined />,
    label: '数据',
    children: [
      { key: '/bench/visits', label: '走访' },
      { key: '/bench/parcels', label: '包裹' },
      { key: '/bench/sheetAdd', label: '登记表', icon: <FormOutlined /> },
      { key: '/bench/noteAdd', label: '便签', icon: <FormOutlined /> },
    ],
  },
];

/** Menu, header and the page between them. */
export function Shell() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [user, setUser] = useState<User>();
  useEffect(() => {
    const token = localStorage.getItem('token');
    void Promise.all([
      call<User>('/v1/sys/user/my/view'),
      call('/v1/sys/menu/item/my/query', { params: token }),
      call('/v1/sys/menu/button/my/query', { params: token }),
    ]).then(([me]) => setUser(me));
  }, []);
  const title = items[0]?.children.find(({ key }) => key === pathname)?.label ?? '对照';
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (user === undefined) return <Spin fullscreen />;
  return (
    <Layout hasSider className="hand-shell">
      <Layout.Sider width={208}>
        <div className="hand-brand">对照</div>
        <Menu
          theme="dark"
          mode="inline"
          defaultOpenKeys={['/bench']}
          selectedKeys={[pathname]}
          items={items}
          onClick={({ key }) => void navigate(key)}
        />
      </Layout.Sider>
      <Layout>
        <Layout.Header className="hand-header">
          <Breadcrumb items={[{ title: '数据' }, { title }]} />
          <Dropdown menu={{ items: [{ key: 'out', label: '退出登录' }] }}>
            <Space>
              <Avatar icon={<UserOutlined />} />
              {user.name}
              <DownOutlined />
            </Space>
          </Dropdown>
        </Layout.Header>
        <Layout.Content className="hand-content">
          <Suspense fallback={<Spin />}>
            <Outlet />
          </Suspense>
        </Layout.Content>
      </Layout>
    </Layout>
  );
}
