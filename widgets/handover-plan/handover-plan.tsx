import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, InputNumber, Radio, Table, Tag } from 'antd';
import {
  FaultBlock,
  listed,
  RecordPicker,
  useEngine,
  Waiting,
  type WidgetInput,
  type WidgetProps,
} from '../../engine/react/index.ts';
import { byRule, isComplete, type Plan, type Preview, planOf, rules, withReceivers } from './plan.ts';
import './handover-plan.css';
import { useHandoverText } from './use-handover-text.ts';

type Row = Preview['shares'][number];
type Text = ReturnType<typeof useHandoverText>;

/** Chooses who gets the customers of somebody who left, and shows who would get how many before it is done. */
export function HandoverPlan({ input, record }: WidgetProps) {
  if (input === undefined || record === undefined) return null;
  return <PlanEditor input={input} batchId={record.id} />;
}

function PlanEditor({ input, batchId }: { readonly input: WidgetInput; readonly batchId: string }) {
  const t = useHandoverText();
  const plan = planOf(input.value);
  const preview = usePreview(batchId, plan);
  const change = (next: Plan) => input.onChange(next);
  return (
    <div className="handover-plan">
      <Radio.Group
        id={input.id}
        optionType="button"
        disabled={input.disabled}
        options={rules.map((rule) => ({ value: rule, label: t(rule) }))}
        value={plan.rule}
        onChange={(event) => change(byRule(plan, event.target.value))}
      />
      {plan.rule === 'pool' ? null : (
        <div>
          <label className="engine-quiet" htmlFor={`${input.id}-receivers`}>
            {t('receivers')}
          </label>
          <RecordPicker
            id={`${input.id}-receivers`}
            entity="staff"
            multiple
            ids={plan.shares.map(({ staffId }) => staffId)}
            disabled={input.disabled}
            placeholder={t('choose')}
            where={[{ field: 'status', op: 'eq', value: 'active' }]}
            onChange={(ids) => change(withReceivers(plan, ids))}
          />
        </div>
      )}
      {preview.error === null ? null : <FaultBlock error={preview.error} onRetry={() => void preview.refetch()} />}
      {!isComplete(plan) || preview.error !== null ? null : preview.data === undefined ? (
        <Waiting rows={3} />
      ) : (
        <PreviewTable
          plan={plan}
          preview={preview.data}
          isOld={preview.isPlaceholderData}
          onChange={change}
          disabled={input.disabled}
        />
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
  /** Whether it is of the plan before: what this one comes to is on its way. */
  readonly isOld: boolean;
  readonly disabled: boolean;
  readonly onChange: (plan: Plan) => void;
};

function PreviewTable({ plan, preview, isOld, disabled, onChange }: PreviewTableProps) {
  const t = useHandoverText();
  const over = preview.shares.filter(({ isOver }) => isOver);
  const numbers = new Map(plan.shares.map(({ staffId, number }) => [staffId, number]));
  const renumber = (staffId: string, number: number) =>
    onChange({
      ...plan,
      shares: plan.shares.map((share) => (share.staffId === staffId ? { staffId, number } : share)),
    });
  const isNumbered = plan.rule === 'weight' || plan.rule === 'manual';
  return (
    <section aria-label={t('preview')} className="handover-preview" aria-busy={isOld}>
      <p role="status">{isOld ? t('counting') : summary(preview, t)}</p>
      {plan.rule === 'pool' ? null : (
        <Table<Row>
          size="small"
          rowKey="staffId"
          pagination={false}
          dataSource={[...preview.shares]}
          columns={[
            { key: 'name', title: t('receiver'), render: (_, row) => <Receiver row={row} /> },
            ...(isNumbered
              ? [
                  {
                    key: 'number',
                    title: t(plan.rule === 'weight' ? 'share' : 'number'),
                    width: 110,
                    render: (_: unknown, row: Row) => (
                      <InputNumber
                        aria-label={t(plan.rule === 'weight' ? 'shareOf' : 'numberOf', { name: row.name })}
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
            { key: 'held', title: t('held'), dataIndex: 'held', align: 'right', width: 80 },
            {
              key: 'limit',
              title: t('limit'),
              align: 'right',
              width: 80,
              render: (_, { limit }) => limit ?? t('unlimited'),
            },
            {
              key: 'count',
              title: t('count'),
              align: 'right',
              width: 80,
              render: (_, { count }) => (isOld ? '…' : count),
            },
          ]}
        />
      )}
      {over.length === 0 ? null : (
        <Alert
          type="warning"
          showIcon
          message={t('over', { names: listed(over.map(({ name }) => name)) })}
          description={
            <Checkbox
              checked={plan.forced}
              disabled={disabled}
              onChange={(event) => onChange({ ...plan, forced: event.target.checked })}
            >
              {t('force')}
            </Checkbox>
          }
        />
      )}
    </section>
  );
}

function Receiver({ row }: { readonly row: Row }) {
  const t = useHandoverText();
  return (
    <>
      {row.name} {row.isOver ? <Tag color="orange">{t('isOver')}</Tag> : null}
      {row.isAtWork ? null : <Tag color="red">{t('isAway')}</Tag>}
    </>
  );
}

function summary({ total, pooled, left }: Preview, t: Text): string {
  if (pooled > 0) return t('allPooled', { total });
  if (left < 0) return t('tooMany', { total, over: -left });
  return left === 0 ? t('allShared', { total }) : t('someLeft', { total, shared: total - left, left });
}
