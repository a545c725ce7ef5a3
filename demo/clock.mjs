// @ts-check

export const createSteeredClock = () => {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    /**
     * The clock goes on from there.
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
