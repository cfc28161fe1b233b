import { Alert, Form, Radio, Select } from 'antd';
import { useId } from 'react';
import { useText } from '../host/engine-context.tsx';
import { type ImportPlan, usableKeys } from './import-plan.ts';

type DuplicatesChoiceProps = { readonly plan: ImportPlan; readonly onChange: (plan: ImportPlan) => void };

const separator = '+';

/** How rows that are there already are recognised, and what happens to them. */
export function DuplicatesChoice({ plan, onChange }: DuplicatesChoiceProps) {
  const t = useText();
  const id = useId();
  const { inspection, mapping, by, policy } = plan;
  const { policies } = inspection;
  const keys = usableKeys(inspection, mapping);
  const titles = new Map(inspection.fields.map(({ key, title }) => [key, title]));
  const isWeak = inspection.weak.some((set) => set.join(separator) === by.join(separator));
  const nameOf = (set: readonly string[]) => set.map((key) => titles.get(key) ?? key).join(' + ');
  return (
    <Form layout="vertical" className="engine-export engine-import-duplicates">
      {inspection.keys.length === 0 ? null : (
        <Form.Item label={t('engine.import.by')}>
          <Select
            aria-label={t('engine.import.by')}
            value={by.join(separator)}
            onChange={(chosen: string) =>
              onChange({ ...plan, by: keys.find((set) => set.join(separator) === chosen) ?? [] })
            }
            options={[
              ...keys.map((set) => ({ value: set.join(separator), label: nameOf(set) })),
              { value: '', label: t('engine.import.byNone') },
            ]}
          />
          {isWeak ? (
            <Alert
              type="warning"
              showIcon
              className="engine-import-weak"
              message={t('engine.import.byName', { title: nameOf(by) })}
            />
          ) : null}
        </Form.Item>
      )}
      <Form.Item label={t('engine.import.policy')}>
        <Radio.Group
          name={id}
          aria-label={t('engine.import.policy')}
          value={policy}
          onChange={({ target }) =>
            onChange({ ...plan, policy: policies.find((known) => known === target.value) ?? 'skip' })
          }
          options={policies.map((value) => ({ value, label: t(`engine.import.policy.${value}`) }))}
        />
      </Form.Item>
    </Form>
  );
}
