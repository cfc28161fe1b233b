import type { DomainRules } from '../../kernel/operation/domain-rules.ts';

/** Rules of materials: who takes one is counted. */
export const materialRules: DomainRules = {
  entity: 'material',
  actions: {
    async download(material, _, { records }) {
      await records.increase('material', material.id, 'downloadCount', 1);
      return {};
    },
  },
};
