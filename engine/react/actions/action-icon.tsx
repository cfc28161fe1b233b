import {
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  PhoneOutlined,
  PlusOutlined,
  SwapOutlined,
  UploadOutlined,
  UserAddOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

const icons: Readonly<Record<string, ReactNode>> = {
  plus: <PlusOutlined />,
  edit: <EditOutlined />,
  delete: <DeleteOutlined />,
  phone: <PhoneOutlined />,
  swap: <SwapOutlined />,
  assign: <UserAddOutlined />,
  export: <DownloadOutlined />,
  import: <UploadOutlined />,
};

/** The picture of an action by name; none for a name that is not known. */
export function actionIcon(name: string | undefined): ReactNode {
  return name === undefined || !Object.hasOwn(icons, name) ? undefined : icons[name];
}
