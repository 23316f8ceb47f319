/**
 * Milliseconds in which each request is answered, whatever becomes of the database: the deadline, several times over for a
 * machine that stands still. Without a deadline it would never be answered; `pnpm trust` measures the deadline itself.
 */
export const LONGEST = 20_000
