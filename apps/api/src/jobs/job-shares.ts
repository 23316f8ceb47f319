import type { JobQueue } from './job-queue.ts'

/** The owner of a job: a tenant, and a group within it. */
export interface JobOwner {
  readonly tenantId: string
  readonly group: string | null
}

interface Tenant {
  running: number
  /** The number of running jobs by group. It also contains groups with 0, until no job of the tenant runs. */
  readonly groups: Map<string, number>
}

/**
 * Shares the slots of one process. Each group and each tenant has a limit, so that slow jobs leave slots to others. The last
 * `perTenant / perGroup` slots of a tenant are reserved for groups without a running job, so that slow groups of a tenant
 * leave slots to its other groups.
 */
export class JobShares {
  readonly #perGroup: number
  readonly #perTenant: number
  /** A group with a running job may start another one only while the tenant has fewer running jobs than this. */
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

  /** The groups that may not start another job now. */
  get full(): string[] {
    const full: string[] = []
    for (const tenant of this.#tenants.values())
      for (const [group, running] of tenant.groups) if (!this.#hasRoom(tenant, running)) full.push(group)
    return full
  }

  /** Counts a job as running if the limits allow it; returns whether they do. */
  begin({ tenantId, group }: JobOwner): boolean {
    const tenant = this.#tenants.get(tenantId) ?? { running: 0, groups: new Map() }
    const running = tenant.groups.get(group ?? '') ?? 0
    const begins = group === null ? tenant.running < this.#perTenant : this.#hasRoom(tenant, running)
    if (begins) tenant.running += 1
    // The group of a rejected job is stored, too, so that the next fetch skips this group.
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
