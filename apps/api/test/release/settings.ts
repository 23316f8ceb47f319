/** Settings of the service in which requests are recorded and replayed: its first operator signs in. */
export const settings = {
  ADMIN_EMAIL: 'operator@example.org',
  ADMIN_PASSWORD: 'a password for operators',
} as const
