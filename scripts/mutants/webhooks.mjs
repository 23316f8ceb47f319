// Defects of webhooks and jobs. Paths are below apps/api, tests below apps/api/test.

const sender = 'src/webhooks/webhook-sender.ts'
const repository = 'src/webhooks/webhooks.repository.ts'

export const webhookDefects = [
  {
    name: 'webhook-limit-without-lock',
    file: repository,
    find: "  await lockAdvisory(tx, 'webhook_endpoints')\n",
    replace: '',
    test: 'webhooks/webhooks',
    only: 'at most ten endpoints',
  },
  {
    name: 'webhook-slots-of-one-tenant',
    file: sender,
    find: 'perTenant: 24 }',
    replace: 'perTenant: 128 }',
    test: 'jobs/job-shares',
    only: 'leave slots to others',
  },
  {
    name: 'webhook-slots-of-one-endpoint',
    file: 'src/jobs/job-shares.ts',
    find: '(running === 0 ? this.#perTenant : this.#shared)',
    replace: 'this.#perTenant',
    test: 'jobs/job-shares',
    only: 'each endpoint of a tenant',
  },
  {
    name: 'webhook-lookup-in-threads',
    file: 'src/webhooks/webhook-lookup.ts',
    find: 'Promise.allSettled([dns.resolve4(host), dns.resolve6(host)])',
    replace: 'Promise.allSettled([dns.lookup(host, 4).then(({ address }) => [address]), dns.resolve6(host)])',
    test: 'webhooks/addresses',
    only: 'a lookup that is not answered',
  },
  {
    name: 'webhook-local-address',
    file: 'src/webhooks/webhook-addresses.ts',
    find: '(isEncrypted && isPublic(address)) ||',
    replace: 'isEncrypted ||',
    test: 'webhooks/addresses',
  },
  {
    name: 'webhook-signature-without-time',
    file: 'src/webhooks/webhook-request.ts',
    find: '`${id}.${seconds}.${body}`',
    replace: '`${id}.${body}`',
    test: 'webhooks/webhooks',
    only: 'both secrets sign',
  },
  {
    name: 'webhook-without-audit-read',
    file: 'src/webhooks/webhooks.handlers.ts',
    find: 'if (body.url !== undefined || body.types !== undefined || body.enabled) await assertSeesEvents(tx)',
    replace: 'if (body.enabled) await assertSeesEvents(tx)',
    test: 'webhooks/webhooks',
    only: 'sends them nowhere',
  },
  {
    name: 'webhook-replay-of-a-transaction',
    file: repository,
    find: "cursor_id = coalesce(before.id, '')",
    replace: "cursor_id = ''",
    test: 'webhooks/webhooks',
    only: 'is sent again',
  },
  {
    name: 'webhook-without-next-try',
    file: sender,
    find: 'outcome.failure === null || is_test ? undefined : nextTry(tries + 1, Date.now())',
    replace: 'undefined',
    test: 'webhooks/webhooks',
    only: 'fails every third time',
  },
  {
    name: 'job-claimed-for-ever',
    file: 'src/jobs/job-worker.ts',
    find: 'performance.now() + WAIT',
    replace: 'Number.POSITIVE_INFINITY',
    test: 'jobs/jobs',
    only: 'cannot begin is for others',
  },
  {
    name: 'job-pause-while-others-end',
    file: 'src/jobs/job-worker.ts',
    find: 'isDone ? [waited, ended] : [waited]',
    replace: '[waited]',
    test: 'jobs/job-looks',
    only: 'without a pause',
  },
].map((defect) => ({ folder: 'apps/api', ...defect }))
