import { Tag } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import dayjs from 'dayjs';
import type { Row } from './api.ts';

const statuses: Readonly<Record<string, { readonly text: string; readonly color: string }>> = {
  fresh: { text: '新建', color: 'blue' },
  running: { text: '进行中', color: 'orange' },
  done: { text: '已完成', color: 'green' },
  cancelled: { text: '已取消', color: 'default' },
};
const levels: Readonly<Record<string, { readonly text: string; readonly color: string }>> = {
  high: { text: '高', color: 'red' },
  middle: { text: '中', color: 'gold' },
  low: { text: '低', color: 'default' },
};
const sources: Readonly<Record<string, { readonly text: string; readonly color: string }>> = {
  phone: { text: '电话', color: 'cyan' },
  web: { text: '网站', color: 'blue' },
  shop: { text: '门店', color: 'purple' },
};

export const statusOptions = Object.entries(statuses).map(([value, { text }]) => ({ value, label: text }));
export const levelOptions = Object.entries(levels).map(([value, { text }]) => ({ value, label: text }));

const tag = (of: typeof statuses) => (value?: string) => {
  const known = value === undefined ? undefined : of[value];
  return known === undefined ? '—' : <Tag color={known.color}>{known.text}</Tag>;
};
const plain = (value?: string) => value ?? '—';
const number = (value?: number) => (value === undefined ? '—' : value.toLocaleString('zh-CN'));
const money = (value?: number) =>
  value === undefined ? '—' : `¥${(value / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })}`;
const moment = (value?: string) => (value === undefined ? '—' : dayjs(value).format('YYYY-MM-DD HH:mm'));

/** The twenty columns. */
export const columns: ColumnsType<Row> = [
  { key: 'name', dataIndex: 'name', title: '名称', width: 160, sorter: true, render: plain },
  { key: 'code', dataIndex: 'code', title: '编号', width: 130, render: plain },
  { key: 'status', dataIndex: 'status', title: '状态', width: 100, render: tag(statuses) },
  { key: 'level', dataIndex: 'level', title: '等级', width: 90, render: tag(levels) },
  { key: 'amount', dataIndex: 'amount', title: '金额', width: 120, align: 'right', sorter: true, render: money },
  { key: 'quantity', dataIndex: 'quantity', title: '数量', width: 90, align: 'right', sorter: true, render: number },
  { key: 'weight', dataIndex: 'weight', title: '重量', width: 100, align: 'right', render: number },
  { key: 'happenedAt', dataIndex: 'happenedAt', title: '发生时间', width: 160, sorter: true, render: moment },
  { key: 'dueDate', dataIndex: 'dueDate', title: '截止日期', width: 120, sorter: true, render: plain },
  {
    key: 'paid',
    dataIndex: 'paid',
    title: '已付',
    width: 80,
    render: (value?: boolean) => (value === true ? '是' : '否'),
  },
  { key: 'city', dataIndex: 'city', title: '城市', width: 100, render: plain },
  { key: 'district', dataIndex: 'district', title: '区县', width: 100, render: plain },
  { key: 'address', dataIndex: 'address', title: '地址', width: 220, ellipsis: true, render: plain },
  { key: 'contact', dataIndex: 'contact', title: '联系人', width: 100, render: plain },
  { key: 'source', dataIndex: 'source', title: '来源', width: 100, render: tag(sources) },
  { key: 'owner', dataIndex: ['createdByRef', 'name'], title: '负责人', width: 100, render: plain },
  { key: 'batch', dataIndex: 'batch', title: '批次', width: 100, render: plain },
  { key: 'remark', dataIndex: 'remark', title: '备注', width: 220, ellipsis: true, render: plain },
  { key: 'created', dataIndex: 'createdAt', title: '创建时间', width: 160, render: moment },
  { key: 'updated', dataIndex: 'updatedAt', title: '更新时间', width: 160, render: moment },
];
