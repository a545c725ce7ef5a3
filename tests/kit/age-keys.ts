/** Of `age-keygen`, for nothing but tests. */
export const ageKeys = {
  identity: 'AGE-SECRET-KEY-10Z3M05CVEYTTAD0NHL2NTPMWRWY36HCRTWKAZ7HES6X0HHTK0RPQ6J0DV7',
  recipient: 'age167an3c6pg2l77qxx5tx9mqyw57c04y8j949fjazukz4235qs34yqtv3728',
} as const
