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
 * How the slots of one process are shared: a group has a limit, and a tenant has one, so that jobs that take long leave slots to
 * others. The last slots of a tenant (`perTenant / perGroup` of them) are for groups of which nothing runs: its slow
 * groups leave slots to the rest.
 */
export class JobShares {
  readonly #perGroup: number
  readonly #perTenant: number
  /** How many of a tenant may run when another one of a group begins that has one. */
  readonly #shared: number
  readonly #tenants = new Map<string, Tenant>()

  constructor({
    perTenant = Number.POSITIVE_INFINITY,
    perGroup = Number.POSITIVE_INFINITY,
  }: Pick<JobQueue, 'perTenant' | 'perGroup'>) {
    this.#perGroup = perGroup
    this.#perTenant = perTenant
    this.#shared = Number.isFinite(perTenant) ? perTenant - Math.floor(perTenant / perGroup) : perTenant
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
    const begins = group === null ? tenant.running < this.#perTenant : this.#hasRoom(tenant, running)
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
    return running < this.#perGroup && tenant.running < (running === 0 ? this.#perTenant : this.#shared)
  }
}
