/** Lines a call can go over: the browser's own phone, and the integrations a person holds an agent id of. */
export const phoneProviders = ['webphone', 'hl', 'dlsw', 'xzj'] as const;
export type PhoneProvider = (typeof phoneProviders)[number];

/** The integrations, each with the field of staff that holds a person's id there. */
export const agentFields = {
  hl: 'hlAgentId',
  dlsw: 'dlswAgentId',
  xzj: 'xzjAgentId',
} as const satisfies Readonly<Record<Exclude<PhoneProvider, 'webphone'>, string>>;
export type AgentProvider = keyof typeof agentFields;
export type AgentKey = (typeof agentFields)[AgentProvider];

/** The keys of those fields: what telephony adds to what a session tells of its person. */
export const agentKeys: readonly AgentKey[] = Object.values(agentFields);
/** A person's ids at the integrations; a key is absent where the product's people have no such field. */
export type AgentIds = { readonly [Key in AgentKey]?: string | null };

/** Whether a value names a line. */
export function isPhoneProvider(value: unknown): value is PhoneProvider {
  return phoneProviders.some((known) => known === value);
}

/** Who may end a call. */
export const hangupParties = ['staff', 'customer', 'system'] as const;
export type HangupBy = (typeof hangupParties)[number];
