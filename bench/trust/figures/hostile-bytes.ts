import { bySize, type Defect, type Figure, type Size } from '../figure.ts'
import { atLeast, measureSuites, type Suites } from '../suite.ts'
import { underSlowClients } from './slow-clients.ts'

/** Suites about raw sockets, hostile bodies, slow senders, origins, headers, and secrets in logs and answers. */
const quick = [
  'security/bodies',
  'security/raw-http',
  'security/text',
  'security/cors',
  'security/headers',
  'security/log',
]
const full = [
  ...quick,
  'security/body-flood',
  'security/open-bodies',
  'security/receiving',
  'security/media-types',
  'security/mixed-answers',
  'security/sign-in-form',
]

/** The test files by package; for a defect, only the file that finds it. */
const suitesOf = (size: Size, defect?: Defect): Suites =>
  defect?.foundBy
    ? { [defect.folder]: [defect.foundBy] }
    : { 'apps/api': size === 'full' ? full : quick, 'apps/web': ['unit/next'] }

const least = atLeast(800, 2_000)

/** Figure 12: hostile bytes only cause errors, redirects stay on the site, and no secret is revealed. */
export const hostileBytes: Figure = {
  number: 12,
  name: 'Hostile bytes and leaks',
  goal: '0 failed: hostile bodies, sockets and origins are refused, no `next` leads out, no secret is in a log or an answer; 2,000 slow clients, and costly bodies, leave p99 of others at max(2 times, 50 ms), the event loop at 50 ms, memory at 150 MiB more, answers at 8 KiB',
  defects: [
    {
      name: 'an origin is allowed by its beginning',
      folder: 'apps/api',
      file: 'src/http/cors.ts',
      find: 'localHosts.has(hostname)',
      replace: "hostname.startsWith('localhost')",
      foundBy: 'security/cors',
    },
    {
      name: 'a member twice in one object is accepted',
      folder: 'apps/api',
      file: 'src/http/body.ts',
      find: 'if (keys.has(key))',
      replace: 'if (false)',
      foundBy: 'security/bodies',
    },
    {
      name: 'an error is logged as it is',
      folder: 'apps/api',
      file: 'src/http/problem-responses.ts',
      find: 'err: reduced(error)',
      replace: 'err: error',
      foundBy: 'security/log',
    },
    {
      name: 'what reaches no route is answered without the headers of all answers',
      folder: 'apps/api',
      file: 'src/http/listen.ts',
      find: '...securityHeaders,',
      replace: '',
      foundBy: 'security/raw-http',
    },
    {
      name: 'an address to go to is judged only as it was given',
      folder: 'apps/web',
      file: 'src/next.ts',
      find: '!startsInside(url.pathname) || !startsInside(path) || !isPlain(path)',
      replace: '!isPlain(path)',
      foundBy: 'unit/next',
    },
  ],
  furtherDefects: [
    {
      name: 'headers may come as slowly as they like',
      folder: 'apps/api',
      file: 'src/http/listen.ts',
      find: 'headersTimeout: 10_000,\n  requestTimeout: 30_000,',
      replace: 'headersTimeout: 0,\n  requestTimeout: 0,',
      foundBy: 'security/raw-http',
    },
    {
      name: 'a body may take as long as it likes',
      folder: 'apps/api',
      file: 'src/http/receive.ts',
      find: 'const BODY_DEADLINE = 10_000',
      replace: 'const BODY_DEADLINE = 60_000',
      foundBy: 'security/receiving',
    },
    {
      name: 'an address may have any number of bodies open',
      folder: 'apps/api',
      file: 'src/http/open-bodies.ts',
      find: 'if (siblings.size > this.#limits[kind])',
      replace: 'if (siblings.size > 10_000)',
      foundBy: 'security/open-bodies',
    },
  ],
  async measure(root, size, defect) {
    const suites = await measureSuites(root, suitesOf(size, defect), least[size], {
      NEXT_INPUTS: String(bySize(size, 30_000, 300_000, 5_000_000)),
    })
    if (size === 'planted') return suites
    const clients = await underSlowClients(root, bySize(size, 1, 1, 3))
    return {
      ...suites,
      control: suites.control && clients.control,
      passed: suites.passed && clients.passed,
      numbers: { ...suites.numbers, ...clients.numbers },
    }
  },
}
