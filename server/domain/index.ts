import type { DomainRules } from '../operations/domain-rules.ts';
import { customerArea } from './customer/index.ts';

/** What the documents cannot say, area by area. */
export const domainRules: readonly DomainRules[] = [...customerArea];
