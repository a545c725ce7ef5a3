/** What the bare server answers from now on, whatever it is asked. */
export type BareJob = { status: number; headers: Record<string, string>; body: Uint8Array }
