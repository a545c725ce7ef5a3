// @ts-check

/** The machine's clock, until somebody has a story to tell that happened before. */
export const createSteeredClock = () => {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    /**
     * It goes on from there.
     *
     * @param {number} time
     */
    set(time) {
      offset = time - Date.now()
    },
    release() {
      offset = 0
    },
  }
}
