const core = '/api/v1'

export type ApiPaths = {
  readonly namespaces: string
  readonly namespace: string
  readonly nodes: string
  readonly pods: string
  readonly services: string
  readonly secrets: string
  readonly events: string
  readonly policies: string
  readonly quotas: string
  readonly serviceNetworks: string
}

export function apiPathsOf(namespace: string): ApiPaths {
  const inside = `${core}/namespaces/${namespace}`
  return {
    namespaces: `${core}/namespaces`,
    namespace: inside,
    nodes: `${core}/nodes`,
    pods: `${inside}/pods`,
    services: `${inside}/services`,
    secrets: `${inside}/secrets`,
    events: `${inside}/events`,
    quotas: `${inside}/resourcequotas`,
    serviceNetworks: '/apis/networking.k8s.io/v1/servicecidrs',
    policies: `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`,
  }
}
