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
  plus: <PlusOutlined aria-hidden="true" />,
  edit: <EditOutlined aria-hidden="true" />,
  delete: <DeleteOutlined aria-hidden="true" />,
  phone: <PhoneOutlined aria-hidden="true" />,
  swap: <SwapOutlined aria-hidden="true" />,
  assign: <UserAddOutlined aria-hidden="true" />,
  export: <DownloadOutlined aria-hidden="true" />,
  import: <UploadOutlined aria-hidden="true" />,
};

/** The picture of an action by name; none for a name that is not known. */
export function actionIcon(name: string | undefined): ReactNode {
  return name === undefined || !Object.hasOwn(icons, name) ? undefined : icons[name];
}
