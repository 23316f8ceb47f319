import { expect, test, vi } from 'vitest'
import { fetched, needs } from './toolchains.ts'

const absent = { 'a-tool-that-no-machine-has': ['--version'] }
const skip = vi.fn((note?: string) => {
  throw new Error(note)
})
const context = { skip }

test('CI does not do without a tool, nor without what must be fetched', async () => {
  vi.stubEnv('CI', 'true')
  await expect(needs(context, absent)).rejects.toThrow('install it')
  await expect(fetched(context, 'a package', Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(skip).not.toHaveBeenCalled()
})

test('another machine does without, and says so', async () => {
  vi.stubEnv('CI', '')
  await expect(needs(context, absent)).rejects.toThrow('not run: this machine has no a-tool')
  await expect(fetched(context, 'a package', Promise.reject(new Error('offline')))).rejects.toThrow(
    'not run: a package could not be had',
  )
  await needs(context, { node: ['--version'] })
  expect(skip).toHaveBeenCalledTimes(2)
})
