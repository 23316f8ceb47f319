import type { JobQueue } from './job-queue.ts'

/** Whose a job is: the tenant, and the group in it. */
export interface JobOwner {
  readonly tenantId: string
  readonly group: string | null
}

interface Tenant {
  running: number
  /** The groups that were seen while something of the tenant ran, with how many of their jobs run. */
  readonly groups: Map<string, number>
}

/**
 * How the slots of one process are shared: a tenant has a limit, so that jobs that take long leave slots to others. Once as many
 * of a tenant run as one group may have, only groups of which nothing runs begin one: its slow groups leave slots to the rest.
 */
export class JobShares {
  readonly #most: number
  readonly #several: number
  readonly #tenants = new Map<string, Tenant>()

  constructor({ perTenant, perGroup }: Pick<JobQueue, 'perTenant' | 'perGroup'>) {
    this.#most = perTenant ?? Number.POSITIVE_INFINITY
    this.#several = perTenant === undefined ? this.#most : Math.min(perTenant, perGroup ?? perTenant)
  }

  /** The groups that may not begin another job now. */
  get full(): string[] {
    const full: string[] = []
    for (const tenant of this.#tenants.values())
      for (const [group, running] of tenant.groups) if (!this.#hasRoom(tenant, running)) full.push(group)
    return full
  }

  /** Counts a job as running if its owner may begin it; returns whether that is so. */
  begin({ tenantId, group }: JobOwner): boolean {
    const tenant = this.#tenants.get(tenantId) ?? { running: 0, groups: new Map() }
    const running = tenant.groups.get(group ?? '') ?? 0
    const begins = this.#hasRoom(tenant, running)
    if (begins) tenant.running += 1
    // One that may not begin is remembered, too: the next look passes over its group.
    tenant.groups.set(group ?? '', running + (begins ? 1 : 0))
    this.#tenants.set(tenantId, tenant)
    return begins
  }

  /** Counts a job as ended. */
  end({ tenantId, group }: JobOwner): void {
    const tenant = this.#tenants.get(tenantId)
    if (!tenant) return
    tenant.running -= 1
    tenant.groups.set(group ?? '', (tenant.groups.get(group ?? '') ?? 1) - 1)
    if (tenant.running === 0) this.#tenants.delete(tenantId)
  }

  #hasRoom(tenant: Tenant, running: number): boolean {
    return tenant.running < (running === 0 ? this.#most : this.#several)
  }
}
