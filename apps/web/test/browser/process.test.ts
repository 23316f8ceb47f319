import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const server = fileURLToPath(new URL('../../server.ts', import.meta.url))

it('the server says where it is, and goes with exit code 0 on SIGTERM though a connection is open', async () => {
  const child = spawn(process.execPath, [server], {
    env: { ...process.env, WEB_PORT: '0', API_URL: 'http://127.0.0.1:1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const address = /http:\/\/127\.0\.0\.1:(\d+)/.exec(`${line}`)
  expect((await fetch(`${address?.[0]}/signin`)).status).toBe(200)

  const idle = connect(Number(address?.[1]), '127.0.0.1')
  await once(idle, 'connect')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  idle.destroy()
})
