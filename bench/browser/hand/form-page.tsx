import { App, Button, Card, Col, DatePicker, Form, Input, InputNumber, Row as Line, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { formKinds } from '../form-kinds.ts';
import { call } from './api.ts';
import { statusOptions } from './columns.tsx';

type Props = { readonly entity: string; readonly title: string; readonly count: number };

/** A form of many fields in parts of thirty. */
export function FormPage({ entity, title, count }: Props) {
  const { message } = App.useApp();
  const [form] = Form.useForm();
  const save = async (values: object) => {
    await call(`/v1/${entity}/create`, values);
    void message.success('已保存');
  };
  const parts = Array.from({ length: count / 30 }, (_, part) => part);
  return (
    <Form form={form} layout="vertical" onFinish={(values: object) => void save(values)}>
      {parts.map((part) => (
        <Card key={part} title={`${title}：第 ${part + 1} 部分`}>
          <Line gutter={16}>
            {Array.from({ length: 30 }, (_, place) => part * 30 + place).map((index) => (
              <Col key={index} span={8}>
                {item(index)}
              </Col>
            ))}
          </Line>
        </Card>
      ))}
      <Button type="primary" htmlType="submit">
        保存
      </Button>
    </Form>
  );
}

function item(index: number): ReactNode {
  const kind = formKinds[index % formKinds.length] ?? 'string';
  const rules = kind === 'string' ? [{ max: 100 }] : [];
  return (
    <Form.Item
      name={`field${index + 1}`}
      label={`字段 ${index + 1}`}
      rules={rules}
      valuePropName={kind === 'bool' ? 'checked' : 'value'}
    >
      {input(kind)}
    </Form.Item>
  );
}

function input(kind: (typeof formKinds)[number]): ReactNode {
  switch (kind) {
    case 'string':
      return <Input />;
    case 'text':
      return <Input.TextArea rows={3} />;
    case 'int':
      return <InputNumber precision={0} />;
    case 'money':
      return <InputNumber precision={2} prefix="¥" />;
    case 'date':
      return <DatePicker />;
    case 'enum':
      return <Select allowClear options={statusOptions} />;
    case 'bool':
      return <Switch />;
  }
}
