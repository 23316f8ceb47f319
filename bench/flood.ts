const [address = '', connections = '1'] = process.argv.slice(2)
let answers = 0
let serial = 0
process.on('SIGTERM', () => {
  process.stdout.write(`${answers}\n`, () => process.exit(0))
})
await Promise.all(Array.from({ length: Number(connections) }, attack))

async function attack(): Promise<never> {
  for (;;) {
    serial += 1
    const response = await fetch(`${address}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `nobody${serial}@example.org`, password: 'a wrong password' }),
    })
    await response.arrayBuffer()
    answers += 1
  }
}
