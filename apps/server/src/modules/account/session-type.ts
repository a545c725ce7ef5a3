export type BegunSession = { token: string; expiresAt: Date }
