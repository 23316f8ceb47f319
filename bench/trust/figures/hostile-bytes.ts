import type { Figure, Size } from '../figure.ts'
import { measureSuite } from '../suite.ts'

/** Suites of raw sockets, hostile bodies, slow senders, origins, headers, and secrets in logs and answers. */
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
const filesOf: Readonly<Record<Size, readonly string[]>> = { planted: ['security/cors'], quick, full }

/** Figure 12: hostile bytes get an error and nothing else, and no secret leaves. */
export const hostileBytes: Figure = {
  number: 12,
  name: 'Hostile bytes and leaks',
  goal: '0 failed: hostile bodies, sockets and origins are refused, and no secret is in a log or an answer',
  defects: [
    {
      name: 'an origin is allowed by its beginning',
      folder: 'apps/api',
      file: 'src/http/cors.ts',
      find: 'localHosts.has(hostname)',
      replace: "hostname.startsWith('localhost')",
    },
  ],
  measure: (root, size) => measureSuite(root, filesOf[size]),
}
