import { InputNumber, Segmented, Switch, Table, type TableColumnsType } from 'antd';
import type { Catalogue, CataloguedEntity } from './permission-calls.ts';
import { type Mask, maskInForce, maskOf } from './role-draft.ts';
import { modeTexts, optionsOf } from './texts.ts';

type MaskProps = {
  readonly masks: ReadonlyMap<string, Mask>;
  readonly catalogue: Catalogue;
  readonly isReadOnly: boolean;
  readonly onChange: (masks: ReadonlyMap<string, Mask>) => void;
};

type MaskRow = Mask & {
  readonly policy: string;
  readonly title: string;
  readonly fields: string;
  readonly like?: string;
};

const maxReveals = 10_000;
const lookupLimits = [
  { key: 'lookupMinuteLimit', title: '每分钟整值查找', most: 10_000 },
  { key: 'lookupDailyLimit', title: '每日整值查找', most: 100_000 },
] as const;
const modes = optionsOf(modeTexts);

/** How the holders of a role see each kind of protected field, how many a day they may have shown in clear, and how many they may look up. */
export function MaskEditor({ masks, catalogue, isReadOnly, onChange }: MaskProps) {
  const rows = catalogue.masks.map((mask): MaskRow => {
    const { policy, kind, title } = mask;
    const of = catalogue.masks.find((one) => one.policy === kind)?.title ?? kind;
    const like = policy === kind || masks.has(policy) ? {} : { like: `未单独设置，同${of}` };
    return { ...maskInForce({ masks }, mask), policy, title, fields: fieldsOf(policy, catalogue.entities), ...like };
  });
  const set = (row: MaskRow, part: Partial<Mask>) =>
    onChange(new Map([...masks, [row.policy, { ...maskOf(row), ...part }]]));
  const columns: TableColumnsType<MaskRow> = [
    {
      key: 'policy',
      title: '字段',
      render: (_, { title, fields, like }) => (
        <>
          {title}
          <small className="grant-fields engine-quiet">{fields}</small>
          {like === undefined ? null : <small className="grant-fields engine-quiet">{like}</small>}
        </>
      ),
    },
    {
      key: 'mode',
      title: '展示方式',
      width: 186,
      render: (_, row) => (
        <Segmented
          aria-label={`${row.title}的展示方式`}
          disabled={isReadOnly}
          value={row.mode}
          options={modes}
          onChange={(mode) => set(row, { mode })}
        />
      ),
    },
    {
      key: 'limit',
      title: '每日查看明文次数',
      width: 112,
      render: (_, row) =>
        row.mode !== 'mask' ? null : (
          <InputNumber
            aria-label={`${row.title}的每日查看明文次数`}
            min={0}
            max={maxReveals}
            precision={0}
            disabled={isReadOnly || row.callOnly}
            value={row.revealDailyLimit}
            onChange={(value) => set(row, { revealDailyLimit: value ?? 0 })}
          />
        ),
    },
    ...lookupLimits.map(({ key, title, most }) => ({
      key,
      title,
      width: 108,
      // Who sees everything in clear looks up as often as he likes.
      render: (_: unknown, row: MaskRow) =>
        row.mode === 'plain' ? null : (
          <InputNumber
            aria-label={`${row.title}的${title}`}
            min={0}
            max={most}
            precision={0}
            disabled={isReadOnly}
            value={row[key]}
            onChange={(value) => set(row, { [key]: value ?? 0 })}
          />
        ),
    })),
    {
      key: 'callOnly',
      title: '仅可点击拨号',
      width: 92,
      render: (_, row) =>
        row.mode !== 'mask' ? null : (
          <Switch
            aria-label={`${row.title}仅可点击拨号`}
            size="small"
            disabled={isReadOnly}
            checked={row.callOnly}
            onChange={(callOnly) => set(row, { callOnly })}
          />
        ),
    },
  ];
  return <Table rowKey="policy" size="small" pagination={false} columns={columns} dataSource={rows} />;
}

function fieldsOf(policy: string, entities: readonly CataloguedEntity[]): string {
  return entities
    .flatMap(({ title, masked }) =>
      masked.filter((field) => field.policy === policy).map((field) => `${title} · ${field.title}`),
    )
    .join('，');
}
