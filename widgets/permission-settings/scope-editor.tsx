import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import type { EntityScope, Names } from './permission-calls.ts';
import type { RoleDraft } from './role-draft.ts';
import { scopeOptions } from './texts.ts';
import { useGrantText } from './use-grant-text.ts';

type ScopeProps = {
  readonly draft: RoleDraft;
  readonly names: Names;
  readonly isReadOnly: boolean;
  readonly onChange: (part: Partial<RoleDraft>) => void;
};

/** Which rows a role reaches: in general, of single entities, and of which projects. */
export function ScopeEditor({ draft, names, isReadOnly, onChange }: ScopeProps) {
  const t = useGrantText();
  const { dataScope, customDepartmentIds, entityScopes, projectIds } = draft;
  const departments = names.departments.map(({ id, name }) => ({ value: id, label: name }));
  const scoped = names.catalogue.entities.filter(({ isScoped }) => isScoped);
  const taken = new Set(entityScopes.map(({ entity }) => entity));
  const left = scoped.filter(({ name }) => !taken.has(name));
  const set = (at: number, part: Partial<EntityScope>) =>
    onChange({ entityScopes: entityScopes.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  const [firstLeft] = left;
  return (
    <div className="grant-scopes">
      <h3>{t('part.scope')}</h3>
      <ScopeRow
        label={t('part.scope')}
        scope={{ dataScope, customDepartmentIds }}
        departments={departments}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
      <h3>{t('scope.single')}</h3>
      <p className="engine-quiet">{t('scope.hint')}</p>
      {entityScopes.map((one, at) => {
        const title = scoped.find(({ name }) => name === one.entity)?.title ?? one.entity;
        return (
          <div className="grant-scope-row" key={one.entity}>
            <Select
              aria-label={t('scope.entity', { place: at + 1 })}
              className="grant-scope-entity"
              showSearch
              optionFilterProp="label"
              disabled={isReadOnly}
              value={one.entity}
              options={[{ name: one.entity, title }, ...left].map((entity) => ({
                value: entity.name,
                label: entity.title,
              }))}
              onChange={(entity) => set(at, { entity })}
            />
            <ScopeRow
              label={t('scope.of', { title })}
              scope={one}
              departments={departments}
              isReadOnly={isReadOnly}
              onChange={(part) => set(at, part)}
            />
            <Button
              type="text"
              aria-label={t('scope.remove', { title })}
              disabled={isReadOnly}
              icon={<DeleteOutlined aria-hidden="true" />}
              onClick={() => onChange({ entityScopes: entityScopes.filter((_, index) => index !== at) })}
            />
          </div>
        );
      })}
      {isReadOnly || firstLeft === undefined ? null : (
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden="true" />}
          onClick={() => onChange({ entityScopes: [...entityScopes, { entity: firstLeft.name, dataScope: 'self' }] })}
        >
          {t('scope.add')}
        </Button>
      )}
      <h3>{t('scope.projects')}</h3>
      <Select
        aria-label={t('scope.projects')}
        className="grant-projects"
        mode="multiple"
        optionFilterProp="label"
        placeholder={t('scope.projects.hint')}
        disabled={isReadOnly}
        value={[...projectIds]}
        options={names.projects.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(ids) => onChange({ projectIds: ids })}
      />
    </div>
  );
}

type RowProps = {
  readonly label: string;
  readonly scope: Omit<EntityScope, 'entity'>;
  readonly departments: readonly { readonly value: string; readonly label: string }[];
  readonly isReadOnly: boolean;
  readonly onChange: (part: { dataScope?: string; customDepartmentIds?: readonly string[] }) => void;
};

/** One scope, and its departments where it names them. */
function ScopeRow({ label, scope, departments, isReadOnly, onChange }: RowProps) {
  const t = useGrantText();
  const { dataScope, customDepartmentIds = [] } = scope;
  return (
    <>
      <Select
        aria-label={label}
        className="grant-scope"
        disabled={isReadOnly}
        value={dataScope}
        options={scopeOptions(t)}
        onChange={(value) =>
          onChange({ dataScope: value, customDepartmentIds: value === 'custom' ? customDepartmentIds : [] })
        }
      />
      {dataScope === 'custom' ? (
        <Select
          aria-label={t('scope.departments', { label })}
          className="grant-departments"
          mode="multiple"
          optionFilterProp="label"
          placeholder={t('scope.choose')}
          disabled={isReadOnly}
          value={[...customDepartmentIds]}
          options={[...departments]}
          onChange={(ids) => onChange({ customDepartmentIds: ids })}
        />
      ) : null}
    </>
  );
}
