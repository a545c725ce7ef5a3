export const programName = 'pennant-tunnel'
export const programVersion = '0.1.0'
export const program = `${programName}/${programVersion}`
