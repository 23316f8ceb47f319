import { setTimeout as wait } from 'node:timers/promises'
import { startMailServer } from '@commonhold/api/test/mail-server'
import { sizesOf } from './sizes.ts'
import { type Stack, startStack } from './stack.ts'

/** Mails that are queued when an instance starts: more than it sends before it is killed. */
const WAITING = 200

const usual = { kills: 200 }

/**
 * Kills the service again and again while it sends mail. `passed`: no mail was lost, and at most one mail per kill arrived
 * twice, which was being sent when the service was killed. Sizes by argument: `kills=200`.
 */
export async function mailKills(words: readonly string[]): Promise<Record<string, unknown>> {
  const { kills } = sizesOf(words, usual)
  const mail = await startMailServer()
  const stack = await startStack(async () => mail.settings)
  try {
    let queued = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      queued += await fillOutbox(stack, queued)
      const before = mail.received.length
      if (kill > 1) await stack.restart()
      await until(async () => mail.received.length > before)
      await wait(Math.random() * 300)
      await stack.kill()
      // Makes the next try due immediately instead of after a minute.
      await stack.sql`update mail_outbox set due_at = now() where sent_at is null`
      if (kill % 20 === 0)
        process.stdout.write(`${kill}/${kills}: ${queued} queued, ${doubled(mail.received)} arrived twice\n`)
    }
    await stack.restart()
    await until(async () => (await open(stack)) === 0)
    const [row] =
      await stack.sql`select count(*)::int as given_up from mail_outbox where given_up_at is not null`
    const lost = queued - new Set(mail.received.map(({ to }) => to)).size
    const twice = doubled(mail.received)
    return {
      lost,
      given_up: Number(row?.given_up),
      arrived_twice: twice,
      passed: lost === 0 && row?.given_up === 0 && twice <= kills,
      kills,
      mails: queued,
    }
  } finally {
    await stack.stop()
    await mail.stop()
  }
}

/** The number of mails that arrived after the first one, over all addresses. */
const doubled = (mails: readonly { readonly to: string }[]) =>
  mails.length - new Set(mails.map(({ to }) => to)).size

async function open({ sql }: Stack): Promise<number> {
  const [row] = await sql`select count(*)::int as mails from mail_outbox where sent_at is null`
  return Number(row?.mails)
}

/** Fills the queue up to `WAITING` mails, each to a different address; returns how many it added. */
async function fillOutbox(stack: Stack, queued: number): Promise<number> {
  const missing = WAITING - (await open(stack))
  if (missing <= 0) return 0
  await stack.sql`
    insert into mail_outbox (id, kind, recipient, give_up_at)
    select 'M' || lpad(n::text, 25, '0'), 'password_changed', 'receiver' || n || '@example.org', now() + interval '1 day'
      from generate_series(${queued + 1}::int, ${queued + missing}::int) n`
  return missing
}

/** Waits until `isSo` returns true; throws after two minutes. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const limit = performance.now() + 120_000; performance.now() < limit; await wait(5))
    if (await isSo()) return
  throw new Error('nothing was sent for two minutes')
}
