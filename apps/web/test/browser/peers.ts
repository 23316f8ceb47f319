/** The counted jobs, and what they take in other programs, as their users report it. */
const elsewhere = {
  'hand out': 'Snipe-IT: 4 clicks, typing and 2 page loads for each device (its issue 19387)',
  'take back': 'Snipe-IT: one scan each, which shows neither whose it was nor what is still out',
  'clear the queue': 'GLPI: 6 actions to assign one ticket from the list (its issue 9883)',
  leaves: 'Snipe-IT: a printed list, and one check-in at a time (its issues 12343 and 13351)',
  'set up': 'hours of reading; no counts are known',
} as const

/** Prints what a job took here, and what it takes in another program. */
export function printJob(
  name: string,
  { clicks, keys, loads }: { readonly clicks: number; readonly keys: number; readonly loads: number },
  job?: keyof typeof elsewhere,
) {
  const beside = job === undefined ? '' : `. Elsewhere: ${elsewhere[job]}`
  console.info(`${name}: ${clicks} clicks, ${keys} keys, ${loads} page loads${beside}`)
}
