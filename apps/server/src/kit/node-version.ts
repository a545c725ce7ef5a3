/** Whether a version of Node.js loads packages in the format of ES modules by `require`, as packages of ours do. */
export const runsOnNode = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
}
