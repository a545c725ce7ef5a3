/** What a site is told when it does not get its tunnel. */
export class PoolFault extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}
