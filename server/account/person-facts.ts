import { type AgentIds, agentKeys } from '../../contract/phone-words.ts';
import { projectsKey } from '../../engine/model/access/index.ts';
import { furtherFields, type PeopleSource, projectNames } from '../db/session-store.ts';

type Project = { readonly id: string; readonly name: string };

/** What a product adds to what its people are told of themselves; absent is what its documents have no field for. */
export type PersonFacts = { readonly projects?: readonly Project[]; readonly agents: AgentIds };

/** The projects of a person, and what the areas keep for him: telephony his ids at the integrations. */
export async function personFacts(source: PeopleSource, staffId: string): Promise<PersonFacts> {
  const stored = await furtherFields(source, staffId, [projectsKey, ...agentKeys]);
  const agents = Object.fromEntries(
    agentKeys.filter((key) => Object.hasOwn(stored, key)).map((key) => [key, textOf(stored[key])]),
  );
  if (!Object.hasOwn(stored, projectsKey)) return { agents };
  return { projects: await projectNames(source, idsOf(stored[projectsKey])), agents };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
