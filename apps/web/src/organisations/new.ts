/** How long an organisation or an account is new, in milliseconds. */
const NEW = 14 * 86_400_000

/** True if an organisation or an account created at this time is still new, so that its first steps are shown. */
export const isNew = (created_at: string): boolean => Date.now() - Date.parse(created_at) < NEW
