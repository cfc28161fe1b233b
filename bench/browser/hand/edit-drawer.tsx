import { App, Button, Drawer, Form, Input, InputNumber, Select } from 'antd';
import { useEffect } from 'react';
import { call, type Row } from './api.ts';
import { statusOptions } from './columns.tsx';

type Props = {
  readonly entity: string;
  readonly title: string;
  /** The row that is changed; one without an id is new, none closes the drawer. */
  readonly record: Partial<Row> | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

/** The form of a row. */
export function EditDrawer({ entity, title, record, onClose, onSaved }: Props) {
  const { message } = App.useApp();
  const [form] = Form.useForm();
  useEffect(() => {
    if (record !== undefined) form.setFieldsValue(record);
  }, [form, record]);
  const save = async (values: object) => {
    const isNew = record?.id === undefined;
    await call(`/v1/${entity}/${isNew ? 'create' : 'modify'}`, { ...values, id: record?.id, version: record?.version });
    void message.success('已保存');
    onSaved();
  };
  return (
    <Drawer
      title={title}
      open={record !== undefined}
      onClose={onClose}
      destroyOnHidden
      extra={
        <Button type="primary" onClick={() => form.submit()}>
          保存
        </Button>
      }
    >
      <Form form={form} layout="vertical" onFinish={(values: object) => void save(values)}>
        <Form.Item name="name" label="名称" rules={[{ required: true }]}>
          <Input />
        </Form.Item>
        <Form.Item name="status" label="状态">
          <Select options={statusOptions} />
        </Form.Item>
        <Form.Item name="amount" label="金额">
          <InputNumber />
        </Form.Item>
        <Form.Item name="city" label="城市">
          <Input />
        </Form.Item>
      </Form>
    </Drawer>
  );
}
