import { repeated } from '../repeated.ts'
import type { Reply } from '../security/send.ts'

/** The answer of a process of its own, which is 503 where a busy machine takes longer for it than a request may take. */
export const served = (request: () => Promise<Reply>): Promise<Reply> =>
  repeated(request, ({ status }) => status !== 503, 5)
