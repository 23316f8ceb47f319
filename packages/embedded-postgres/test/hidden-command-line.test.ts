import { expect, it, vi } from 'vitest'
import { query, scratchFolder, started } from './scratch.ts'

// For a moment after the start of a process, Linux shows it without its command line.
vi.mock('../src/postmaster-pid.ts', async (original) => ({
  ...(await original<typeof import('../src/postmaster-pid.ts')>()),
  inspect: async () => 'other',
}))

it('a server that was just started is waited for, although its command line cannot be read', async () => {
  const { owner } = await started(`${scratchFolder()}/data`)
  expect(await query(owner, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
})
