import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { commodityRules } from './exchange.ts';
import { exchangeRecordRules } from './give-back.ts';
import { pointsGrantRules } from './grant.ts';

export { held, movePoints, systemAccount } from './points.ts';

/** Rules of the points mall: goods, points and exchanges. */
export const mallArea: readonly DomainRules[] = [commodityRules, exchangeRecordRules, pointsGrantRules];
