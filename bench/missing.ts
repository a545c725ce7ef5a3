/** What a scenario needs of the machine is not there: it says so instead of measuring. */
export class Missing extends Error {}
