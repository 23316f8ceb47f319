import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { site } from '@commonhold/page-server'
import { BadSettings, type Settings, settingsFrom } from './server/settings.ts'

const DRAIN_MS = 1_000

function settings(): Settings {
  try {
    return settingsFrom(process.env)
  } catch (error) {
    if (error instanceof BadSettings) refuseToStart(...error.faults)
    throw error
  }
}

function refuseToStart(...reasons: string[]): never {
  for (const reason of reasons) console.error(reason)
  process.exit(1)
}

function pages(apiUrl: string) {
  try {
    return site(fileURLToPath(new URL('./dist', import.meta.url)), apiUrl)
  } catch {
    refuseToStart('The pages are not built. Run `pnpm --filter @commonhold/web build` first.')
  }
}

const { host, port, apiUrl } = settings()
const server = createServer(pages(apiUrl))

server.on('error', (error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE'
  refuseToStart(
    taken
      ? `WEB_PORT ${port} is in use on ${host}; choose another one.`
      : `Cannot listen on ${host}: ${error.message}`,
  )
})

server.listen(port, host, () => {
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  console.log(`Web: http://${host.includes(':') ? `[${host}]` : host}:${actual} (API: ${apiUrl})`)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
    server.close(() => process.exit(0))
  })
