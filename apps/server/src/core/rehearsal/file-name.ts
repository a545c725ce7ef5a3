/** With the whole ID, since files are found by their name alone. */
export const fileNameOf = (id: string, index: number | string): string => `rehearsal-${id}-${index}.bin`

/** As PostgreSQL reads it. */
export const rehearsedFile = String.raw`^rehearsal-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d+\.bin$`
