/** Settings of the service in which requests are recorded and replayed: the account of the first operator. */
export const settings = {
  ADMIN_EMAIL: 'operator@example.org',
  ADMIN_PASSWORD: 'a password for operators',
} as const
