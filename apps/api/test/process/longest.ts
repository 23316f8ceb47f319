/**
 * Milliseconds within which each request is answered, even if the database fails: several times the deadline, because a machine
 * may pause. Without a deadline there would be no answer. `pnpm trust` measures the deadline itself.
 */
export const LONGEST = 20_000
