// @ts-check

/** Why no release can be made; shown without a stack trace. */
export class ReleaseFault extends Error {}
