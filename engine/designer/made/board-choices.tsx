import { Radio, Select } from 'antd';
import { useMadeText } from '../texts/use-made-text.ts';
import { ChosenMany } from './chosen-many.tsx';
import { Field } from './field.tsx';
import type { BoardChoices, BoardOffers, Chart } from './made-types.ts';

type Props = {
  readonly offers: BoardOffers;
  readonly choices: BoardChoices;
  readonly onChange: (choices: BoardChoices) => void;
};

const charts: readonly Chart[] = ['bar', 'line', 'area', 'pie'];

/** What a new board shows. */
export function BoardChoicesForm({ offers, choices, onChange }: Props) {
  const t = useMadeText();
  return (
    <>
      <ChosenMany
        label={t('designer.made.measures')}
        offers={offers.measures}
        chosen={choices.measures}
        onChange={(measures) => onChange({ ...choices, measures })}
      />
      {offers.dimensions.length === 0 ? null : (
        <Field label={t('designer.made.dimension')} help={t('designer.made.dimensionHint')}>
          <Select
            allowClear
            aria-label={t('designer.made.dimension')}
            value={choices.dimension}
            options={offers.dimensions.map(({ key, title }) => ({ value: key, label: title }))}
            onChange={(dimension: string | undefined) => onChange({ ...choices, dimension })}
          />
        </Field>
      )}
      {choices.dimension === undefined ? null : (
        <Field label={t('designer.made.chart')}>
          <Radio.Group
            value={choices.chart ?? 'bar'}
            options={charts.map((chart) => ({ value: chart, label: t(`designer.made.chart.${chart}`) }))}
            onChange={(event) =>
              onChange({ ...choices, chart: charts.find((chart) => chart === event.target.value) ?? 'bar' })
            }
          />
        </Field>
      )}
    </>
  );
}
