import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, InputNumber, Radio, Table, Tag } from 'antd';
import { FaultBlock, RecordPicker, useEngine, type WidgetInput, type WidgetProps } from '../../engine/react/index.ts';
import { byRule, isComplete, type Plan, type Preview, planOf, ruleTexts, withReceivers } from './plan.ts';
import './handover-plan.css';

type Row = Preview['shares'][number];

/** Chooses who gets the customers of somebody who left, and shows who would get how many before it is done. */
export function HandoverPlan({ input, record }: WidgetProps) {
  if (input === undefined || record === undefined) return null;
  return <PlanEditor input={input} batchId={record.id} />;
}

function PlanEditor({ input, batchId }: { readonly input: WidgetInput; readonly batchId: string }) {
  const plan = planOf(input.value);
  const preview = usePreview(batchId, plan);
  const change = (next: Plan) => input.onChange(next);
  return (
    <div className="handover-plan">
      <Radio.Group
        id={input.id}
        optionType="button"
        disabled={input.disabled}
        options={[...ruleTexts]}
        value={plan.rule}
        onChange={(event) => change(byRule(plan, event.target.value))}
      />
      {plan.rule === 'pool' ? null : (
        <div>
          <label className="engine-quiet" htmlFor={`${input.id}-receivers`}>
            接收人
          </label>
          <RecordPicker
            id={`${input.id}-receivers`}
            entity="staff"
            multiple
            ids={plan.shares.map(({ staffId }) => staffId)}
            disabled={input.disabled}
            placeholder="选择在职的同事"
            where={[{ field: 'status', op: 'eq', value: 'active' }]}
            onChange={(ids) => change(withReceivers(plan, ids))}
          />
        </div>
      )}
      {preview.error === null ? null : <FaultBlock error={preview.error} onRetry={() => void preview.refetch()} />}
      {!isComplete(plan) || preview.data === undefined ? null : (
        <PreviewTable plan={plan} preview={preview.data} onChange={change} disabled={input.disabled} />
      )}
    </div>
  );
}

function usePreview(batchId: string, plan: Plan) {
  const { client } = useEngine();
  const { rule, shares } = plan;
  return useQuery({
    queryKey: ['handover-preview', batchId, rule, shares],
    queryFn: ({ signal }) =>
      client.callAt<Preview>(
        '/v1/handover/batch/preview',
        { batchId, plan: { rule, shares } },
        { signal, quiet: true },
      ),
    enabled: isComplete(plan),
    placeholderData: keepPreviousData,
  });
}

type PreviewTableProps = {
  readonly plan: Plan;
  readonly preview: Preview;
  readonly disabled: boolean;
  readonly onChange: (plan: Plan) => void;
};

function PreviewTable({ plan, preview, disabled, onChange }: PreviewTableProps) {
  const over = preview.shares.filter(({ isOver }) => isOver);
  const numbers = new Map(plan.shares.map(({ staffId, number }) => [staffId, number]));
  const renumber = (staffId: string, number: number) =>
    onChange({
      ...plan,
      shares: plan.shares.map((share) => (share.staffId === staffId ? { staffId, number } : share)),
    });
  const isNumbered = plan.rule === 'weight' || plan.rule === 'manual';
  return (
    <section aria-label="分配预览" className="handover-preview">
      <p role="status">{summary(preview)}</p>
      {plan.rule === 'pool' ? null : (
        <Table<Row>
          size="small"
          rowKey="staffId"
          pagination={false}
          dataSource={[...preview.shares]}
          columns={[
            { key: 'name', title: '接收人', render: (_, row) => <Receiver row={row} /> },
            ...(isNumbered
              ? [
                  {
                    key: 'number',
                    title: plan.rule === 'weight' ? '权重' : '数量',
                    width: 110,
                    render: (_: unknown, row: Row) => (
                      <InputNumber
                        aria-label={`${row.name}的${plan.rule === 'weight' ? '权重' : '数量'}`}
                        min={0}
                        max={100_000}
                        precision={0}
                        disabled={disabled}
                        value={numbers.get(row.staffId) ?? 0}
                        onChange={(number) => renumber(row.staffId, number ?? 0)}
                      />
                    ),
                  },
                ]
              : []),
            { key: 'held', title: '现有', dataIndex: 'held', align: 'right', width: 80 },
            { key: 'limit', title: '上限', align: 'right', width: 80, render: (_, { limit }) => limit ?? '不限' },
            { key: 'count', title: '分到', dataIndex: 'count', align: 'right', width: 80 },
          ]}
        />
      )}
      {over.length === 0 ? null : (
        <Alert
          type="warning"
          showIcon
          message={`${over.map(({ name }) => name).join('、')}会超过持有上限`}
          description={
            <Checkbox
              checked={plan.forced}
              disabled={disabled}
              onChange={(event) => onChange({ ...plan, forced: event.target.checked })}
            >
              超过上限也分配
            </Checkbox>
          }
        />
      )}
    </section>
  );
}

function Receiver({ row }: { readonly row: Row }) {
  return (
    <>
      {row.name} {row.isOver ? <Tag color="orange">超过上限</Tag> : null}
      {row.isAtWork ? null : <Tag color="red">不在职</Tag>}
    </>
  );
}

function summary({ total, pooled, left }: Preview): string {
  if (pooled > 0) return `${total} 个客户全部退回公海。`;
  if (left < 0) return `只有 ${total} 个客户，多分了 ${-left} 个，请减少数量。`;
  return left === 0
    ? `${total} 个客户全部分完。`
    : `${total} 个客户，分配 ${total - left} 个，剩余 ${left} 个等待下次分配。`;
}
