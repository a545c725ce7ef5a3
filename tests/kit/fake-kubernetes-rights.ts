import { loadAllYaml } from '@kubernetes/client-node'

export type Rights = { may(verb: string, group: string, resource: string, namespace: string | null): boolean }

type Rule = { apiGroups: string[]; resources: string[]; verbs: string[] }
type Part = { kind: string; metadata: { namespace?: string }; rules?: Rule[] }

export function rightsIn(manifest: string): Rights {
  const parts = (loadAllYaml(manifest) as Part[]).filter((part) => part !== null)
  const grants = (rules: readonly Rule[] = [], verb: string, group: string, resource: string): boolean =>
    rules.some(
      ({ apiGroups, resources, verbs }) =>
        apiGroups.includes(group) && resources.includes(resource) && verbs.includes(verb),
    )
  return {
    may: (verb, group, resource, namespace) =>
      parts.some(
        ({ kind, metadata, rules }) =>
          (kind === 'ClusterRole' || (kind === 'Role' && metadata.namespace === namespace)) &&
          grants(rules, verb, group, resource),
      ),
  }
}
