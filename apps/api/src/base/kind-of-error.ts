/** What the log records of an error: its name and its code (SQLSTATE for errors of the database), but never its message. */
export function kindOfError(error: unknown): { type: string; code?: string } {
  if (!(error instanceof Error)) return { type: typeof error }
  return 'code' in error ? { type: error.name, code: String(error.code) } : { type: error.name }
}
