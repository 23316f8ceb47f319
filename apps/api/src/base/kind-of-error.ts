/** What a line of the log says of an error: its name, and its code (of the database: SQLSTATE), never its message. */
export function kindOfError(error: unknown): { type: string; code?: string } {
  if (!(error instanceof Error)) return { type: typeof error }
  return 'code' in error ? { type: error.name, code: String(error.code) } : { type: error.name }
}
