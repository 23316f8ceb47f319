import pino from 'pino'
import { expect, test } from 'vitest'
import { moduleLogs } from '../../src/base/log-levels.ts'

test('a module writes from its own level on, and any other from that of the log', () => {
  const lines: string[] = []
  const log = pino(
    { level: 'info', base: null, timestamp: false },
    { write: (line) => void lines.push(line) },
  )
  const logOf = moduleLogs(log, { http: 'warn', mail: 'debug' })
  for (const module of ['http', 'mail', 'jobs'] as const)
    for (const level of ['debug', 'info', 'warn'] as const) logOf(module)[level](level)
  expect(lines.map((line) => JSON.parse(line)).map(({ module, msg }) => `${module} ${msg}`)).toEqual([
    'http warn',
    'mail debug',
    'mail info',
    'mail warn',
    'jobs info',
    'jobs warn',
  ])
})
