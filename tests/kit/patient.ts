export const patient = { interval: 2, timeout: 20_000 }
