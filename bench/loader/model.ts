/** Every account that is loaded has the password of this one, which the server makes itself. */
export const model = { userName: 'Admin', password: 'Passw0rd-of-the-bench' } as const
