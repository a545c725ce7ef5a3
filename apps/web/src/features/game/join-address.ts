/** Where the sheet is open for whoever can join. */
export const joinAddress = (game: number): string => `/games/${game}?join=1`

/** Where one gets a team, with the way back to that sheet. */
export const teamsAddress = (game: number): string => `/teams?from=${encodeURIComponent(joinAddress(game))}`
