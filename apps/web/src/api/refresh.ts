/** How often what a page shows is asked for again, where nothing pushes. */
export const refreshMs = 10_000
