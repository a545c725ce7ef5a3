/** What an organiser can make of a participation. */
export type Decision = 'Accepted' | 'Rejected' | 'Suspended' | 'Pending'
