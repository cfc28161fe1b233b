import { Alert, Select } from 'antd';
import type { ImportField } from '../../model/wire/index.ts';
import { listed } from '../formats/listed.ts';
import { useText } from '../host/engine-context.tsx';
import { DuplicatesChoice } from './duplicates-choice.tsx';
import { columnLetters, type ImportPlan, mapped, missingFields, samplesOf, unusedColumns } from './import-plan.ts';

type MappingStepProps = { readonly plan: ImportPlan; readonly onChange: (plan: ImportPlan) => void };

/** The second step: which column fills which field, with the first values of each, and what of rows that are there. */
export function MappingStep({ plan, onChange }: MappingStepProps) {
  const t = useText();
  const { inspection, file } = plan;
  const missing = missingFields(plan);
  const unused = unusedColumns(plan);
  return (
    <>
      <Alert
        type={missing.length > 0 ? 'warning' : 'info'}
        showIcon
        className="engine-import-note"
        message={t(inspection.remembered ? 'engine.import.remembered' : 'engine.import.guessed', { name: file.name })}
        description={
          missing.length === 0
            ? undefined
            : t('engine.import.missing', { fields: listed(missing.map(({ title }) => `“${title}”`)) })
        }
      />
      {inspection.undoable ? null : (
        <Alert type="warning" showIcon className="engine-import-note" message={t('engine.import.final')} />
      )}
      <table className="engine-import-mapping">
        <thead>
          <tr>
            <th scope="col">{t('engine.import.field')}</th>
            <th scope="col">{t('engine.import.column')}</th>
            <th scope="col">{t('engine.import.samples')}</th>
          </tr>
        </thead>
        <tbody>
          {inspection.fields.map((field) => (
            <FieldLine key={field.key} field={field} plan={plan} onChange={onChange} />
          ))}
        </tbody>
      </table>
      {unused.length === 0 ? null : (
        <p className="engine-quiet">{t('engine.import.unused', { columns: listed(unused) })}</p>
      )}
      <DuplicatesChoice plan={plan} onChange={onChange} />
    </>
  );
}

function FieldLine({ field, plan, onChange }: MappingStepProps & { readonly field: ImportField }) {
  const t = useText();
  const { inspection, mapping } = plan;
  const column = mapping[field.key];
  const isMissing = column === undefined && missingFields(plan).includes(field);
  return (
    <tr>
      <th scope="row">
        {field.title}
        {field.required ? (
          <span className="engine-import-required" title={t('engine.import.required')}>
            *
          </span>
        ) : null}
      </th>
      <td>
        <Select
          aria-label={t('engine.import.columnOf', { title: field.title })}
          className="engine-import-column"
          allowClear
          showSearch
          optionFilterProp="label"
          placeholder={t('engine.import.notFilled')}
          {...(isMissing ? { status: 'error' as const } : {})}
          value={column}
          onChange={(chosen: number | undefined) => onChange(mapped(plan, field.key, chosen))}
          options={inspection.header.map((heading, value) => ({
            value,
            label: `${columnLetters(value)}　${heading === '' ? t('engine.import.noHeading') : heading}`,
          }))}
        />
      </td>
      <td className="engine-import-samples">{column === undefined ? '' : listed(samplesOf(inspection, column))}</td>
    </tr>
  );
}
