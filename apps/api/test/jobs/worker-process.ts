import pino from 'pino'
import type { DatabaseTarget } from '../../src/db/database.ts'
import { openJobs } from '../../src/jobs/jobs.ts'
import { slowQueue } from './slow-queue.ts'

// A separate process that works on the queue of the tests until SIGTERM ends it.
const target: DatabaseTarget = JSON.parse(process.env.TARGET ?? '')
const jobs = openJobs(target, true, pino({ level: 'silent' }))
await jobs.start([slowQueue((subject) => process.send?.(subject.record_id), process.env.ENDLESS === 'yes')])
process.on('SIGTERM', async () => {
  await jobs.stop()
  process.exit(0)
})
process.send?.('ready')
