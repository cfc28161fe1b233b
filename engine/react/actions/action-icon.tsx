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
import type { ActionIcon } from '../../model/documents/index.ts';

const icons: Readonly<Record<ActionIcon, ReactNode>> = {
  plus: <PlusOutlined aria-hidden="true" />,
  edit: <EditOutlined aria-hidden="true" />,
  delete: <DeleteOutlined aria-hidden="true" />,
  phone: <PhoneOutlined aria-hidden="true" />,
  swap: <SwapOutlined aria-hidden="true" />,
  assign: <UserAddOutlined aria-hidden="true" />,
  export: <DownloadOutlined aria-hidden="true" />,
  import: <UploadOutlined aria-hidden="true" />,
};

/** The picture of an action by the name its document gives. */
export function actionIcon(name: ActionIcon | undefined): ReactNode {
  return name === undefined ? undefined : icons[name];
}
