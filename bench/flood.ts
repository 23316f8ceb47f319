/** Signs in with wrong passwords, each time for another account; at the end, prints how many passwords were compared. */
const [address = '', connections = '1'] = process.argv.slice(2)
let compared = 0
let serial = 0
process.on('SIGTERM', () => {
  process.stdout.write(`${compared}\n`, () => process.exit(0))
})
await Promise.all(Array.from({ length: Number(connections) }, attack))

async function attack(): Promise<never> {
  for (;;) {
    serial += 1
    try {
      const response = await fetch(`${address}/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `nobody${serial}@example.org`, password: 'a wrong password' }),
      })
      await response.arrayBuffer()
      if (response.status === 401) compared += 1
    } catch {
      // The connection was closed; the next request opens a new one.
    }
  }
}
