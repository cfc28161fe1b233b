import {
  BellOutlined,
  FileTextOutlined,
  HistoryOutlined,
  MessageOutlined,
  PhoneOutlined,
  ScheduleOutlined,
  ShoppingCartOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { ActivityIcon } from '../../../model/documents/index.ts';

const icons: Readonly<Record<ActivityIcon, ReactNode>> = {
  message: <MessageOutlined aria-hidden="true" />,
  phone: <PhoneOutlined aria-hidden="true" />,
  order: <ShoppingCartOutlined aria-hidden="true" />,
  task: <ScheduleOutlined aria-hidden="true" />,
  notice: <BellOutlined aria-hidden="true" />,
  person: <UserOutlined aria-hidden="true" />,
  file: <FileTextOutlined aria-hidden="true" />,
  history: <HistoryOutlined aria-hidden="true" />,
};

/** The picture of a kind of entry by the name its document gives. */
export function activityIcon(name: ActivityIcon | undefined): ReactNode {
  return name === undefined ? undefined : icons[name];
}
