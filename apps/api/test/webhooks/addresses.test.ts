import { createSocket } from 'node:dgram'
import { getServers, setServers } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { maySendTo, networksOf } from '../../src/webhooks/webhook-addresses.rules.ts'
import { sendWebhook } from '../../src/webhooks/webhook-request.service.ts'
import { startReceiver } from './receiver.ts'

const none = networksOf([])

describe('addresses that are not public are refused', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
  ])('%s', (address) => {
    expect(maySendTo(address, true, none)).toBe(false)
  })
})

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
  '%s is public: it is sent to by https, and by http where it is allowed',
  (address) => {
    expect(maySendTo(address, true, none)).toBe(true)
    expect(maySendTo(address, false, none)).toBe(false)
    expect(maySendTo(address, false, networksOf(['0.0.0.0/0', '::/0']))).toBe(true)
  },
)

test('networks that the installation allows are sent to, and no others', () => {
  const allowed = networksOf(['10.20.0.0/16', 'fd00::/8'])
  expect(maySendTo('10.20.3.4', true, allowed)).toBe(true)
  expect(maySendTo('10.20.3.4', false, allowed)).toBe(true)
  expect(maySendTo('fd00::7', true, allowed)).toBe(true)
  expect(maySendTo('10.21.0.1', true, allowed)).toBe(false)
})

describe('a receiver on this machine gets nothing, however its address is written', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0',
  ])('%s', async (host) => {
    const receiver = await startReceiver(() => 200)
    const { port } = new URL(receiver.url)
    for (const scheme of ['http', 'https']) {
      const outcome = await sendWebhook(
        { url: `${scheme}://${host}:${port}/`, id: '1', body: '{}', secrets: ['whsec_AAAA'] },
        none,
      )
      expect(outcome).toEqual({
        status: null,
        failure: 'the address is not allowed or not found',
        detail: expect.stringMatching(/not a public address|ENOTFOUND localhost/),
      })
    }
    expect(receiver.received).toEqual([])
  })
})

test.each([
  [
    'changes the protocol',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    101,
    'the receiver answered 101',
  ],
  ['hangs up', '', null, 'the connection failed'],
])('a receiver that %s has failed', async (_, answer, status, failure) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (answer === '' ? socket.destroy() : socket.write(answer)))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  // The server listens on a port, not on a path.
  const { port } = server.address() as AddressInfo
  const outcome = await sendWebhook(
    { url: `http://127.0.0.1:${port}/`, id: '1', body: '{}', secrets: ['whsec_AAAA'] },
    networksOf(['127.0.0.0/8']),
  )
  expect(outcome).toMatchObject({ status, failure })
})

test('a name that does not exist fails as an address that is not allowed', async () => {
  const { failure } = await sendWebhook(
    { url: 'https://receiver.invalid/', id: '1', body: '{}', secrets: ['whsec_AAAA'] },
    none,
  )
  expect(failure).toBe('the address is not allowed or not found')
})

/** A name server that answers for one host, with the address of this machine, and for no other. */
async function startNameServer(host: string): Promise<void> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const encodedHost = Buffer.concat(
    host.split('.').map((part) => Buffer.from([part.length, ...Buffer.from(part)])),
  )
  socket.on('message', (query, { port, address }) => {
    const at = query.indexOf(encodedHost, 12)
    if (at < 0) return
    const question = query.subarray(12, at + encodedHost.length + 5)
    const isA = question.at(-3) === 1
    const head = [...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0]
    const record = isA ? [0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1] : []
    socket.send(Buffer.from([...head, ...question, ...record]), port, address)
  })
  const servers = getServers()
  setServers([`127.0.0.1:${socket.address().port}`])
  onTestFinished(() => {
    setServers(servers)
    socket.close()
  })
}

test('a lookup that is not answered counts as time of the delivery, and delays no other', async () => {
  await startNameServer('good.example.org')
  const receiver = await startReceiver(() => 200)
  const ended: (string | null)[] = []
  const send = async (host: string, limit: number) => {
    const url = receiver.url.replace('127.0.0.1', host)
    const sent = { url, id: '1', body: '{}', secrets: ['whsec_AAAA'] }
    const { failure } = await sendWebhook(sent, networksOf(['127.0.0.0/8']), limit)
    ended.push(failure)
  }
  const silent = Array.from({ length: 12 }, (_, n) => send(`silent${n}.example.org`, 12_000))
  await send('good.example.org', 60_000)
  expect(ended).toEqual([null])
  await Promise.all(silent)
  expect(ended).toEqual([null, ...Array.from(silent, () => 'no answer within 12 seconds')])
})
