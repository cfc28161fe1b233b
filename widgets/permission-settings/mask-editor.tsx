import { InputNumber, Segmented, Switch, Table, type TableColumnsType } from 'antd';
import { together } from '../../engine/react/index.ts';
import type { Catalogue, CataloguedEntity } from './permission-calls.ts';
import { type Mask, maskInForce, maskOf } from './role-draft.ts';
import { modeOptions } from './texts.ts';
import { useGrantText } from './use-grant-text.ts';

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
  { key: 'lookupMinuteLimit', most: 10_000 },
  { key: 'lookupDailyLimit', most: 100_000 },
] as const;

/** How the holders of a role see each kind of protected field, how many a day they may have shown in clear, and how many they may look up. */
export function MaskEditor({ masks, catalogue, isReadOnly, onChange }: MaskProps) {
  const t = useGrantText();
  const rows = catalogue.masks.map((mask): MaskRow => {
    const { policy, kind, title } = mask;
    const of = catalogue.masks.find((one) => one.policy === kind)?.title ?? kind;
    const like = policy === kind || masks.has(policy) ? {} : { like: t('mask.like', { title: of }) };
    return { ...maskInForce({ masks }, mask), policy, title, fields: fieldsOf(policy, catalogue.entities), ...like };
  });
  const set = (row: MaskRow, part: Partial<Mask>) =>
    onChange(new Map([...masks, [row.policy, { ...maskOf(row), ...part }]]));
  const columns: TableColumnsType<MaskRow> = [
    {
      key: 'policy',
      title: t('mask.field'),
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
      title: t('mask.mode'),
      width: 186,
      render: (_, row) => (
        <Segmented
          aria-label={t('mask.modeOf', { title: row.title })}
          disabled={isReadOnly}
          value={row.mode}
          options={modeOptions(t)}
          onChange={(mode) => set(row, { mode })}
        />
      ),
    },
    {
      key: 'limit',
      title: t('mask.reveals'),
      width: 112,
      render: (_, row) =>
        row.mode !== 'mask' ? null : (
          <InputNumber
            aria-label={t('mask.revealsOf', { title: row.title })}
            min={0}
            max={maxReveals}
            precision={0}
            disabled={isReadOnly || row.callOnly}
            value={row.revealDailyLimit}
            onChange={(value) => set(row, { revealDailyLimit: value ?? 0 })}
          />
        ),
    },
    ...lookupLimits.map(({ key, most }) => ({
      key,
      title: t(`mask.${key}`),
      width: 108,
      // Who sees everything in clear looks up as often as he likes.
      render: (_: unknown, row: MaskRow) =>
        row.mode === 'plain' ? null : (
          <InputNumber
            aria-label={t(`mask.${key}.of`, { title: row.title })}
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
      title: t('mask.callOnly'),
      width: 92,
      render: (_, row) =>
        row.mode !== 'mask' ? null : (
          <Switch
            aria-label={t('mask.callOnlyOf', { title: row.title })}
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
  return together(
    entities.flatMap(({ title, masked }) =>
      masked.filter((field) => field.policy === policy).map((field) => `${title} · ${field.title}`),
    ),
  );
}
