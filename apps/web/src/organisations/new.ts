/** Milliseconds for which an organisation and an account are new. */
const NEW = 14 * 86_400_000

/** Whether something that was made then is new: its first steps are shown. */
export const isNew = (created_at: string): boolean => Date.now() - Date.parse(created_at) < NEW
