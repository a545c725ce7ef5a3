import type { RatePolicy } from '@pennant/contract/limit'

const peoplePerAddress = 4

/** How many times a policy for one address counts where `people` share it. */
export const timesFor = (people: number): number => Math.max(1, people / peoplePerAddress)

export const multiplied = (policy: RatePolicy, times: number): RatePolicy => {
  const queue = Math.floor(policy.queue * times)
  return policy.kind === 'bucket'
    ? { ...policy, capacity: Math.floor(policy.capacity * times), refill: policy.refill * times, queue }
    : { ...policy, permits: Math.floor(policy.permits * times), queue }
}
