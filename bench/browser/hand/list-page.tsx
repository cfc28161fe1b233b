import { App, Button, Card, Col, DatePicker, Form, InputNumber, Row as Line, Select, Space, Table } from 'antd';
import type { SorterResult } from 'antd/es/table/interface';
import type { Dayjs } from 'dayjs';
import { useCallback, useEffect, useState } from 'react';
import { call, queryRows, type Row } from './api.ts';
import { columns, levelOptions, statusOptions } from './columns.tsx';
import { EditDrawer } from './edit-drawer.tsx';

type Filters = {
  readonly status?: readonly string[];
  readonly level?: readonly string[];
  readonly happenedAt?: readonly [Dayjs, Dayjs];
  readonly dueDate?: readonly [Dayjs, Dayjs];
  readonly least?: number;
  readonly most?: number;
};

/** A list with five filters, twenty columns, selection, sorting, paging and actions on its rows. */
export function ListPage({ entity, title }: { readonly entity: string; readonly title: string }) {
  const { message, modal } = App.useApp();
  const [filters, setFilters] = useState<Filters>({});
  const [size, setSize] = useState(100);
  const [sort, setSort] = useState<readonly string[]>(['-createdAt']);
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [total, setTotal] = useState(0);
  const [isLoading, setIsLoading] = useState(true);
  const [selected, setSelected] = useState<readonly React.Key[]>([]);
  const [edited, setEdited] = useState<Partial<Row>>();

  const load = useCallback(() => {
    setIsLoading(true);
    const where = whereOf(filters);
    return queryRows(entity, { size, sort, ...(where === undefined ? {} : { where }) })
      .then((page) => {
        setRows(page.list);
        setTotal(page.total);
      })
      .catch((error: Error) => message.error(error.message))
      .finally(() => setIsLoading(false));
  }, [entity, filters, size, sort, message]);
  useEffect(() => {
    void load();
  }, [load]);

  const askToRemove = ({ id, version }: Row) =>
    modal.confirm({
      title: '确定删除？',
      onOk: async () => {
        await call(`/v1/${entity}/delete`, { id, version });
        await load();
      },
    });
  return (
    <>
      <Card>
        <FilterForm onSearch={setFilters} />
      </Card>
      <Card>
        <div className="hand-tools" data-rows={rows.length}>
          <strong>{title}</strong>
          <Space>
            <Button disabled={selected.length === 0} danger>
              删除
            </Button>
            <Button type="primary" onClick={() => setEdited({})}>
              新增
            </Button>
          </Space>
        </div>
        <Table<Row>
          virtual
          rowKey="id"
          loading={isLoading}
          dataSource={rows}
          columns={[
            ...columns,
            {
              key: 'actions',
              title: '操作',
              width: 120,
              fixed: 'right',
              render: (_, row) => (
                <Space>
                  <Button type="link" size="small" onClick={() => setEdited(row)}>
                    编辑
                  </Button>
                  <Button type="link" size="small" danger onClick={() => askToRemove(row)}>
                    删除
                  </Button>
                </Space>
              ),
            },
          ]}
          rowSelection={{ selectedRowKeys: [...selected], onChange: setSelected }}
          scroll={{ x: 2600, y: 560 }}
          pagination={{
            total,
            pageSize: size,
            showSizeChanger: true,
            pageSizeOptions: [10, 20, 50, 100, 200, 500, 1000],
            showTotal: (count) => `共 ${count} 条`,
          }}
          onChange={(paging, _, sorter) => {
            setSize(paging.pageSize ?? 100);
            setSort(sortOf(sorter));
          }}
        />
      </Card>
      <EditDrawer
        entity={entity}
        title={title}
        record={edited}
        onClose={() => setEdited(undefined)}
        onSaved={() => {
          setEdited(undefined);
          void load();
        }}
      />
    </>
  );
}

function FilterForm({ onSearch }: { readonly onSearch: (filters: Filters) => void }) {
  const [form] = Form.useForm<Filters>();
  return (
    <Form
      form={form}
      onFinish={onSearch}
      onReset={() => {
        form.resetFields();
        onSearch({});
      }}
    >
      <Line gutter={16}>
        <Col span={6}>
          <Form.Item name="status" label="状态">
            <Select mode="multiple" allowClear options={statusOptions} />
          </Form.Item>
        </Col>
        <Col span={6}>
          <Form.Item name="level" label="等级">
            <Select mode="multiple" allowClear options={levelOptions} />
          </Form.Item>
        </Col>
        <Col span={6}>
          <Form.Item name="happenedAt" label="发生时间">
            <DatePicker.RangePicker />
          </Form.Item>
        </Col>
        <Col span={6}>
          <Form.Item name="dueDate" label="截止日期">
            <DatePicker.RangePicker />
          </Form.Item>
        </Col>
        <Col span={6}>
          <Form.Item label="金额">
            <Space>
              <Form.Item name="least" noStyle>
                <InputNumber placeholder="最小" />
              </Form.Item>
              <Form.Item name="most" noStyle>
                <InputNumber placeholder="最大" />
              </Form.Item>
            </Space>
          </Form.Item>
        </Col>
        <Col span={6}>
          <Space>
            <Button type="primary" htmlType="submit">
              查询
            </Button>
            <Button htmlType="reset">重置</Button>
          </Space>
        </Col>
      </Line>
    </Form>
  );
}

function whereOf({ status, level, happenedAt, dueDate, least, most }: Filters): object | undefined {
  const and = [
    ...(status?.length ? [{ field: 'status', op: 'in', value: status }] : []),
    ...(level?.length ? [{ field: 'level', op: 'in', value: level }] : []),
    ...(happenedAt ? [{ field: 'happenedAt', op: 'between', value: happenedAt.map((at) => at.toISOString()) }] : []),
    ...(dueDate ? [{ field: 'dueDate', op: 'between', value: dueDate.map((day) => day.format('YYYY-MM-DD')) }] : []),
    ...(least === undefined ? [] : [{ field: 'amount', op: 'gte', value: least * 100 }]),
    ...(most === undefined ? [] : [{ field: 'amount', op: 'lte', value: most * 100 }]),
  ];
  return and.length === 0 ? undefined : { and };
}

function sortOf(sorter: SorterResult<Row> | SorterResult<Row>[]): readonly string[] {
  const [first] = Array.isArray(sorter) ? sorter : [sorter];
  if (first?.order === undefined || first.order === null) return ['-createdAt'];
  return [`${first.order === 'descend' ? '-' : ''}${String(first.field)}`];
}
