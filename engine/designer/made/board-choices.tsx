import { Radio, Select } from 'antd';
import { ChosenMany } from './chosen-many.tsx';
import { Field } from './field.tsx';
import type { BoardChoices, BoardOffers, Chart } from './made-types.ts';

type Props = {
  readonly offers: BoardOffers;
  readonly choices: BoardChoices;
  readonly onChange: (choices: BoardChoices) => void;
};

const charts: readonly { readonly value: Chart; readonly label: string }[] = [
  { value: 'bar', label: '柱状图' },
  { value: 'line', label: '折线图' },
  { value: 'area', label: '面积图' },
  { value: 'pie', label: '饼图' },
];

/** What a new board shows. */
export function BoardChoicesForm({ offers, choices, onChange }: Props) {
  return (
    <>
      <ChosenMany
        label="数字"
        offers={offers.measures}
        chosen={choices.measures}
        onChange={(measures) => onChange({ ...choices, measures })}
      />
      {offers.dimensions.length === 0 ? null : (
        <Field label="按什么分" help="不分就只有数字，没有图与明细。">
          <Select
            allowClear
            aria-label="按什么分"
            value={choices.dimension}
            options={offers.dimensions.map(({ key, title }) => ({ value: key, label: title }))}
            onChange={(dimension: string | undefined) => onChange({ ...choices, dimension })}
          />
        </Field>
      )}
      {choices.dimension === undefined ? null : (
        <Field label="图形">
          <Radio.Group
            value={choices.chart ?? 'bar'}
            options={[...charts]}
            onChange={(event) =>
              onChange({ ...choices, chart: charts.find(({ value }) => value === event.target.value)?.value ?? 'bar' })
            }
          />
        </Field>
      )}
    </>
  );
}
