/** What runs the instances of challenges. */
export type Containers = {
  readonly kind: 'none' | 'docker' | 'kubernetes'
  /**
   * Stops and removes a container by the provider's own id. Succeeds also when there is no such container;
   * throws when it may still be running.
   */
  destroy(runtimeId: string): Promise<void>
}
